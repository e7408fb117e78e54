import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { OccupiedChannel } from "../../channels/occupied-channel.ts";
import type { Connection, SessionContext } from "./connection.ts";
import { TokenBucket } from "./token-bucket.ts";

export type ClientEventDecision =
  | { readonly outcome: "allowed"; readonly occupied: OccupiedChannel; readonly user_id: string | undefined }
  | { readonly outcome: "refused"; readonly message: string };

/**
 * Rules of client events (Pusher protocol, "Triggering channel client events"). The app must allow them, and the
 * connection must be subscribed to the channel. The channel must be private or presence, and not encrypted.
 */
function authorizeClientEvent(request: {
  readonly enabled: boolean;
  readonly event: string;
  readonly data: string;
  readonly socket_id: string;
  /** Undefined if the connection isn't subscribed. */
  readonly occupied: OccupiedChannel | undefined;
  readonly limits: AppLimits;
}): ClientEventDecision {
  const refuse = (message: string): ClientEventDecision => ({ outcome: "refused", message });
  if (!request.enabled)
    return refuse("To send client events, you must enable this feature in the settings of the app.");
  const { event_name_chars_max, event_data_bytes_max } = request.limits;
  if (request.event.length > event_name_chars_max) {
    return refuse(`A client event name can have at most ${event_name_chars_max} characters (event_name_chars_max).`);
  }
  if (Buffer.byteLength(request.data) > event_data_bytes_max) {
    return refuse(`Client event data can have at most ${event_data_bytes_max} bytes (event_data_bytes_max).`);
  }
  const { occupied } = request;
  if (occupied === undefined)
    return refuse("Client events work only on channels that the connection is subscribed to.");
  switch (occupied.channel.kind) {
    case "private":
    case "private_cache":
    case "presence":
    case "presence_cache":
      return { outcome: "allowed", occupied, user_id: occupied.presence?.personOf(request.socket_id) };
    case "public":
    case "cache":
    case "encrypted":
    case "encrypted_cache":
    case "server_to_user":
      return refuse("Client events work only on private and presence channels that aren't encrypted.");
  }
}

export interface ClientEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: string;
}

export type RelayResult =
  | { readonly outcome: "relayed" }
  | { readonly outcome: "refused" | "rate_limited"; readonly message: string };

/** Relays an event to a channel's other subscribers, if the rules and the connection's rate limit allow it. */
export function relayClientEvent(
  connection: Connection,
  { channel, event, data }: ClientEvent,
  { app, channels, now_ms }: SessionContext,
): RelayResult {
  const { client_events: enabled, limits } = app.settings;
  const { socket_id } = connection;
  const occupied = connection.findChannel(channel);
  const decision = authorizeClientEvent({ enabled, event, data, socket_id, occupied, limits });
  if (decision.outcome === "refused") return decision;
  connection.client_events ??= new TokenBucket(limits.client_events_per_second_max, now_ms);
  if (!connection.client_events.take(1, now_ms)) {
    const message = `A connection can send at most ${limits.client_events_per_second_max} client events per second (client_events_per_second_max). This event was dropped.`;
    return { outcome: "rate_limited", message };
  }
  channels.relay(decision.occupied, { event, data, user_id: decision.user_id }, socket_id);
  return { outcome: "relayed" };
}
