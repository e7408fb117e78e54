export const consoleLimits = {
  page_size_default: 50,
  page_size_max: 200,
  /** Infinite lists end here. To see more, narrow or export the list. */
  list_rows_max: 10_000,
  /** Rows counted and choices listed in a filter menu. */
  facet_rows_counted_max: 10_000,
  facet_choices_max: 200,
  /** Rows of one bulk action. */
  selected_max: 200,
  cursor_chars_max: 400,
  id_chars_max: 80,
  search_chars_max: 200,
  /** Consecutive empty pages until an infinite list stops loading automatically. */
  list_empty_parts_max: 5,
  /** Up to this size, all rows stay in the document, so that the browser's find works. */
  list_whole_rows_max: 100,
  /** Tags in the filter of the content list. */
  tags_listed_max: 200,
  member_name_chars_max: 80,
  custom_roles_max: 100,
  role_name_chars_max: 60,
  /** Far more than there are permissions. */
  role_permissions_max: 200,
  /** RFC 5321, 4.5.3.1.3, without the brackets. Hosts: RFC 1035, 2.3.4, without the trailing dot. */
  email_chars_max: 254,
  host_chars_max: 253,
  one_time_token_chars_max: 200,
  /** Authentication code or recovery code. */
  second_factor_code_chars_max: 40,
  password_chars_min: 10,
  password_chars_max: 1_024,
  password_hashes_at_once_max: 2,
  password_hash_queue_max: 20,
  /** Per account and IP address, per account, and per IP address. */
  sign_in_attempts_per_10_min_max: 10,
  sign_in_attempts_per_account_per_10_min_max: 300,
  sign_in_attempts_per_address_per_10_min_max: 100,
  sign_in_names_remembered_max: 10_000,
  sign_in_touch_s: 60,
  sign_in_idle_hours_max: 8,
  sign_in_absolute_days_max: 30,
  setup_link_minutes: 30,
  invite_days: 7,
  reset_link_hours: 24,
  /** Requested password reset links, per account and per IP address. */
  reset_asks_per_account_per_hour_max: 3,
  reset_asks_per_address_per_hour_max: 20,
  /** Applies to the connection, the greeting, and each reply. */
  mail_step_timeout_ms: 10_000,
  mail_error_chars_max: 300,
  mail_user_chars_max: 320,
  mail_from_name_chars_max: 80,
  /** Single sign-on: limits of the identity provider's settings and responses, and of the sign-in flow. */
  provider_url_chars_max: 500,
  provider_name_chars_max: 40,
  provider_client_id_chars_max: 300,
  provider_domains_max: 50,
  provider_timeout_ms: 8_000,
  provider_answer_bytes_max: 256 * 1024,
  provider_answer_head_bytes_max: 32 * 1024,
  provider_flow_minutes: 10,
  /** Cache lifetime of the provider's discovery document. */
  provider_discovery_minutes: 5,
  /** Sign-in flows started and finished per IP address. */
  provider_calls_per_address_per_10_min_max: 200,
  provider_subject_chars_max: 255,
  /** Tolerated difference between the provider's clock and ours. */
  provider_clock_skew_s: 30,
  /** Longer ID tokens aren't stored: they are sent in a URL as `id_token_hint`. */
  provider_id_token_chars_max: 4_000,
  provider_logout_body_bytes_max: 16 * 1024,
  /** Maximum age of an accepted logout token. */
  provider_logout_token_minutes: 10,
  scim_page_size_default: 100,
  scim_page_size_max: 200,
  scim_text_chars_max: 500,
  provisioned_group_members_max: 2_000,
  saml_certificates_max: 2,
  saml_certificate_chars_max: 8_000,
  saml_metadata_chars_max: 100_000,
  saml_response_bytes_max: 256 * 1024,
  /** From the provider's response to the session. The browser only follows a redirect in between. */
  saml_complete_minutes: 2,
  /** How long after its issue a SAML assertion is accepted at most. */
  saml_assertion_minutes: 10,
  /** Cache lifetime of the provider's keys for logout tokens, which can arrive by the thousands. */
  provider_keys_kept_s: 10,
  recovery_codes: 10,
  backups_shown_max: 50,
  audit_seal_rows_max: 200,
  audit_verify_rows: 1_000,
  audit_export_page_rows: 500,
  token_name_chars_max: 80,
  token_scopes_max: 40,
  token_days_max: 3_650,
  /** Assistants that members connect: lifetime of a code, and of the token that it's exchanged for. */
  oauth_code_s: 60,
  oauth_token_days: 30,
  /** Registrations and exchanges per IP address. */
  oauth_calls_per_minute: 30,
  oauth_body_bytes_max: 16 * 1024,
  /** A client's ID contains its registration. */
  oauth_client_id_chars_max: 4_096,
  oauth_redirect_uri_chars_max: 400,
  oauth_redirect_uris_max: 5,
  oauth_scope_chars_max: 400,
  /** Accessibility tree of a page, from which an assistant gets targets. */
  page_tree_chars_max: 300_000,
  page_targets_max: 100,
  oauth_state_chars_max: 1_000,
  autosave_delay_ms: 800,
  /** When the console lists what can be missing, if a page hasn't opened the builder. */
  builder_answer_ms: 20_000,
  autosave_retry_ms: 5_000,
  autosave_retry_ms_max: 60_000,
  search_delay_ms: 250,
  /**
   * A retry within this time reuses the idempotency key of the request whose response was lost. No request runs longer
   * than a minute.
   */
  deed_lost_minutes_max: 30,
  deeds_lost_max: 20,
  deed_s_max: 60,
  skeleton_delay_ms: 200,
  toast_ms: 6_000,
  /** Toasts with a button, such as Undo. The time stops while a toast is hovered or focused. */
  toast_action_ms: 15_000,

  /** Storage. A group commit contains the writes that arrive within this window. */
  group_commit_window_ms: 5,
  group_commit_rows_max: 100,
  write_queue_batches_max: 10_000,
  store_deadline_ms: 5_000,
  /**
   * SQLite: threads for reads that may be slow, such as lists and reports. Waiting reads, and how long one may take
   * with its wait: shorter than the idle timeout of a request.
   */
  sqlite_readers_max: 2,
  read_queue_max: 1_000,
  background_read_deadline_ms: 30_000,
  /**
   * A read that takes this long is slow. After so many within the window, the next reads are watched. After so many that
   * waited for the disk, reads run in threads for a pause, and then one read tries the disk again.
   */
  slow_read_ms: 20,
  slow_reads_max: 3,
  slow_reads_window_ms: 1_000,
  watched_reads_max: 50,
  slow_disk_pause_ms: 5_000,
  /** `/readyz` tries a write at most this often. */
  ready_write_interval_ms: 3_000,
  /** With less free space, `/readyz` reports `disk_low`: SQLite needs space for its log to shrink the database. */
  disk_reserve_bytes: 64 * 1024 ** 2,
  /** A clock may be this much behind the one that wrote the data. */
  clock_skew_ms_max: 10 * 60_000,
  migration_deadline_ms: 30 * 60_000,
  /** SQLite truncates its write-ahead log to this size after a checkpoint. */
  wal_bytes_max: 64 * 1024 * 1024,
  postgres_readers_max: 8,
  postgres_connect_s_max: 5,
  deadlock_retries_max: 3,
  group_lock_wait_ms: 100,

  /** Nodes on one PostgreSQL database. Each node reports this often that it's alive. */
  node_beat_ms: 2_500,
  /** A node that hasn't reported for this long may be replaced. Its database sessions are ended then. */
  node_lease_ms: 12_500,
  /** A standby tries to become active this often. */
  node_takeover_poll_ms: 2_000,
  /** A node that ended without removing itself is listed for this long after its last report. */
  node_listed_ms: 5 * 60_000,
  /** Rows of nodes that ended without removing themselves are deleted after this. */
  node_kept_ms: 60 * 60_000,
  /** Other nodes read the versions of all apps this often, in addition to the messages in the log. */
  apps_poll_ms: 2_000,
  /** The node that sends webhooks looks this often for facts that other nodes recorded. */
  facts_poll_ms: 2_000,
  /** Exclusive work, such as sending webhooks, belongs to one node. It stops in time before another may take over. */
  lease_ms: 15_000,
  lease_renew_ms: 5_000,
  lease_held_ms_max: 10_000,

  /** The log in Redis. A command without a response has failed after this. */
  redis_command_ms: 1_000,
  redis_connect_ms: 5_000,
  redis_retry_ms: 200,
  /** A node reads the log with this wait, so it hears from Redis at least this often. */
  redis_read_wait_ms: 1_000,
  redis_read_entries_max: 50,
  /** Messages that go to the log as one entry while another is on its way. A longer message goes alone. */
  redis_append_messages_max: 500,
  redis_append_chars_max: 256 * 1024,
  /** Signals that a node keeps for the other nodes while Redis doesn't respond. */
  redis_posted_max: 10_000,
  /** Without a response for this long, a node is degraded. */
  redis_silence_ms_max: 3_000,
  redis_beat_ms: 2_500,
  /** A node that hasn't reported to Redis for this long is gone, with its subscribers and presence members. */
  redis_lease_ms: 8_000,
  /** Entries stay in the log this long. A node that was away longer gets the state from another node. */
  redis_log_ms: 60_000,
  redis_snapshot_ms: 5_000,
  redis_snapshot_poll_ms: 20,
  /** Joins, leaves, and changed counts of a node are sent together. */
  redis_changes_wait_ms: 5,
  /** Channels without stored events whose last position is remembered. */
  history_positions_kept_max: 100_000,
} as const;
