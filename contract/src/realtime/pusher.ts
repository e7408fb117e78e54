/**
 * Frames of the Pusher protocol, versions 4 to 7, as encoded by both sides. In server frames, `data` is a JSON string,
 * except in `pusher:error`, where it's an object (Pusher protocol, "Events").
 */

/**
 * Codes of `pusher:error` and close frames. 4000–4099: don't reconnect. 4100–4199: back off. 4200–4299: reconnect
 * immediately.
 */
export const closeCodes = {
  tls_required: { code: 4000, text: "This app accepts only TLS (require_tls). Reconnect with wss or https." },
  app_unknown: { code: 4001, text: "No app has this key. Check the app key and the host." },
  app_disabled: { code: 4003, text: "This app is disabled. Enable it in the console." },
  over_quota: {
    code: 4004,
    text: "This app has reached its connection limit (connections_max). Close connections or raise the limit.",
  },
  path_unknown: { code: 4005, text: "Path not found. Connect to /app/{key}." },
  version_malformed: {
    code: 4006,
    text: "The protocol or client version is malformed. Send protocol=7, and the version of the client library.",
  },
  protocol_unsupported: { code: 4007, text: "This protocol version isn't supported. Use 4, 5, 6, or 7." },
  protocol_missing: { code: 4008, text: "The protocol version is missing. Add protocol=7 to the query." },
  unauthorized: {
    code: 4009,
    text: "This connection isn't authorized. Check the page's origin and sign-in.",
  },
  authorization_late: {
    code: 4009,
    text: "Connection not authorized within timeout (authorization_timeout_s). Sign in, or subscribe to an authorized channel.",
  },
  over_capacity: { code: 4100, text: "The server is over capacity. Reconnect after a pause." },
  flooding: {
    code: 4100,
    text: "Too many messages in a row were dropped (inbound_dropped_in_a_row_max). Reconnect after a pause.",
  },
  too_many_sessions: {
    code: 4100,
    text: "Too many HTTP sessions from one address (http_sessions_per_caller_max). Reconnect after a pause.",
  },
  reader_slow: {
    code: 4100,
    text: "The read buffer is full because the client reads too slowly (reader_buffer_bytes_max). Reconnect after a pause.",
  },
  reconnect: { code: 4200, text: "The server stops, or state must be read again. Reconnect now." },
  pong_missing: { code: 4201, text: "Pong reply not received (pong_timeout_s). Reconnect now." },
  inactive: { code: 4202, text: "Closed after inactivity (inactivity_timeout_s). Reconnect now." },
} as const satisfies Record<string, { code: number; text: string }>;

export type CloseReason = keyof typeof closeCodes;

/** Codes of `pusher:error` that keep the connection open. Never used in close frames. */
export const errorCodes = { rate_limited: 4301, watchlist_full: 4302 } as const;

/**
 * Fanfare's own event on channels with history: some missed events are no longer stored, `{from, to}` as positions.
 * Only sent to clients that sent a position.
 */
export const EVENTS_MISSED = "fanfare:missed";

export const PROTOCOL_VERSIONS = [4, 5, 6, 7] as const;
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

const frame = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify(
    channel === undefined ? { event, data: JSON.stringify(data) } : { event, channel, data: JSON.stringify(data) },
  );

/** `extra` contains fields that only Fanfare's client reads, such as `config_version`. */
export const frames = {
  connectionEstablished: (socket_id: string, activity_timeout: number, extra: Readonly<Record<string, unknown>>) =>
    frame("pusher:connection_established", { socket_id, activity_timeout, ...extra }),
  pong: (extra: Readonly<Record<string, unknown>>) => frame("pusher:pong", extra),
  ping: () => frame("pusher:ping", {}),
  /** `retry_after_ms`: when Fanfare's client reconnects. */
  error: (code: number | null, message: string, retry_after_ms?: number) =>
    JSON.stringify({ event: "pusher:error", data: { code, message, retry_after_ms } }),
  subscriptionSucceeded: (channel: string, data: unknown = {}) =>
    frame("pusher_internal:subscription_succeeded", data, channel),
  subscriptionError: (
    channel: string,
    type: "AuthError" | "LimitReached" | "ServerError",
    error: string,
    status: number,
  ) => frame("pusher:subscription_error", { type, error, status }, channel),
  /** `data` is passed through byte for byte. */
  channelEvent: (channel: string, event: string, data: string) => JSON.stringify({ event, channel, data }),
} as const;
