/** The gateway, its HTTP doors and webhooks. The units are in the names. */
export const liveLimits = {
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
  /** A connection that goes on sending after so many messages in a row were dropped is closed; one that is let through between them makes up for one. */
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
  /** What a stranger wrote, as far as answers and the log say it back; of a text that should have been signed, more. */
  quoted_chars_max: 200,
  signed_text_quoted_chars_max: 500,
  /** `Idempotency-Key` of publish calls: of one app, in memory. */
  idempotency_keys_max: 10_000,
  idempotency_hours_max: 24,
  idempotency_key_chars_max: 255,

  /** Settings of an app */
  app_id_chars_max: 40,
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
  /** Calls by which a back end tells of people, of one API token and of all of them together; and so many seconds of that at once. */
  back_end_calls_per_second_max: 500,
  back_end_app_calls_per_second_max: 2_000,
  back_end_burst_s: 4,
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
  /** Of one delivery the newest attempts are kept: all of a series, and of the replays before it what there is room for. */
  webhook_attempts_kept_max: 20,
  /** Of what a receiver answered. */
  webhook_answer_excerpt_bytes_max: 1_024,
  webhook_url_chars_max: 2_048,
  webhooks_per_app_max: 20,
} as const;
