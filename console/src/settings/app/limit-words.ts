import type { AppLimitName } from "@fanfare/contract/app-settings";
import { t } from "../../language/t.ts";

interface LimitWords {
  readonly group: string;
  readonly label: string;
  readonly unit: string;
}

const CONNECTIONS = t("Connections");
const CHANNELS = t("Channels");
const PUBLISHING = t("Publishing");
const PRESENCE_AND_PEOPLE = t("Presence and people");
const CACHE_AND_COUNTS = t("Cache and counts");
const WHAT_IS_KEPT = t("What is kept");

/** Each limit in words, by the name that errors use. */
export const LIMIT_WORDS: Readonly<Record<AppLimitName, LimitWords>> = {
  activity_timeout_s: { group: CONNECTIONS, label: t("Silence before a client is asked"), unit: t("s##unit") },
  pong_timeout_s: { group: CONNECTIONS, label: t("Wait for its answer"), unit: t("s##unit") },
  inactivity_timeout_s: { group: CONNECTIONS, label: t("Silence of clients that know no ping"), unit: t("s##unit") },
  authorization_timeout_s: {
    group: CONNECTIONS,
    label: t("Wait for a connection to say who it is"),
    unit: t("s##unit"),
  },
  frame_bytes_max: { group: CONNECTIONS, label: t("A message of one client"), unit: t("B##unit") },
  inbound_messages_per_second_max: { group: CONNECTIONS, label: t("Messages from one client"), unit: t("per s##unit") },
  inbound_messages_burst_max: { group: CONNECTIONS, label: t("Messages at once"), unit: "" },
  inbound_bytes_per_second_max: { group: CONNECTIONS, label: t("Bytes from one client"), unit: t("B per s##unit") },
  inbound_bytes_burst_max: { group: CONNECTIONS, label: t("Bytes at once"), unit: t("B##unit") },
  inbound_dropped_in_a_row_max: { group: CONNECTIONS, label: t("Messages dropped before it is closed"), unit: "" },
  json_depth_max: { group: CONNECTIONS, label: t("Depth of JSON"), unit: t("levels##unit") },
  reader_buffer_bytes_max: {
    group: CONNECTIONS,
    label: t("What waits for a client that does not read"),
    unit: t("B##unit"),
  },
  http_sessions_per_caller_max: { group: CONNECTIONS, label: t("Sessions of one address over HTTP"), unit: "" },
  http_send_bytes_max: { group: CONNECTIONS, label: t("A request of a client over HTTP"), unit: t("B##unit") },
  channels_per_connection_max: { group: CHANNELS, label: t("Channels of one connection"), unit: "" },
  channel_name_chars_max: { group: CHANNELS, label: t("Length of a channel’s name"), unit: t("chars##unit") },
  client_events_per_second_max: {
    group: CHANNELS,
    label: t("Client events of one connection"),
    unit: t("per s##unit"),
  },
  event_name_chars_max: { group: PUBLISHING, label: t("Length of an event’s name"), unit: t("chars##unit") },
  event_data_bytes_max: { group: PUBLISHING, label: t("Data of an event"), unit: t("B##unit") },
  channels_per_publish_max: { group: PUBLISHING, label: t("Channels of one event"), unit: "" },
  events_per_batch_max: { group: PUBLISHING, label: t("Events of one batch"), unit: "" },
  publish_body_bytes_max: { group: PUBLISHING, label: t("Body of a publish call"), unit: t("B##unit") },
  signed_query_parameters_max: { group: PUBLISHING, label: t("Parameters of a signed call"), unit: "" },
  idempotency_keys_max: { group: PUBLISHING, label: t("Idempotency keys remembered"), unit: "" },
  idempotency_hours_max: { group: PUBLISHING, label: t("How long each is remembered"), unit: t("h##unit") },
  idempotency_key_chars_max: { group: PUBLISHING, label: t("Length of an idempotency key"), unit: t("chars##unit") },
  signature_age_s_max: { group: PUBLISHING, label: t("Age of a signature"), unit: t("s##unit") },
  presence_members_max: { group: PRESENCE_AND_PEOPLE, label: t("Members of a presence channel"), unit: "" },
  presence_member_bytes_max: {
    group: PRESENCE_AND_PEOPLE,
    label: t("What a member tells of themselves"),
    unit: t("B##unit"),
  },
  back_end_calls_per_second_max: {
    group: PRESENCE_AND_PEOPLE,
    label: t("Calls about people with one token"),
    unit: t("per s##unit"),
  },
  back_end_app_calls_per_second_max: {
    group: PRESENCE_AND_PEOPLE,
    label: t("Calls about people with all tokens"),
    unit: t("per s##unit"),
  },
  user_id_chars_max: { group: PRESENCE_AND_PEOPLE, label: t("Length of a user id"), unit: t("chars##unit") },
  watchlist_users_max: { group: PRESENCE_AND_PEOPLE, label: t("People on a watchlist"), unit: "" },
  cached_channels_max: { group: CACHE_AND_COUNTS, label: t("Cache channels"), unit: "" },
  cache_ttl_s: { group: CACHE_AND_COUNTS, label: t("Life of a cached event"), unit: t("s##unit") },
  replay_bytes_max: { group: CACHE_AND_COUNTS, label: t("Replayed to one connection in 10 s"), unit: t("B##unit") },
  history_bytes_per_channel_max: { group: CACHE_AND_COUNTS, label: t("History of one channel"), unit: t("B##unit") },
  counted_at_once_max: { group: CACHE_AND_COUNTS, label: t("Subscribers counted at once"), unit: "" },
  events_kept_days: {
    group: WHAT_IS_KEPT,
    label: t("Events of people; what was counted of them stays"),
    unit: t("days"),
  },
  decision_log_days: { group: WHAT_IS_KEPT, label: t("The log of decisions, for explanations"), unit: t("days") },
  count_interval_ms: { group: CACHE_AND_COUNTS, label: t("Pause between counts above that"), unit: t("ms##unit") },
};
