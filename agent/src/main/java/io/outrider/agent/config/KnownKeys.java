package io.outrider.agent.config;

import java.util.Locale;

/**
 * All names that a config file may use: those of the reference, and a few of ours. Each line is a path, then the kinds
 * and names at that path; a star marks what this agent uses, the rest is accepted and named in a warning.
 */
final class KnownKeys {

    private static final String TABLE = """
            - text: region* datacenter* name* data_dir* plugin_dir log_level* log_file* bind_addr* syslog_facility
            - bool: log_json* log_include_location enable_debug leave_on_interrupt* leave_on_terminate* enable_syslog
            - bool: disable_update_check* disable_anonymous_signature* disable_file_logging
            - int: log_rotate_bytes* log_rotate_max_files*
            - duration: log_rotate_duration*
            - map: http_api_response_headers* log_levels*
            addresses text: http* rpc serf
            advertise text: http rpc serf
            ports int: http* rpc serf
            tls bool: http* rpc verify_https_client* verify_server_hostname rpc_upgrade_mode
            tls bool: tls_prefer_server_cipher_suites
            tls text: ca_file* cert_file* key_file* tls_cipher_suites tls_min_version
            limits duration: https_handshake_timeout* rpc_handshake_timeout
            limits count: http_max_conns_per_client* rpc_max_conns_per_client http_max_conns* http_max_head_bytes*
            limits count: http_max_body_bytes*
            limits duration: http_head_timeout* http_body_timeout* http_idle_timeout* http_write_timeout*
            server bool: enabled* non_voting_server upgrade_version rejoin_after_leave raft_boltdb_no_freelist_sync
            server int: bootstrap_expect* num_schedulers raft_protocol raft_multiplier protocol_version
            server int: eval_nack_timeout_ms deployment_query_rate_limit plan_rejection_window_limit
            server text: data_dir authoritative_region redundancy_zone encrypt root_key_gc_interval
            server any: enabled_schedulers min_heartbeat_ttl max_heartbeats_per_second heartbeat_grace
            server any: failover_heartbeat_ttl
            server any: node_gc_threshold job_gc_interval job_gc_threshold eval_gc_threshold batch_eval_gc_threshold
            server any: deployment_gc_threshold csi_plugin_gc_threshold csi_volume_claim_gc_threshold
            server any: acl_token_gc_threshold
            server any: csi_volume_claim_gc_interval root_key_gc_threshold root_key_rotation_threshold
            server any: start_join retry_join
            server any: retry_max retry_interval server_join plan_rejection_tracker default_scheduler_config raft_bolt
            server any: search job_max_priority job_default_priority job_max_source_size event_buffer_size
            server any: raft_snapshot_threshold raft_snapshot_interval raft_trailing_logs job_tracked_versions
            server any: enable_event_broker eval_gc_interval license_path license_env jwt_signing_algorithm
            server any: jwt_issuer oidc_issuer client_introduction start_timeout keyring
            client bool: enabled* no_host_uuid disable_remote_exec nomad_service_discovery bridge_network_hairpin_mode
            client bool: bind_wildcard_default_host_network cpu_disable_dmidecode gc_volumes_on_node_gc
            client bool: default_ineligible
            client map: meta* options chroot_env
            client text: state_dir alloc_dir alloc_mounts_dir node_class node_pool cni_path cni_config_dir cgroup_parent
            client text: network_interface bridge_network_name bridge_network_subnet bridge_network_subnet_ipv6
            client text: reservable_cores host_volumes_dir host_volume_plugin_dir common_plugin_dir log_file
            client text: preferred_address_family
            client int: network_speed cpu_total_compute memory_total_mb disk_total_mb disk_free_mb max_dynamic_port
            client int: min_dynamic_port client_max_port client_min_port gc_parallel_destroys gc_max_allocs
            client int: node_max_allocs
            client any: gc_disk_usage_threshold gc_inode_usage_threshold
            client duration: max_kill_timeout gc_interval
            client list: servers
            client.reserved any: cpu memory disk reserved_ports cores
            client.drain_on_shutdown any: deadline force ignore_system_jobs
            client.server_join any: start_join retry_join retry_max retry_interval
            client.host_volume.? any: path read_only
            client.host_network.? any: cidr interface reserved_ports
            client.fingerprint.? any: retry_interval retry_attempts exit_on_failure
            client.users any: dynamic_user_min dynamic_user_max
            client.template any: function_denylist function_blacklist disable_file_sandbox max_stale block_query_wait
            client.template any: wait wait_bounds consul_retry vault_retry nomad_retry
            client.artifact any: http_read_timeout http_max_size gcs_timeout git_timeout hg_timeout s3_timeout
            client.artifact any: decompression_file_count_limit decompression_size_limit disable_filesystem_isolation
            client.artifact any: set_environment_variables disable_artifact_inspection filesystem_isolation_extra_paths
            plugin.? any: args config
            acl bool: enabled
            acl any: token_ttl policy_ttl role_ttl replication_token token_min_expiration_ttl token_max_expiration_ttl
            telemetry any: statsite_address statsd_address datadog_address datadog_tags prometheus_metrics
            telemetry any: disable_hostname
            telemetry any: use_node_name collection_interval publish_allocation_metrics publish_node_metrics
            telemetry any: prefix_filter
            telemetry any: filter_default disable_dispatched_job_summary_metrics disable_rpc_rate_metrics_labels
            telemetry any: circonus_api_token circonus_api_app circonus_api_url circonus_submission_interval
            telemetry any: circonus_submission_url circonus_check_id circonus_check_force_metric_activation
            telemetry any: circonus_check_instance_id circonus_check_search_tag circonus_check_tags
            telemetry any: circonus_check_display_name circonus_broker_id circonus_broker_select_tag
            telemetry any: in_memory_collection_interval in_memory_retention_period include_alloc_metadata_in_metrics
            telemetry any: allowed_metadata_keys_in_metrics disable_allocation_hook_metrics
            telemetry any: disable_quota_utilization_metrics
            - any: consul vault sentinel autopilot audit ui reporting rpc keyring
            """;

    private static final Key ROOT = read();

    private KnownKeys() {}

    /** What holds the names of a file's top. */
    static Key root() {
        return ROOT;
    }

    private static Key read() {
        Key root = new Key();
        TABLE.lines().forEach(line -> add(root, line));
        return root;
    }

    private static void add(Key root, String line) {
        int colon = line.indexOf(':');
        String[] head = line.substring(0, colon).split(" ", -1);
        Key at = root;
        if (!head[0].equals("-")) {
            for (String step : head[0].split("\\.", -1)) {
                at = at.add(step);
            }
        }
        Kind kind = Kind.valueOf(head[1].toUpperCase(Locale.ROOT));
        for (String name : line.substring(colon + 1).strip().split(" ", -1)) {
            boolean used = name.endsWith("*");
            at.add(used ? name.substring(0, name.length() - 1) : name).is(kind, used);
        }
    }
}
