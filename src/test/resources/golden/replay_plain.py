"""The replay tool for an agent that has no services and no deployments yet: the fixtures of the recorded requests leave
out the service, and nobody waits for a rollout. Where a scenario reads something after a fixed time, it is read again
until it is as recorded or PATIENCE is over: a busy machine is later than the recorded one. Commands of the stock client
that are listed in cli-todo.txt are left out. Everything else is the tool's own."""
import os
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["GOLDEN"])

from replay_lib import cli_requests, httpcases, scenario, wire  # noqa: E402
from replay_lib.main import main  # noqa: E402
from replay_lib.match import Matcher  # noqa: E402
from replay_lib.report import Choice  # noqa: E402

PATIENCE = 60

plain = httpcases.Fixture.source


def source(self, name):
    text = plain(self, name)
    return re.sub(r"\n    service \{.*?\n    \}\n", "\n", text, flags=re.S) if name == "web.nomad.hcl" else text


def register(self, jobs, states):
    for name in jobs:
        self.register(name)
    for job, status in states:
        self._name(f"{job}-alloc", self._wait(f"/v1/job/{job}/allocations", "ClientStatus", status)["ID"])
    self._name("web-eval", self._wait("/v1/job/web/evaluations", "TriggeredBy", "job-register")["ID"])


def set_up_http(self):
    register(self, httpcases.JOBS, (("web", "running"), ("done", "complete"), ("rot", "complete"), ("pre", "running")))


def set_up_cli(self):
    self.name_node()
    register(self, cli_requests.JOBS, (("web", "running"), ("done", "complete"), ("fails", "failed")))
    self.client.request("PUT", "/v1/var/app/one", {"Path": "app/one", "Items": {"a": "1", "b": "2"}})


def patient(name, kept, recorded):
    """Repeats a step that only reads. kept: the player's list that it adds to; recorded: what it should have added."""
    read = getattr(scenario.Player, name)

    def step(self, step):
        end = time.monotonic() + PATIENCE
        while True:
            seen = getattr(self, kept)
            before = len(seen)
            read(self, step)
            matcher = Matcher({}, {"alloc-root": self.setup.alloc_root})
            if time.monotonic() > end or not matcher.compare(recorded(self, step), self._plain(seen[before:]), ""):
                return
            del seen[before:]
            time.sleep(0.2)

    setattr(scenario.Player, name, step)


def response(self, step):
    return [r for r in self.scenario.expected["responses"] if r["step"] == self.step_number]


def snapshot(self, name):
    return [s for s in self.scenario.expected["snapshots"] if s["as"] == name]


for reads in ("do_job_status", "do_evals", "do_logs", "do_cat", "do_ls", "do_pid_alive", "do_read_saved", "do_pid_alive_saved"):
    patient(reads, "responses", response)
patient("_snapshot", "snapshots", snapshot)
httpcases.Fixture.source = source
httpcases.Fixture.set_up = set_up_http
cli_requests.CliFixture.set_up = set_up_cli

served = cli_requests.check


def check(client, fixture, commands, choice, write, report):
    listed = Choice(skip_file=os.path.join(os.path.dirname(os.path.realpath(__file__)), "cli-todo.txt"))
    for name in listed.unknown_skips([c["name"] for c in commands]):
        report.add(name, "error", "listed, but there is no such command")
    for command in commands:
        if listed.skip_reason(command["name"]):
            report.add(command["name"], "skipped", listed.skip_reason(command["name"]))
    served(client, fixture, [c for c in commands if not listed.skip_reason(c["name"])], choice, write, report)


look = cli_requests._status


def status(client, path, recorded):
    """A first look may be too short for a busy machine."""
    seen = look(client, path, recorded)
    waits = seen is None and recorded is not None
    return wire.request(client, "GET", path, seconds=PATIENCE).status if waits else seen


cli_requests._status = status
cli_requests.check = check
sys.exit(main())
