export const liveLimits = {
  frame_bytes_max: 64 * 1024,
  /** Bytes read per frame. Above `frame_bytes_max`, so that oversized frames get an error instead of a disconnect. */
  frame_bytes_read_max: 128 * 1024,
  /** Send buffer of one slow client. */
  reader_buffer_bytes_max: 1024 * 1024,
  activity_timeout_s: 120,
  activity_slack_s: 10,
  pong_timeout_s: 30,
  /** Clients whose protocol has no ping are disconnected after this time without a message. */
  inactivity_timeout_s: 24 * 60 * 60,
  /** Time to authorize a connection, if the app requires it. */
  authorization_timeout_s: 30,
  channels_per_connection_max: 100,
  inbound_messages_per_second_max: 50,
  inbound_messages_burst_max: 250,
  inbound_bytes_per_second_max: 128 * 1024,
  inbound_bytes_burst_max: 1024 * 1024,
  /**
   * Connections that keep sending after this many consecutive drops are closed. Each accepted message offsets one drop.
   */
  inbound_dropped_in_a_row_max: 1_000,
  liveness_sweep_ms: 10_000,
  /** Queued messages of an HTTP client between requests, and how long the server waits for its next request. */
  mailbox_messages_max: 10_000,
  http_linger_ms: 5_000,
  /** Duration of a long poll, and the longest silence of a stream. Below the idle timeouts of proxies. */
  http_heartbeat_ms: 25_000,
  http_idle_timeout_s: 60,
  /** Minimum interval between poll responses of one connection. Messages in between are sent together. */
  http_poll_interval_ms: 50,
  /** Fits a frame of maximum size with JSON escaping. */
  http_send_bytes_max: 256 * 1024,
  /** Per app and IP address: offices share an address. */
  http_sessions_per_caller_max: 500,
  http_sessions_max: 10_000,
  /** File descriptors that WebSockets leave to HTTP, the database, and webhooks, or half of them if there are few. */
  descriptors_reserved: 1_024,
  /** Where the system doesn't tell. */
  descriptors_assumed: 10_240,
  /** New connections per turn of the event loop. Messages of other clients run in between. */
  handshakes_per_turn_max: 8,
  /** A SignalR negotiation over the rate of new connections waits this long for its slot. Stock clients rarely retry. */
  negotiation_wait_ms_max: 8_000,
  /** Longest wait that a client over the rate of new connections is told. */
  reconnect_slot_ms_max: 60_000,
  /** Shortest wait of a client that found no room. The longest is twice as long. */
  reconnect_full_ms: 5_000,
  drain_spread_ms: 10_000,
  drain_close_batch: 200,
  channel_name_chars_max: 200,
  event_name_chars_max: 200,
  event_data_bytes_max: 10 * 1024,
  channels_per_publish_max: 100,
  events_per_batch_max: 10,
  client_events_per_second_max: 10,
  /** Up to this many subscribers, each count change is sent immediately. Above it, at most one per interval. */
  counted_at_once_max: 100,
  count_interval_ms: 5_000,
  presence_members_max: 100,
  /** Members of all presence channels of an app. */
  presence_memberships_max: 20_000,
  presence_member_bytes_max: 1024,
  user_id_chars_max: 128,
  watchlist_users_max: 100,
  /** Per app. */
  cached_channels_max: 2_000,
  cache_ttl_s: 30 * 60,
  /** Time between a page's first request and its subscription, on a slow line and after refused connections. */
  signal_kept_s: 30,
  /** Per app. */
  signals_kept_max: 10_000,
  /** Events of an app's backends, multiplied by their channels. The burst is the rate times `published_burst_s`. */
  published_messages_per_second_max: 5_000,
  published_burst_s: 4,
  /** Fits a full batch of maximum-size events with double JSON escaping. */
  publish_body_bytes_max: 256 * 1024,
  signature_age_s_max: 600,
  signed_query_parameters_max: 32,
  /** Client input quoted in responses and logs, and the longer limit for a text to sign. */
  quoted_chars_max: 200,
  signed_text_quoted_chars_max: 500,
  /** `Idempotency-Key` of publish requests: per app, in memory. */
  idempotency_keys_max: 10_000,
  idempotency_hours_max: 24,
  idempotency_key_chars_max: 255,

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
  /** Below `reader_buffer_bytes_max`, so that a replay doesn't disconnect a slow client. */
  history_bytes_per_channel_max: 256 * 1024,
  history_bytes_per_app_max: 16 * 1024 * 1024,
  /** Across all channels of all apps. */
  history_bytes_max: 64 * 1024 * 1024,
  /** Bytes replayed to one connection per `liveness_sweep_ms`. Beyond that, the client is instructed to reload. */
  replay_bytes_max: 512 * 1024,

  body_bytes_max: 512 * 1024,
  json_depth_max: 32,
  /** A start is busy. The first automatic backup waits this long. */
  backup_first_ms: 60_000,
  backup_retry_ms: 60 * 60 * 1_000,
  /** Intervals without a backup, after which one is overdue. */
  backup_overdue_intervals: 2,
  stop_requests_wait_ms: 10_000,
  tls_check_ms: 10_000,
  authorization_body_bytes_max: 16 * 1024,
  preflight_max_age_s: 7_200,

  /** SDK requests: a token bucket per app key and IP address. */
  v1_requests_per_second_max: 50,
  v1_requests_burst_max: 200,
  v1_buckets_max: 20_000,
  /** Searches of the documentation per client address. */
  docs_searches_per_second_max: 10,
  docs_searches_burst_max: 100,
  docs_query_chars_max: 100,
  docs_results_max: 10,
  /** Pages of survey links per client address. */
  survey_pages_per_second_max: 5,
  survey_pages_burst_max: 60,
  /** Event batches per person. */
  v1_batches_per_second_max: 20,
  v1_batches_burst_max: 100,
  /** Requests of all pages of an app. */
  v1_app_requests_per_second_max: 5_000,
  v1_app_requests_burst_max: 20_000,
  /** Requests to `/api`: per API token or member. Backend requests about people have limits of their own. */
  api_requests_per_second_max: 50,
  api_requests_burst_max: 1_000,
  /**
   * Backend requests about people: per API token, and across all tokens. The burst is the rate times
   * `back_end_burst_s`.
   */
  back_end_calls_per_second_max: 500,
  back_end_app_calls_per_second_max: 2_000,
  back_end_burst_s: 4,
  /** Body of all requests except `POST events`. */
  v1_body_bytes_max: 128 * 1024,
  page_url_chars_max: 4_096,
  /** Parts of boot responses that the server keeps compressed, one for each app, language, and audience. */
  boot_texts_max: 64,

  /** Webhooks: events within this window are sent together. */
  webhook_batch_window_ms: 100,
  webhook_batch_events_max: 50,
  webhook_batch_bytes_max: 64 * 1024,
  /** Returning within this time doesn't count as an absence (Pusher protocol, "Webhooks"). */
  webhook_absence_ms: 3_000,
  /** The same after a restart of the server, when all clients have to reconnect. */
  webhook_return_ms: 30_000,
  webhook_timeout_ms: 5_000,
  /** For `fanfare health`. Container runtimes give up after 30 s by default. */
  health_timeout_ms: 5_000,
  webhook_answer_bytes_max: 64 * 1024,
  /** Backoff between attempts: doubles from base to cap, half fixed and half random. */
  webhook_retry_base_ms: 1_000,
  webhook_retry_cap_ms: 30 * 60 * 1_000,
  webhook_retry_window_ms: 3 * 24 * 60 * 60 * 1_000,
  /** For engagement webhooks and destinations: a little more than the attempts of their schedule take. */
  webhook_schedule_window_ms: 84 * 60 * 60 * 1_000,
  /** Share by which a pause of the schedule is longer or shorter, so that senders don't retry together. */
  webhook_schedule_jitter: 0.1,
  /** While a receiver fails, something new to send tries it again this long after the last attempt. */
  webhook_probe_ms_min: 5 * 60 * 1_000,
  /** Receivers reject older requests: later attempts are stamped with their own time. */
  webhook_stamp_age_ms_max: 5 * 60 * 1_000,
  /** A webhook without a successful attempt for this long is turned off. */
  webhook_failing_ms_max: 5 * 24 * 60 * 60 * 1_000,
  /** After this long without a successful attempt, the overview shows that a webhook fails. */
  webhook_alert_ms: 10 * 60 * 1_000,
  /** Events of an app queued in memory for the database. */
  webhook_events_waiting_max: 10_000,
  /** Pending deliveries of one webhook. Further ones fail immediately. */
  webhook_pending_max: 10_000,
  webhook_delivered_kept_max: 1_000,
  webhook_dead_kept_max: 10_000,
  /** Deliveries contain data about people. */
  webhook_deliveries_kept_days: 30,
  /** Deliveries that are counted, or searched for one page of a list. */
  deliveries_counted_max: 10_000,
  webhook_error_chars_max: 300,
  /** Newest attempts kept per delivery. */
  webhook_attempts_kept_max: 20,
  webhook_answer_excerpt_bytes_max: 1_024,
  webhook_url_chars_max: 2_048,
  webhooks_per_app_max: 20,
  webhook_filter_values_max: 100,
  /** After a rotation, messages are signed with the old secret, too, for this long. */
  webhook_secret_overlap_ms: 24 * 60 * 60 * 1_000,
  webhook_secrets_max: 2,
  /** Facts that are turned into deliveries at once. */
  webhook_facts_step: 200,
  webhook_facts_retry_ms: 10_000,
  webhook_replay_facts_max: 5_000,
  /** `Retry-After` counts up to this long. */
  webhook_retry_after_ms_max: 12 * 60 * 60 * 1_000,
  destinations_per_app_max: 20,
  destination_name_chars_max: 80,
  destination_value_chars_max: 2_048,
  destination_template_bytes_max: 16 * 1024,
  destination_template_depth_max: 16,
  destination_placeholders_max: 500,
  /** A message as it is sent. Larger ones fail. */
  destination_item_bytes_max: 64 * 1024,
  destination_batch_bytes_max: 256 * 1024,
  /** A line of a chat message. Discord allows 2,000 characters per message, of ten lines. */
  destination_line_chars_max: 180,
  destination_props_max: 100,
} as const;
