export const pageLimits = {
  /** Change signal: time window over which pages are notified, to spread their requests. */
  change_spread_ms: 1_500,
  kill_switch_spread_ms: 400,
  app_refresh_retry_ms: 1_000,
  app_refresh_tries_max: 30,
  /** Longest wait for the start or end of a schedule, so that a clock that jumps makes it at most this late. */
  schedule_wait_ms_max: 60_000,
  schedule_retry_ms: 5_000,

  /**
   * SDK backoff with full jitter: the ceiling doubles from base to cap. After `reconnect_quick_attempts`, the slow cap
   * applies.
   */
  reconnect_base_ms: 1_000,
  reconnect_cap_ms: 15_000,
  reconnect_quick_attempts: 12,
  reconnect_slow_cap_ms: 120_000,
  /** A connection that lasted this long resets the backoff. */
  reconnect_stable_ms: 10_000,
  /** API client: retries of a request, seconds without a response, and the longest `Retry-After` that it waits. */
  api_client_retries: 2,
  api_client_timeout_s: 30,
  api_client_retry_wait_s_max: 60,
  /** From dialing to `pusher:connection_established`. */
  handshake_timeout_ms: 15_000,
  /** Shortest interval between checks of an idle connection. No timer of an idle page repeats sooner. */
  activity_timeout_ms_min: 30_000,
  /** After waking, a page pings a connection that was silent this long. */
  wake_silence_ms: 10_000,
  wake_pong_timeout_ms: 5_000,
  request_timeout_ms: 15_000,
  retry_base_ms: 1_000,
  retry_cap_ms: 300_000,
  /** Delay to batch events. Everything else is sent immediately. */
  outbox_flush_delay_ms: 1_000,
  /** The previous page's outbox is sent before the boot request, which waits no longer than this. */
  outbox_before_boot_ms: 2_000,
  /** A page that may show content connects this long after its response, so that the content appears first. */
  connect_after_content_ms: 500,
  /** Cached response for pages that can't reach the server: its maximum age and size. */
  answer_kept_ms_max: 86_400_000,
  answer_kept_chars_max: 131_072,
  answer_kept_after_ms: 1_000,
  /** A younger cached response is shown before the server responds, unless the person hid something since. */
  early_answer_ms_max: 600_000,
  /**
   * JSON of the bodies in one response. About 8 kB compressed, so that it arrives in one round trip. Pages fetch the
   * other bodies when they show them.
   */
  boot_bodies_chars_max: 32_768,
  edition_max_age_s: 31_536_000,
  /** Content that starts automatically waits this long after blocking content, and after other automatic content. */
  calm_after_blocking_ms: 4_000,
  calm_between_ms: 2_000,
  /** Engagement events wait this long for a library of the page that loads late. */
  bridge_wait_ms_max: 30_000,
  bridge_check_ms: 500,
  bridge_events_waiting_max: 100,
  /** Without a live connection, a page refreshes on focus, at least this long after the last response. */
  heal_interval_ms_min: 30_000,
} as const;
