"""Uses python-nomad as people do. Arguments: address of the agent, script of the task."""

import base64
import json
import queue
import sys
import threading

import nomad

JOB = "python-client"
SECONDS = 60


def job(script):
    task = {
        "Name": "t",
        "Driver": "raw_exec",
        "Config": {"command": "/bin/sh", "args": ["-c", script]},
        "LogConfig": {"MaxFiles": 2, "MaxFileSizeMB": 1},
        "Resources": {"CPU": 10, "MemoryMB": 10},
    }
    return {
        "Job": {
            "ID": JOB,
            "Name": JOB,
            "Type": "service",
            "Datacenters": ["*"],
            "TaskGroups": [{"Name": "g", "Count": 1, "Tasks": [task]}],
        }
    }


def done(step):
    print("ok", step, flush=True)


def wait_for_allocs(client, status):
    """Blocking queries until every alloc of the job has the status."""
    index = "0"
    while True:
        answer = client.job.request(
            JOB, "allocations", params={"index": index, "wait": "30s"}, method="get", timeout=SECONDS
        )
        index = answer.headers["X-Nomad-Index"]
        allocs = answer.json()
        if allocs and all(alloc["ClientStatus"] == status for alloc in allocs):
            return allocs


def follow(client, alloc):
    text = ""
    params = {"task": "t", "type": "stdout", "follow": True, "offset": 0, "origin": "start", "plain": False}
    answer = client.client.stream_logs.request(alloc, params=params, method="get", stream=True, timeout=SECONDS)
    decoder = json.JSONDecoder()
    rest = ""
    with answer:
        for part in answer.iter_content(chunk_size=None):
            rest += part.decode()
            while rest:
                try:
                    frame, end = decoder.raw_decode(rest)
                except ValueError:
                    break
                rest = rest[end:]
                text += base64.b64decode(frame.get("Data") or "").decode()
            if "line 3\n" in text:
                return text
    raise AssertionError("ended after " + text)


def main(address, script):
    client = nomad.Nomad(address=address, timeout=SECONDS)
    stream, leave, events = client.event.stream.get_stream(topic="Job:" + JOB, timeout=SECONDS)
    stream.daemon = True
    stream.start()

    assert client.jobs.register_job(job(script))["EvalID"]
    done("register")

    assert JOB in client.job and JOB in client.jobs
    assert [each["ID"] for each in client.jobs.get_jobs(prefix=JOB)] == [JOB]
    done("list")

    alloc = wait_for_allocs(client, "running")[0]["ID"]
    assert client.job.get_job(JOB)["Status"] == "running"
    assert client.job.get_summary(JOB)["Summary"]["g"]["Running"] == 1
    assert client.allocation.get_allocation(alloc)["JobID"] == JOB
    done("status")

    assert follow(client, alloc).startswith("line 0\nline 1\nline 2\n")
    done("logs")

    assert "note.txt" in [each["Name"] for each in client.client.ls.list_files(alloc, "/t/local")]
    assert client.client.stat.stat_file(alloc, "/t/local/note.txt")["Size"] == 7
    assert client.client.cat.read_file(alloc, "/t/local/note.txt") == "a note\n"
    assert client.client.read_at.read_file_offset(alloc, 2, 4, "/t/local/note.txt") == "note"
    done("files")

    try:
        seen = events.get(timeout=SECONDS)["Events"][0]
    except queue.Empty as error:
        raise AssertionError("an event") from error
    assert (seen["Topic"], seen["Key"]) == ("Job", JOB), seen
    leave.set()
    done("events")

    before = client.job.request(JOB, method="get").headers["X-Nomad-Index"]
    other = nomad.Nomad(address=address, timeout=SECONDS)
    stopping = threading.Thread(target=lambda: other.job.deregister_job(JOB))
    stopping.start()
    while True:
        answer = client.job.request(JOB, params={"index": before, "wait": "30s"}, method="get", timeout=SECONDS)
        assert int(answer.headers["X-Nomad-Index"]) > int(before)
        if answer.json()["Stop"]:
            break
        before = answer.headers["X-Nomad-Index"]
    stopping.join()
    done("blocking")

    wait_for_allocs(client, "complete")
    assert client.job.get_job(JOB)["Status"] == "dead"
    done("stop")


main(sys.argv[1], sys.argv[2])
