# A job file to begin with. It greets, shows the time, and goes on until it is
# stopped:
#
#   outrider run FILE                     run it here; Ctrl-C stops it
#   outrider run -var greeting=Hej FILE   the same with another value
#   outrider job validate FILE            check it
#   outrider fmt FILE                     lay it out

# What differs from run to run is a variable. Values come from -var, from files
# named with -var-file, or from the environment: NOMAD_VAR_greeting.
variable "greeting" {
  description = "What the clock says first."
  type        = string
  default     = "Hello"
}

# A job is started and stopped as a whole. Its name tells it from other jobs.
job "example" {
  # A service goes on until it is stopped. A batch job has something to do and
  # ends once it is done.
  type = "service"

  # Notes of your own. Tasks find them in their environment: NOMAD_META_OWNER.
  meta {
    owner = "nobody"
  }

  # The tasks of a group run side by side on one machine and share a directory,
  # NOMAD_ALLOC_DIR. What belongs together is a group.
  group "clock" {
    # How many of this group there are.
    count = 1

    # A task that ends is started again after the delay, but not more often than
    # this in the interval: then it has failed, and the group with it.
    restart {
      attempts = 2
      interval = "1m"
      delay    = "5s"
      mode     = "fail"
    }

    # A free port of this machine, in the environment as NOMAD_PORT_http.
    # With static = 8080 it is always that one.
    network {
      port "http" {}
    }

    # A task with a lifecycle runs before the others (prestart), beside them
    # (poststart) or after them (poststop). Not being a sidecar, this one has to
    # succeed before the others start.
    task "prepare" {
      driver = "raw_exec"

      lifecycle {
        hook    = "prestart"
        sidecar = false
      }

      config {
        command = "/bin/sh"
        args    = ["-c", "date > \"$NOMAD_ALLOC_DIR/data/since\""]
      }
    }

    task "clock" {
      # raw_exec starts a program of this machine, as the user who runs it.
      driver = "raw_exec"

      config {
        command = "/bin/sh"

        # What the shell is to read with a dollar sign and a brace needs two
        # dollar signs: $${NAME}. With one it is a value of this file.
        args = ["-c", <<-EOT
          trap 'echo "Good bye."; exit 0' TERM
          echo "$GREETING from task $NOMAD_TASK_NAME of $${NOMAD_META_OWNER}."
          echo "Ready since $(cat "$NOMAD_ALLOC_DIR/data/since")." >&2
          echo "Port $NOMAD_PORT_http is free to be used." >&2
          while :; do
            date +%T
            sleep 1 &
            wait $!
          done
        EOT
        ]
      }

      # The environment of the program, beside the NOMAD_ names.
      env {
        GREETING = var.greeting
      }

      # How the task is asked to end, and how long it may take to do so.
      kill_signal  = "SIGTERM"
      kill_timeout = "5s"

      # Its output is kept in so many files of so many MB.
      logs {
        max_files     = 3
        max_file_size = 5
      }

      # What it needs, in MHz and MB.
      resources {
        cpu    = 50
        memory = 32
      }
    }
  }
}
