// Uses the Go API module as people do. Arguments: address of the agent, script of the task.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/nomad/api"
)

const jobID = "go-client"

func main() {
	client, err := api.NewClient(&api.Config{Address: os.Args[1]})
	check(err)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	events, err := client.EventStream().Stream(ctx, map[api.Topic][]string{api.TopicJob: {jobID}}, 0, &api.QueryOptions{})
	check(err)

	jobs := client.Jobs()
	registered, _, err := jobs.Register(job(os.Args[2]), nil)
	check(err)
	eval, _, err := client.Evaluations().Info(registered.EvalID, nil)
	check(err)
	require(eval.JobID == jobID, "its evaluation")
	done("register")

	listed, _, err := jobs.List(&api.QueryOptions{Prefix: jobID})
	check(err)
	require(len(listed) == 1 && listed[0].ID == jobID, "one job")
	done("list")

	stub := waitForAllocs(jobs, "running")
	info, _, err := jobs.Info(jobID, nil)
	check(err)
	require(*info.Status == "running", "a job that runs")
	summary, _, err := jobs.Summary(jobID, nil)
	check(err)
	require(summary.Summary["g"].Running == 1, "one running in the summary")
	alloc, _, err := client.Allocations().Info(stub.ID, nil)
	check(err)
	require(alloc.TaskStates["t"].State == "running", "a task that runs")
	done("status")

	require(strings.HasPrefix(follow(client, alloc), "line 0\nline 1\nline 2\n"), "all lines")
	done("logs")

	readFiles(client, alloc)
	done("files")

	event := <-events
	check(event.Err)
	require(event.Events[0].Topic == api.TopicJob && event.Events[0].Key == jobID, "an event of the job")
	changed, err := event.Events[0].Job()
	check(err)
	require(*changed.ID == jobID, "a job in the event")
	done("events")

	_, meta, err := jobs.Info(jobID, nil)
	check(err)
	go func() {
		_, _, err := jobs.Deregister(jobID, false, nil)
		check(err)
	}()
	for stopped := false; !stopped; {
		now, next, err := jobs.Info(jobID, &api.QueryOptions{WaitIndex: meta.LastIndex, WaitTime: 30 * time.Second})
		check(err)
		require(next.LastIndex > meta.LastIndex, "a higher index")
		stopped, meta = *now.Stop, next
	}
	done("blocking")

	waitForAllocs(jobs, "complete")
	info, _, err = jobs.Info(jobID, nil)
	check(err)
	require(*info.Status == "dead", "a dead job")
	done("stop")
}

func job(script string) *api.Job {
	task := api.NewTask("t", "raw_exec").
		SetConfig("command", "/bin/sh").
		SetConfig("args", []string{"-c", script}).
		SetLogConfig(&api.LogConfig{MaxFiles: ptr(2), MaxFileSizeMB: ptr(1)}).
		Require(&api.Resources{CPU: ptr(10), MemoryMB: ptr(10)})
	return api.NewServiceJob(jobID, jobID, "global", 50).
		AddDatacenter("*").
		AddTaskGroup(api.NewTaskGroup("g", 1).AddTask(task))
}

func waitForAllocs(jobs *api.Jobs, status string) *api.AllocationListStub {
	query := &api.QueryOptions{WaitTime: 30 * time.Second}
	for {
		allocs, meta, err := jobs.Allocations(jobID, true, query)
		check(err)
		ready := len(allocs) > 0
		for _, alloc := range allocs {
			ready = ready && alloc.ClientStatus == status
		}
		if ready {
			return allocs[0]
		}
		query.WaitIndex = meta.LastIndex
	}
}

func follow(client *api.Client, alloc *api.Allocation) string {
	cancel := make(chan struct{})
	defer close(cancel)
	frames, errs := client.AllocFS().Logs(alloc, true, "t", "stdout", "start", 0, cancel, nil)
	text := ""
	for !strings.Contains(text, "line 3\n") {
		select {
		case frame, more := <-frames:
			require(more, "another frame after "+text)
			text += string(frame.Data)
		case err := <-errs:
			check(err)
		}
	}
	return text
}

func readFiles(client *api.Client, alloc *api.Allocation) {
	const path = "/t/local/note.txt"
	files, _, err := client.AllocFS().List(alloc, "/t/local", nil)
	check(err)
	found := false
	for _, file := range files {
		found = found || file.Name == "note.txt"
	}
	require(found, "note.txt among the files")
	stat, _, err := client.AllocFS().Stat(alloc, path, nil)
	check(err)
	require(stat.Size == 7, "7 bytes")
	whole, err := client.AllocFS().Cat(alloc, path, nil)
	require(text(whole, err) == "a note\n", "the note")
	part, err := client.AllocFS().ReadAt(alloc, path, 2, 4, nil)
	require(text(part, err) == "note", "4 bytes of the note")
}

func text(body io.ReadCloser, err error) string {
	check(err)
	defer body.Close()
	all, err := io.ReadAll(body)
	check(err)
	return string(all)
}

func ptr(value int) *int { return &value }

func done(step string) { fmt.Println("ok", step) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func require(condition bool, what string) {
	if !condition {
		panic("expected " + what)
	}
}
