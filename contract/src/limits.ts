/**
 * Every number that bounds something, with its unit in its name. Where the Pusher protocol names a value it is used
 * (Pusher documentation, "Limits"); the others are decisions of Fanfare.
 */
export const limits = {
  /** Gateway */
  frame_bytes_max: 64 * 1024,
  /** What the process reads of one frame: above `frame_bytes_max`, so that what is too long is answered and not cut off. */
  frame_bytes_read_max: 128 * 1024,
  /** What waits for one client that does not read. */
  reader_buffer_bytes_max: 1024 * 1024,
  activity_timeout_s: 120,
  activity_slack_s: 10,
  pong_timeout_s: 30,
  /** Of clients whose protocol knows no ping: without a message for so long, they are no longer there. */
  inactivity_timeout_s: 24 * 60 * 60,
  /** Until a connection has authorized itself, where the app wants that. */
  authorization_timeout_s: 30,
  channels_per_connection_max: 100,
  inbound_messages_per_second_max: 50,
  inbound_messages_burst_max: 250,
  inbound_bytes_per_second_max: 128 * 1024,
  inbound_bytes_burst_max: 1024 * 1024,
  /** A connection that goes on sending after so many messages in a row were dropped is closed. */
  inbound_dropped_in_a_row_max: 1_000,
  liveness_sweep_ms: 10_000,
  /** What waits for a client that comes and goes, and how long it is waited for. */
  mailbox_messages_max: 10_000,
  http_linger_ms: 5_000,
  /** How long a poll waits, and the longest silence of a stream: shorter than proxies bear. */
  http_heartbeat_ms: 25_000,
  http_idle_timeout_s: 60,
  /** Between two answers to the polls of one connection: what happens in between goes out together. */
  http_poll_interval_ms: 50,
  /** A frame of full size, quoted. */
  http_send_bytes_max: 256 * 1024,
  /** Of one app and address: offices share one. */
  http_sessions_per_caller_max: 500,
  http_sessions_max: 10_000,
  drain_spread_ms: 10_000,
  drain_close_batch: 200,
  channel_name_chars_max: 200,
  event_name_chars_max: 200,
  event_data_bytes_max: 10 * 1024,
  channels_per_publish_max: 100,
  events_per_batch_max: 10,
  client_events_per_second_max: 10,
  /** Subscribers of a channel up to whom each change of their number is told at once, and the pause above that. */
  counted_at_once_max: 100,
  count_interval_ms: 5_000,
  presence_members_max: 100,
  presence_member_bytes_max: 1024,
  user_id_chars_max: 128,
  watchlist_users_max: 100,
  /** Of one app. */
  cached_channels_max: 2_000,
  cache_ttl_s: 30 * 60,
  /** Room for a full batch of events of full size, quoted twice. */
  publish_body_bytes_max: 256 * 1024,
  signature_age_s_max: 600,
  signed_query_parameters_max: 32,
  /** `Idempotency-Key` of publish calls: of one app, in memory. */
  idempotency_keys_max: 10_000,
  idempotency_hours_max: 24,
  idempotency_key_chars_max: 255,

  /** Settings of an app */
  app_name_chars_max: 80,
  origin_chars_max: 300,
  allowed_origins_max: 100,
  channel_rules_max: 100,
  history_rules_max: 50,
  history_events_default: 100,
  history_events_max: 1_000,
  history_ttl_s_default: 120,
  history_ttl_s_max: 3_600,
  /** Below what may wait for one slow reader, so that a replay cuts nobody off. */
  history_bytes_per_channel_max: 256 * 1024,
  /** Of all channels of all apps. */
  history_bytes_max: 64 * 1024 * 1024,
  /** Bytes that one connection gets replayed within `liveness_sweep_ms`; beyond that it is told to reload. */
  replay_bytes_max: 512 * 1024,

  /** HTTP */
  body_bytes_max: 512 * 1024,
  json_depth_max: 32,
  stop_requests_wait_ms: 10_000,
  tls_check_ms: 10_000,
  authorization_body_bytes_max: 16 * 1024,
  preflight_max_age_s: 7_200,

  /** Calls of the SDK: a token bucket for each app key and address */
  v1_requests_per_second_max: 50,
  v1_requests_burst_max: 200,
  v1_buckets_max: 20_000,
  /** Batches of events of one person. */
  v1_batches_per_second_max: 20,
  v1_batches_burst_max: 100,
  /** Calls of all pages of an app together. */
  v1_app_requests_per_second_max: 5_000,
  v1_app_requests_burst_max: 20_000,
  /** Body of every call but `POST events`. */
  v1_body_bytes_max: 128 * 1024,
  page_url_chars_max: 4_096,

  /** Webhooks: what happens within the window goes out together */
  webhook_batch_window_ms: 100,
  webhook_batch_events_max: 50,
  webhook_batch_bytes_max: 64 * 1024,
  /** Who comes back within this time was never away (Pusher protocol, "Webhooks"). */
  webhook_absence_ms: 3_000,
  webhook_timeout_ms: 5_000,
  webhook_answer_bytes_max: 64 * 1024,
  /** Between two attempts: half of a pause that doubles from base to cap, and up to as much again at random. */
  webhook_retry_base_ms: 1_000,
  webhook_retry_cap_ms: 60_000,
  /** Receivers refuse what is older. */
  webhook_retry_window_ms: 5 * 60 * 1_000,
  /** Events of an app that wait in memory for the database. */
  webhook_events_waiting_max: 10_000,
  /** Deliveries of one webhook that wait for its receiver; what comes on top is dead at once. */
  webhook_pending_max: 10_000,
  webhook_delivered_kept_max: 1_000,
  webhook_dead_kept_max: 10_000,
  webhook_error_chars_max: 300,
  webhook_url_chars_max: 2_048,
  webhooks_per_app_max: 20,

  /** Identity */
  identity_token_chars_max: 4_096,
  identity_clock_skew_s: 30,
  identity_groups_max: 50,
  external_id_bytes_max: 200,
  attributes_max: 200,
  attribute_key_chars_max: 64,
  attribute_text_chars_max: 1_024,
  attribute_list_max: 100,
  attributes_bytes_max: 32 * 1024,
  /** Different attributes of people, groups and memberships each, of one app. */
  attribute_definitions_max: 2_000,
  anonymous_token_days: 400,
  anonymous_token_renewal_days: 30,
  anonymous_cookie_apps_max: 8,
  person_seen_resolution_ms: 15 * 60 * 1_000,
  person_write_attempts_max: 16,

  app_secrets_live_max: 2,
  /** When secrets were used last is written once in so long. */
  secret_use_note_ms: 60_000,
  erase_step_rows_max: 100,

  /** Events and runs */
  events_per_request_max: 500,
  event_props_bytes_max: 8 * 1024,
  outbox_events_max: 10_000,
  outbox_batch_bytes_max: 60 * 1024,
  /** Calls by which a page that is left says the rest; browsers take 64 KiB of such bodies in all. */
  leaving_calls_max: 16,

  /** Live updates */
  live_update_bytes_max: 8 * 1024,
  /** What is no larger travels in the signal to pages that are open. */
  live_update_inline_bytes_max: 4 * 1024,
  live_update_people_max: 1_000,
  live_update_segment_people_max: 50_000,
  live_update_name_chars_max: 64,
  live_update_ttl_s_min: 5,
  live_update_ttl_s: 24 * 60 * 60,
  live_update_ttl_s_max: 30 * 24 * 60 * 60,
  live_updates_per_second_max: 100,
  live_updates_burst_max: 200,
  /** What a page is given at once; the rest comes with its next question. */
  live_updates_per_pull_max: 50,
  /** A page that took what only one device shows and then says nothing keeps it from the others this long. */
  live_update_claim_ms: 60_000,
  live_update_counts_interval_ms: 1_000,
  live_update_targets_forgotten_at_once: 1_000,
  /** Ids that a browser profile remembers so as to show nothing twice. */
  shown_messages_kept_max: 500,
  live_update_group_pages_max: 100_000,
  /** The newest so many announcements and so many live updates can be read again. */
  feed_items_max: 50,
  notice_title_chars_max: 120,
  notice_text_chars_max: 1_000,
  notice_action_chars_max: 40,

  /** What the console sees of an app while it looks: events in each interval, beyond which they are only counted. */
  tail_interval_ms: 500,
  tail_events_per_interval_max: 25,
  tail_data_chars_max: 4_000,
  /** Events that the console keeps of what it heard. */
  tail_events_kept_max: 500,
  pulse_interval_ms: 1_000,
  channel_members_shown_max: 200,

  /** Measure: below this nothing is said of an experiment */
  experiment_people_min: 100,
  experiment_reached_min: 20,
  goals_per_app_max: 100,
  goal_name_chars_max: 80,
  goal_props_max: 10,
  goal_window_days_max: 90,
  analytics_days_max: 400,
  /** Names that an author of rules chooses from. */
  event_names_listed_max: 200,
  event_names_days: 90,
  /** Of so many views of a step, one in ten without its target is told. */
  target_alert_views_min: 20,
  target_alert_share: 0.1,
  /** Targets are looked at for so long back. */
  target_alert_days: 7,
  overview_days: 15,
  overview_names_max: 5,
  events_kept_days: 400,
  events_forgotten_at_once: 2_000,
  /** After the start, when it has other things to do; and from then on. */
  retention_first_ms: 60_000,
  retention_interval_ms: 6 * 60 * 60 * 1_000,
  export_rows_per_read: 1_000,

  /** Content */
  slug_chars_max: 80,
  content_name_chars_max: 120,
  steps_max: 50,
  step_title_chars_max: 120,
  step_text_chars_max: 4_000,
  step_blocks_max: 20,
  button_label_chars_max: 40,
  /** Translations: languages of a content, texts of each, and the name of a text. */
  locales_max: 50,
  texts_max: 2_000,
  text_key_chars_max: 200,
  step_buttons_max: 4,
  step_advances_max: 5,
  step_highlights_max: 5,
  scroll_margin_px_max: 400,
  /** A step that goes on by itself leaves time to read (WCAG 2.2.1), and can be held. */
  advance_delay_ms_min: 5_000,
  advance_delay_ms_max: 600_000,
  /** How long a step waits for the host action that prepares the page for it. */
  prepare_ms_max: 5_000,
  /** Slides of a carousel, tabs of a dialog. */
  panels_max: 10,
  /** Hints beside each other in one page. */
  inline_contents_max: 10,
  tasks_max: 20,
  /** How often a move of a checklist is tried that others come before: as often as it has tasks, and its end. */
  checklist_moves_max: 21,
  questions_max: 10,
  choice_options_max: 20,
  rating_scale_max: 10,
  /** What a person writes for an answer. */
  survey_text_chars_max: 2_000,
  celebration_colors_max: 12,
  /** Of one person, where no cap group speaks of celebrations. */
  celebrations_per_day_max: 5,
  /** What was reached longer ago than this is not celebrated any more. */
  occasion_due_hours: 72,
  target_strategies_max: 8,
  target_value_chars_max: 1_000,
  step_wait_ms_default: 8_000,
  step_wait_ms_max: 60_000,
  url_patterns_max: 20,
  url_pattern_chars_max: 500,
  edition_bytes_max: 512 * 1024,
  tags_max: 20,
  tag_chars_max: 40,
  start_delay_ms_max: 300_000,
  cooldown_hours_max: 8_760,
  holdout_percent_max: 50,
  variant_name_chars_max: 40,
  experiment_seed_chars_max: 32,

  /** Rules of audiences and segments */
  rule_depth_max: 6,
  rule_nodes_max: 50,
  rule_values_max: 50,
  rule_days_max: 3_650,
  rule_event_times_max: 1_000_000,
  /** Decisions: of one boot in so many, by the person and the day, all are logged; of watched people always. */
  time_zone_chars_max: 64,
  /** A debug link opens its panel for so long. */
  debug_link_minutes: 15,
  decision_log_sample: 100,
  decision_log_days: 30,
  decision_log_bytes_max: 256 * 1024,
  /** Calls for somebody who was erased are refused for so long. */
  erasure_days: 30,
  /** Lists of people: what is counted one by one, how many are looked at to estimate more, and to fill a page of a segment. */
  people_counted_max: 10_000,
  people_sampled: 2_000,
  people_scanned_max: 20_000,
  people_scan_step: 500,
  people_columns_max: 6,
  /** Import: people of one call, and what a browser reads of a file. */
  people_import_batch_max: 200,
  people_import_bytes_max: 200 * 1024 * 1024,
  people_import_line_bytes_max: 64 * 1024,
  segments_max: 500,
  segment_name_chars_max: 80,
  segment_samples_max: 10,
  cap_groups_max: 20,
  cap_runs_max: 1_000,
  /** Runs of one person that are looked at for their cap groups. */
  cap_runs_read_max: 2_000,

  /** Themes: how round, how dim */
  themes_max: 50,
  theme_name_chars_max: 80,
  theme_radius_px_max: 28,
  theme_backdrop_percent_min: 20,
  theme_backdrop_percent_max: 90,
  theme_fonts_max: 6,

  /** Suppression: "Do not show again" */
  suppression_days_default: 365,
  suppression_days_max: 3_650,
  /** "Remind me later": 30 days. */
  snooze_hours_max: 720,
  suppressions_per_person_max: 500,

  /** Change signal: a crowd becomes a stream */
  change_spread_ms: 1_500,
  kill_switch_spread_ms: 400,
  app_refresh_retry_ms: 1_000,
  app_refresh_tries_max: 30,

  /** SDK: full jitter under a ceiling that doubles from base to cap; after `reconnect_quick_attempts` the slow cap holds */
  reconnect_base_ms: 1_000,
  reconnect_cap_ms: 15_000,
  reconnect_quick_attempts: 12,
  reconnect_slow_cap_ms: 120_000,
  /** A connection that lived this long starts its next backoff from the beginning. */
  reconnect_stable_ms: 10_000,
  /** From dialling to `pusher:connection_established`. */
  handshake_timeout_ms: 15_000,
  /** The shortest pause between two looks at a quiet connection: no timer of an idle page repeats sooner. */
  activity_timeout_ms_min: 30_000,
  /** A page that wakes asks a connection that was silent this long whether it is still there. */
  wake_silence_ms: 10_000,
  wake_pong_timeout_ms: 5_000,
  request_timeout_ms: 15_000,
  retry_base_ms: 1_000,
  retry_cap_ms: 300_000,
  /** Events wait this long for company; everything else leaves at once. */
  outbox_flush_delay_ms: 1_000,
  /** What a page that was left had still to say goes first, but the boot waits no longer than this for it. */
  outbox_before_boot_ms: 2_000,
  /** A page without a live connection asks again on focus, but not sooner than this after the last answer. */
  heal_interval_ms_min: 30_000,

  /** Console */
  page_size_default: 50,
  page_size_max: 200,
  member_name_chars_max: 80,
  password_chars_min: 10,
  password_chars_max: 1_024,
  password_hashes_at_once_max: 2,
  password_hash_queue_max: 20,
  /** For one account from one address, for an account from anywhere, and from one address for any account. */
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
  /** Links to a new password that whoever forgot it may ask for: for one account, and from one address. */
  reset_asks_per_account_per_hour_max: 3,
  reset_asks_per_address_per_hour_max: 20,
  /** Each of reaching the mail server, its greeting, and its next word. */
  mail_step_timeout_ms: 10_000,
  /** Of what a mail server says when it does not take a letter. */
  mail_error_chars_max: 300,
  recovery_codes: 10,
  backups_shown_max: 50,
  audit_seal_rows_max: 200,
  audit_verify_rows: 1_000,
  audit_export_page_rows: 500,
  token_name_chars_max: 80,
  token_scopes_max: 40,
  token_days_max: 3_650,
  autosave_delay_ms: 800,
  autosave_retry_ms: 5_000,
  autosave_retry_ms_max: 60_000,
  search_delay_ms: 250,
  skeleton_delay_ms: 200,
  toast_ms: 6_000,

  /** Storage: one group commit takes what arrived within the window */
  group_commit_window_ms: 5,
  group_commit_rows_max: 100,
  write_queue_batches_max: 10_000,
  store_deadline_ms: 5_000,
  migration_deadline_ms: 30 * 60_000,
  /** SQLite shortens its write-ahead log to this after a checkpoint. */
  wal_bytes_max: 64 * 1024 * 1024,
  postgres_readers_max: 8,
  postgres_connect_s_max: 5,
  deadlock_retries_max: 3,
  group_lock_wait_ms: 100,
} as const;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
