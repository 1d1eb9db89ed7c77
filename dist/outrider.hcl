# An example config of the agent: outrider agent -config FILE. What is commented out shows the default, unless it says
# otherwise. Several files may be given, or a folder of .hcl and .json files; what comes later counts, and options of
# the command line count over all of them. `kill -HUP` makes the agent read them again: log settings and certificates
# change at once, it says of all else that it needs another start.

# State, logs and the directories of allocs. Required unless -dev or -data-dir is given; an absolute path.
data_dir = "/var/lib/outrider"

# The node. Its name is the host's if none is set.
# name       = "node-1"
# region     = "global"
# datacenter = "dc1"

# Where HTTP is served: this machine only. 0.0.0.0 for all addresses; see tls below before you do that.
# bind_addr = "127.0.0.1"
# addresses {
#   http = "127.0.0.1"    # over bind_addr
# }
# ports {
#   http = 4646
# }

client {
  enabled = true

  # Facts about the node that jobs may use as ${meta.rack}, and constraints too. (No default.)
  # meta {
  #   rack = "r1"
  # }
}

server {
  enabled = true
}

# The log goes to standard error, and into a file if one is named. trace, debug, info, warn or error.
log_level = "info"
# log_json = false

# More or less of single parts. (No default.)
# log_levels {
#   "io.outrider.agent.http" = "debug"
# }

# With a slash at its end it is a folder. (No default.) It is put aside after this time, or when it has these bytes
# (0: however large); of those put aside so many are kept (0: all).
# log_file             = "/var/log/outrider/outrider.log"
# log_rotate_duration  = "24h"
# log_rotate_bytes     = 0
# log_rotate_max_files = 0

# Whether a signal that ends the agent stops its jobs too. Else their tasks go on, and the next agent finds them again.
# leave_on_interrupt = false
# leave_on_terminate = false

# HTTPS: certificate and key in PEM, the key as PKCS#8. With verify_https_client clients must show a certificate that
# one of ca_file has signed. (No defaults but false.)
# tls {
#   http                = true
#   cert_file           = "/etc/outrider/agent.pem"
#   key_file            = "/etc/outrider/agent.key"
#   ca_file             = "/etc/outrider/ca.pem"
#   verify_https_client = true
# }

# Added to every answer. (No default.)
# http_api_response_headers {
#   Access-Control-Allow-Origin = "https://example.org"
# }

# What clients may cost. http_max_conns_per_client = 0 is no limit.
# limits {
#   http_max_conns_per_client = 100
#   http_max_conns            = 4096
#   https_handshake_timeout   = "5s"
#   http_max_head_bytes       = 32768
#   http_max_body_bytes       = 16777216
#   http_head_timeout         = "10s"
#   http_body_timeout         = "60s"
#   http_idle_timeout         = "2m"
#   http_write_timeout        = "60s"
# }
