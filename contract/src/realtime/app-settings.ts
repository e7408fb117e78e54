import { limits } from "../limits.ts";
import { EMBED_HOSTS } from "../media/embed.ts";

/** Limits that each app can override, with their defaults. Errors use the same names. */
export const DEFAULT_APP_LIMITS = {
  activity_timeout_s: limits.activity_timeout_s,
  pong_timeout_s: limits.pong_timeout_s,
  inactivity_timeout_s: limits.inactivity_timeout_s,
  authorization_timeout_s: limits.authorization_timeout_s,
  reader_buffer_bytes_max: limits.reader_buffer_bytes_max,
  http_sessions_per_caller_max: limits.http_sessions_per_caller_max,
  http_send_bytes_max: limits.http_send_bytes_max,
  channels_per_connection_max: limits.channels_per_connection_max,
  frame_bytes_max: limits.frame_bytes_max,
  inbound_messages_per_second_max: limits.inbound_messages_per_second_max,
  inbound_messages_burst_max: limits.inbound_messages_burst_max,
  inbound_bytes_per_second_max: limits.inbound_bytes_per_second_max,
  inbound_bytes_burst_max: limits.inbound_bytes_burst_max,
  inbound_dropped_in_a_row_max: limits.inbound_dropped_in_a_row_max,
  json_depth_max: limits.json_depth_max,
  channel_name_chars_max: limits.channel_name_chars_max,
  event_name_chars_max: limits.event_name_chars_max,
  event_data_bytes_max: limits.event_data_bytes_max,
  channels_per_publish_max: limits.channels_per_publish_max,
  events_per_batch_max: limits.events_per_batch_max,
  publish_body_bytes_max: limits.publish_body_bytes_max,
  published_messages_per_second_max: limits.published_messages_per_second_max,
  signature_age_s_max: limits.signature_age_s_max,
  signed_query_parameters_max: limits.signed_query_parameters_max,
  idempotency_keys_max: limits.idempotency_keys_max,
  idempotency_hours_max: limits.idempotency_hours_max,
  idempotency_key_chars_max: limits.idempotency_key_chars_max,
  client_events_per_second_max: limits.client_events_per_second_max,
  presence_members_max: limits.presence_members_max,
  presence_memberships_max: limits.presence_memberships_max,
  presence_member_bytes_max: limits.presence_member_bytes_max,
  user_id_chars_max: limits.user_id_chars_max,
  watchlist_users_max: limits.watchlist_users_max,
  cached_channels_max: limits.cached_channels_max,
  cache_ttl_s: limits.cache_ttl_s,
  replay_bytes_max: limits.replay_bytes_max,
  history_bytes_per_channel_max: limits.history_bytes_per_channel_max,
  history_bytes_per_app_max: limits.history_bytes_per_app_max,
  counted_at_once_max: limits.counted_at_once_max,
  count_interval_ms: limits.count_interval_ms,
  back_end_calls_per_second_max: limits.back_end_calls_per_second_max,
  back_end_app_calls_per_second_max: limits.back_end_app_calls_per_second_max,
  events_kept_days: limits.events_kept_days,
  decision_log_days: limits.decision_log_days,
} as const satisfies Partial<Record<keyof typeof limits, number>>;

export type AppLimitName = keyof typeof DEFAULT_APP_LIMITS;
export type AppLimits = Readonly<Record<AppLimitName, number>>;

/** Smallest and largest value per limit. A maximum beyond any app's needs means "no limit". */
export const APP_LIMIT_RANGES: Readonly<Record<AppLimitName, readonly [least: number, most: number]>> = {
  // Clients use the smaller of their own 120 s and this value. pusher-js uses no less than 10 s.
  activity_timeout_s: [10, 120],
  pong_timeout_s: [5, 60],
  inactivity_timeout_s: [60, 7 * 86_400],
  authorization_timeout_s: [5, 600],
  // Beyond the maximum, the server process disconnects slow readers on its own.
  reader_buffer_bytes_max: [limits.frame_bytes_max, limits.reader_buffer_bytes_max],
  http_sessions_per_caller_max: [1, limits.http_sessions_max],
  http_send_bytes_max: [1_024, 1024 * 1024],
  channels_per_connection_max: [1, 10_000],
  // The process doesn't read larger frames.
  frame_bytes_max: [256, limits.frame_bytes_max],
  inbound_messages_per_second_max: [1, 10_000],
  inbound_messages_burst_max: [1, 100_000],
  inbound_bytes_per_second_max: [1_024, 64 * 1024 * 1024],
  inbound_bytes_burst_max: [limits.frame_bytes_max, 64 * 1024 * 1024],
  inbound_dropped_in_a_row_max: [0, 100_000],
  json_depth_max: [2, 64],
  channel_name_chars_max: [1, limits.channel_name_chars_max],
  event_name_chars_max: [1, 1_000],
  event_data_bytes_max: [1, 1024 * 1024],
  channels_per_publish_max: [1, 10_000],
  events_per_batch_max: [1, 1_000],
  publish_body_bytes_max: [1_024, 16 * 1024 * 1024],
  published_messages_per_second_max: [1, 1_000_000],
  signature_age_s_max: [1, 86_400],
  signed_query_parameters_max: [8, 256],
  idempotency_keys_max: [0, 100_000],
  idempotency_hours_max: [1, 168],
  idempotency_key_chars_max: [1, 1_000],
  client_events_per_second_max: [1, 10_000],
  presence_members_max: [1, 1_000_000],
  presence_memberships_max: [1, 10_000_000],
  presence_member_bytes_max: [64, 64 * 1024],
  user_id_chars_max: [1, 1_000],
  watchlist_users_max: [0, 10_000],
  cached_channels_max: [0, 100_000],
  cache_ttl_s: [1, 86_400],
  // Both are below the send buffer of a slow reader, so that a replay never closes a connection.
  replay_bytes_max: [0, 512 * 1024],
  history_bytes_per_channel_max: [1_024, 512 * 1024],
  history_bytes_per_app_max: [64 * 1024, limits.history_bytes_max],
  counted_at_once_max: [0, 1_000_000],
  count_interval_ms: [100, 60_000],
  back_end_calls_per_second_max: [1, 100_000],
  back_end_app_calls_per_second_max: [1, 100_000],
  events_kept_days: [1, 3_650],
  decision_log_days: [1, 365],
};

/**
 * Who can subscribe to channels whose names match `pattern` (`*` any characters, `?` one) through Fanfare's own
 * authorization endpoint. The first matching rule applies.
 */
export type ChannelRule =
  | { readonly pattern: string; readonly who: "identified" | "nobody" }
  | { readonly pattern: string; readonly who: "groups"; readonly groups: readonly string[] };

/** Channels that keep recent events, so that clients get missed ones after an absence. The first match applies. */
export interface HistoryRule {
  readonly pattern: string;
  readonly events_max: number;
  readonly ttl_s: number;
}

/**
 * Whether a draft must be approved before it's published in the app: `required` by a member who may publish,
 * `by_another_member` by one who didn't make its last change.
 */
export const REVIEW_MODES = ["off", "required", "by_another_member"] as const;
export type ReviewMode = (typeof REVIEW_MODES)[number];

/** Libraries of the app's pages that can get engagement events: `dataLayer`, `analytics`, and `posthog`. */
export const PAGE_BRIDGES = ["data_layer", "segment", "posthog"] as const;
export type PageBridge = (typeof PAGE_BRIDGES)[number];

export interface AppSettings {
  /** Language in which members write (BCP 47). New content takes it as its source language. */
  readonly source_locale: string;
  /** Whether links can show drafts on the app's pages to people who aren't members. */
  readonly preview_links: boolean;
  readonly review: ReviewMode;
  /** Libraries that the app's pages pass engagement events to. */
  readonly page_bridges: readonly PageBridge[];
  /** Hosts of pages that content may embed. `*.` stands for any subdomain. */
  readonly embed_hosts: readonly string[];
  /** Whether the app's channels are enabled. If not, connections close with 4003 and the HTTP API responds with 403. */
  readonly live_updates: boolean;
  /** Whether pages may send client events on private and presence channels. */
  readonly client_events: boolean;
  readonly subscription_counts: boolean;
  /** Whether signed-in users receive the presence of the people on their watchlist. */
  readonly watchlist: boolean;
  /**
   * Whether a connection must sign in, or subscribe to a channel that requires authorization, within
   * `authorization_timeout_s`.
   */
  readonly authorized_connections: boolean;
  /** Whether clients and backends must use TLS. Other connections close with 4000. */
  readonly require_tls: boolean;
  /** Concurrent connections. Null: limited only by the server. */
  readonly connections_max: number | null;
  readonly channel_rules: readonly ChannelRule[];
  readonly history_rules: readonly HistoryRule[];
  readonly limits: AppLimits;
}

/** Stored settings: only those that differ from the current defaults. */
export type StoredAppSettings = Partial<Omit<AppSettings, "limits">> & { readonly limits?: Partial<AppLimits> };

export const DEFAULT_SOURCE_LOCALE = "en";

export const DEFAULT_APP_SETTINGS: AppSettings = {
  source_locale: DEFAULT_SOURCE_LOCALE,
  preview_links: false,
  review: "off",
  page_bridges: [],
  embed_hosts: EMBED_HOSTS,
  live_updates: true,
  client_events: false,
  subscription_counts: false,
  watchlist: false,
  authorized_connections: false,
  require_tls: false,
  connections_max: null,
  channel_rules: [],
  history_rules: [],
  limits: DEFAULT_APP_LIMITS,
};

/**
 * Fills in default settings.
 *
 * @example
 * appSettings({ client_events: true }).limits.event_data_bytes_max; // 10240
 */
export function appSettings(stored: StoredAppSettings = {}): AppSettings {
  return { ...DEFAULT_APP_SETTINGS, ...stored, limits: { ...DEFAULT_APP_LIMITS, ...stored.limits } };
}

/** A partial update. Omitted settings stay unchanged; null resets a limit to its default. */
export type AppSettingsChange = Partial<Omit<AppSettings, "limits">> & {
  readonly limits?: Partial<Readonly<Record<AppLimitName, number | null>>> | undefined;
};

export function changeSettings(stored: StoredAppSettings, change: AppSettingsChange): StoredAppSettings {
  const { limits: limit_changes = {}, ...rest } = change;
  const stored_limits: Partial<Record<AppLimitName, number>> = {};
  for (const [name, value] of Object.entries({ ...stored.limits, ...limit_changes })) {
    // Object.entries loses the key type: all keys are limit names.
    if (typeof value === "number") stored_limits[name as AppLimitName] = value;
  }
  return { ...stored, ...rest, limits: stored_limits };
}
