"""Plays the recorded requests against an agent that has no services and no deployments yet: the fixture's service is
left out, and nobody waits for its rollout. Everything else is the tool's own."""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["GOLDEN"])

from replay_lib import httpcases  # noqa: E402
from replay_lib.main import main  # noqa: E402

plain = httpcases.Fixture.source


def source(self, name):
    text = plain(self, name)
    return re.sub(r"\n    service \{.*?\n    \}\n", "\n", text, flags=re.S) if name == "web.nomad.hcl" else text


def set_up(self):
    for name in httpcases.JOBS:
        self.register(name)
    for job, status in (("web", "running"), ("done", "complete"), ("rot", "complete"), ("pre", "running")):
        self._name(f"{job}-alloc", self._wait(f"/v1/job/{job}/allocations", "ClientStatus", status)["ID"])
    self._name("web-eval", self._wait("/v1/job/web/evaluations", "TriggeredBy", "job-register")["ID"])


httpcases.Fixture.source = source
httpcases.Fixture.set_up = set_up
sys.exit(main())
