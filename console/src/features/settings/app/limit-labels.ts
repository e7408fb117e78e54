import type { AppLimitName } from "@fanfare/contract/realtime/app-settings";
import { t } from "../../../lib/i18n/t.ts";

interface LimitLabels {
  readonly group: string;
  readonly label: string;
  readonly unit: string;
}

const CONNECTIONS = t("Connections");
const CHANNELS = t("Channels");
const PUBLISHING = t("Publishing");
const PRESENCE_AND_PEOPLE = t("Presence and people");
const CACHE_AND_COUNTS = t("Cache and counts");
const RETENTION = t("Retention");

export const LIMIT_LABELS: Readonly<Record<AppLimitName, LimitLabels>> = {
  activity_timeout_s: { group: CONNECTIONS, label: t("Activity timeout"), unit: t("s##unit") },
  pong_timeout_s: { group: CONNECTIONS, label: t("Pong timeout"), unit: t("s##unit") },
  inactivity_timeout_s: { group: CONNECTIONS, label: t("Inactivity timeout without ping"), unit: t("s##unit") },
  authorization_timeout_s: {
    group: CONNECTIONS,
    label: t("Authorization timeout"),
    unit: t("s##unit"),
  },
  frame_bytes_max: { group: CONNECTIONS, label: t("Message size"), unit: t("B##unit") },
  inbound_messages_per_second_max: { group: CONNECTIONS, label: t("Messages per client"), unit: t("per s##unit") },
  inbound_messages_burst_max: { group: CONNECTIONS, label: t("Message burst"), unit: "" },
  inbound_bytes_per_second_max: { group: CONNECTIONS, label: t("Bytes per client"), unit: t("B per s##unit") },
  inbound_bytes_burst_max: { group: CONNECTIONS, label: t("Byte burst"), unit: t("B##unit") },
  inbound_dropped_in_a_row_max: { group: CONNECTIONS, label: t("Dropped messages before disconnect"), unit: "" },
  json_depth_max: { group: CONNECTIONS, label: t("JSON nesting depth"), unit: t("levels##unit") },
  reader_buffer_bytes_max: {
    group: CONNECTIONS,
    label: t("Send buffer for slow clients"),
    unit: t("B##unit"),
  },
  http_sessions_per_caller_max: { group: CONNECTIONS, label: t("HTTP sessions per IP address"), unit: "" },
  http_send_bytes_max: { group: CONNECTIONS, label: t("HTTP request size"), unit: t("B##unit") },
  channels_per_connection_max: { group: CHANNELS, label: t("Channels per connection"), unit: "" },
  channel_name_chars_max: { group: CHANNELS, label: t("Channel name length"), unit: t("chars##unit") },
  client_events_per_second_max: {
    group: CHANNELS,
    label: t("Client events per connection"),
    unit: t("per s##unit"),
  },
  event_name_chars_max: { group: PUBLISHING, label: t("Event name length"), unit: t("chars##unit") },
  event_data_bytes_max: { group: PUBLISHING, label: t("Event data size"), unit: t("B##unit") },
  channels_per_publish_max: { group: PUBLISHING, label: t("Channels per event"), unit: "" },
  events_per_batch_max: { group: PUBLISHING, label: t("Events per batch"), unit: "" },
  publish_body_bytes_max: { group: PUBLISHING, label: t("Publish request size"), unit: t("B##unit") },
  published_messages_per_second_max: { group: PUBLISHING, label: t("Published messages"), unit: t("per s##unit") },
  signed_query_parameters_max: { group: PUBLISHING, label: t("Query parameters per signed request"), unit: "" },
  idempotency_keys_max: { group: PUBLISHING, label: t("Stored idempotency keys"), unit: "" },
  idempotency_hours_max: { group: PUBLISHING, label: t("Idempotency key retention"), unit: t("h##unit") },
  idempotency_key_chars_max: { group: PUBLISHING, label: t("Idempotency key length"), unit: t("chars##unit") },
  signature_age_s_max: { group: PUBLISHING, label: t("Maximum signature age"), unit: t("s##unit") },
  presence_members_max: { group: PRESENCE_AND_PEOPLE, label: t("Members per presence channel"), unit: "" },
  presence_memberships_max: { group: PRESENCE_AND_PEOPLE, label: t("Members of all presence channels"), unit: "" },
  presence_member_bytes_max: {
    group: PRESENCE_AND_PEOPLE,
    label: t("Data per presence member"),
    unit: t("B##unit"),
  },
  back_end_calls_per_second_max: {
    group: PRESENCE_AND_PEOPLE,
    label: t("Backend requests per token"),
    unit: t("per s##unit"),
  },
  back_end_app_calls_per_second_max: {
    group: PRESENCE_AND_PEOPLE,
    label: t("Backend requests for all tokens"),
    unit: t("per s##unit"),
  },
  user_id_chars_max: { group: PRESENCE_AND_PEOPLE, label: t("User ID length"), unit: t("chars##unit") },
  watchlist_users_max: { group: PRESENCE_AND_PEOPLE, label: t("Watchlist size"), unit: "" },
  cached_channels_max: { group: CACHE_AND_COUNTS, label: t("Cache channels"), unit: "" },
  cache_ttl_s: { group: CACHE_AND_COUNTS, label: t("Cached event lifetime"), unit: t("s##unit") },
  replay_bytes_max: { group: CACHE_AND_COUNTS, label: t("Replayed data per connection in 10 s"), unit: t("B##unit") },
  history_bytes_per_channel_max: { group: CACHE_AND_COUNTS, label: t("History per channel"), unit: t("B##unit") },
  history_bytes_per_app_max: { group: CACHE_AND_COUNTS, label: t("History of all channels"), unit: t("B##unit") },
  counted_at_once_max: { group: CACHE_AND_COUNTS, label: t("Maximum subscribers for immediate counts"), unit: "" },
  events_kept_days: {
    group: RETENTION,
    label: t("Event retention (totals are kept)"),
    unit: t("days"),
  },
  decision_log_days: { group: RETENTION, label: t("Decision log retention"), unit: t("days") },
  count_interval_ms: { group: CACHE_AND_COUNTS, label: t("Count interval in larger channels"), unit: t("ms##unit") },
};
