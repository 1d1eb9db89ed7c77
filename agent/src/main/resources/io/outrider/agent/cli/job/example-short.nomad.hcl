job "example" {
  type = "batch"

  group "example" {
    task "hello" {
      driver = "raw_exec"

      config {
        command = "/bin/sh"
        args    = ["-c", "echo Hello from task $NOMAD_TASK_NAME."]
      }
    }
  }
}
