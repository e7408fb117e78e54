import type { AppLimitName } from "@fanfare/contract/app-settings";

interface LimitWords {
  readonly group:
    | "Connections"
    | "Channels"
    | "Publishing"
    | "Presence and people"
    | "Cache and counts"
    | "What is kept";
  readonly label: string;
  readonly unit: string;
}

/** Each limit in words, by the name that errors use. */
export const LIMIT_WORDS: Readonly<Record<AppLimitName, LimitWords>> = {
  activity_timeout_s: { group: "Connections", label: "Silence before a client is asked", unit: "s" },
  pong_timeout_s: { group: "Connections", label: "Wait for its answer", unit: "s" },
  inactivity_timeout_s: { group: "Connections", label: "Silence of clients that know no ping", unit: "s" },
  authorization_timeout_s: { group: "Connections", label: "Wait for a connection to say who it is", unit: "s" },
  frame_bytes_max: { group: "Connections", label: "A message of one client", unit: "B" },
  inbound_messages_per_second_max: { group: "Connections", label: "Messages from one client", unit: "per s" },
  inbound_messages_burst_max: { group: "Connections", label: "Messages at once", unit: "" },
  inbound_bytes_per_second_max: { group: "Connections", label: "Bytes from one client", unit: "B per s" },
  inbound_bytes_burst_max: { group: "Connections", label: "Bytes at once", unit: "B" },
  inbound_dropped_in_a_row_max: { group: "Connections", label: "Messages dropped before it is closed", unit: "" },
  json_depth_max: { group: "Connections", label: "Depth of JSON", unit: "levels" },
  reader_buffer_bytes_max: { group: "Connections", label: "What waits for a client that does not read", unit: "B" },
  http_sessions_per_caller_max: { group: "Connections", label: "Sessions of one address over HTTP", unit: "" },
  http_send_bytes_max: { group: "Connections", label: "A request of a client over HTTP", unit: "B" },
  channels_per_connection_max: { group: "Channels", label: "Channels of one connection", unit: "" },
  channel_name_chars_max: { group: "Channels", label: "Length of a channel's name", unit: "chars" },
  client_events_per_second_max: { group: "Channels", label: "Client events of one connection", unit: "per s" },
  event_name_chars_max: { group: "Publishing", label: "Length of an event's name", unit: "chars" },
  event_data_bytes_max: { group: "Publishing", label: "Data of an event", unit: "B" },
  channels_per_publish_max: { group: "Publishing", label: "Channels of one event", unit: "" },
  events_per_batch_max: { group: "Publishing", label: "Events of one batch", unit: "" },
  publish_body_bytes_max: { group: "Publishing", label: "Body of a publish call", unit: "B" },
  signed_query_parameters_max: { group: "Publishing", label: "Parameters of a signed call", unit: "" },
  idempotency_keys_max: { group: "Publishing", label: "Idempotency keys remembered", unit: "" },
  idempotency_hours_max: { group: "Publishing", label: "How long each is remembered", unit: "h" },
  idempotency_key_chars_max: { group: "Publishing", label: "Length of an idempotency key", unit: "chars" },
  signature_age_s_max: { group: "Publishing", label: "Age of a signature", unit: "s" },
  presence_members_max: { group: "Presence and people", label: "Members of a presence channel", unit: "" },
  presence_member_bytes_max: { group: "Presence and people", label: "What a member tells of themselves", unit: "B" },
  back_end_calls_per_second_max: {
    group: "Presence and people",
    label: "Calls about people with one token",
    unit: "per s",
  },
  back_end_app_calls_per_second_max: {
    group: "Presence and people",
    label: "Calls about people with all tokens",
    unit: "per s",
  },
  user_id_chars_max: { group: "Presence and people", label: "Length of a user id", unit: "chars" },
  watchlist_users_max: { group: "Presence and people", label: "People on a watchlist", unit: "" },
  cached_channels_max: { group: "Cache and counts", label: "Cache channels", unit: "" },
  cache_ttl_s: { group: "Cache and counts", label: "Life of a cached event", unit: "s" },
  replay_bytes_max: { group: "Cache and counts", label: "Replayed to one connection in 10 s", unit: "B" },
  history_bytes_per_channel_max: { group: "Cache and counts", label: "History of one channel", unit: "B" },
  counted_at_once_max: { group: "Cache and counts", label: "Subscribers counted at once", unit: "" },
  events_kept_days: { group: "What is kept", label: "Events of people; what was counted of them stays", unit: "days" },
  decision_log_days: { group: "What is kept", label: "The log of decisions, for explanations", unit: "days" },
  count_interval_ms: { group: "Cache and counts", label: "Pause between counts above that", unit: "ms" },
};
