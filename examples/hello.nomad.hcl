# Two tasks in one group: "greet" does the work, "clock" ticks beside it and is stopped when the work is done.
# An ordinary Nomad job file; nothing in it is special to Outrider.
variable "name" {
  type    = string
  default = "world"
}

job "hello" {
  type = "batch"

  group "hello" {
    restart {
      attempts = 0
    }

    task "greet" {
      driver = "raw_exec"
      leader = true

      config {
        command = "/bin/sh"
        args = ["-c", <<-EOT
          echo "Hello, $NAME!"
          for n in 3 2 1; do
            echo "$n ..."
            sleep 0.4
          done
          echo "I was task $NOMAD_TASK_NAME of alloc $NOMAD_SHORT_ALLOC_ID." >&2
          echo "Good bye."
        EOT
        ]
      }

      env {
        NAME = var.name
      }

      resources {
        cpu    = 50
        memory = 32
      }
    }

    task "clock" {
      driver       = "raw_exec"
      kill_timeout = "2s"

      config {
        command = "/bin/sh"
        args    = ["-c", "trap 'echo bye; exit 0' INT TERM; while :; do date +%T; sleep 0.5; done"]
      }

      resources {
        cpu    = 20
        memory = 16
      }
    }
  }
}
