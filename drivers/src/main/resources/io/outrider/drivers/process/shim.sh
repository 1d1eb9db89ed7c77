# Starts one task and leaves a keeper behind: setsid sh -c THIS outrider-shim DIRECTORY HEAD, with a clean environment.
# Standard input is the launch script: it defines open_logs and start, and says at its end that it is whole.
. /proc/self/fd/0 || exit 1
[ "$outrider_whole" = yes ] || exit 1
exec </dev/null
keep() {
  # Only one process ever takes the claim: this one, another shim of the same handle, or the agent that gives it up.
  set -C
  : > "$1/claim" || exit 1
  set +C
  exec 8<>"$1/ctl" || exit 1
  open_logs
  start &
  # From here on a program of 0.1 MB is the task's parent. It never waits for its child, so the kernel keeps the
  # child's status until somebody writes a line to ctl; and it keeps the log FIFOs open as long.
  exec "$2" -n1 "$1/ctl" >/dev/null 2>&1
}
# Ends when both keeper and task have let go of the pipe: then the record of the start is written or never will be.
: "$(keep "$1" "$2" &)"
