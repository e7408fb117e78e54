/** Pages: how a crowd becomes a stream, and how the SDK waits. The units are in the names. */
export const pageLimits = {
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
  /** What the server said last, for a page that cannot reach it: kept so long after it was said, and no more of it. */
  answer_kept_ms_max: 86_400_000,
  answer_kept_chars_max: 131_072,
  answer_kept_after_ms: 1_000,
  /** A page without a live connection asks again on focus, but not sooner than this after the last answer. */
  heal_interval_ms_min: 30_000,
} as const;
