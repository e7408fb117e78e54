import type { AppId } from "@fanfare/contract/lib/ids";
import type { ChannelName } from "@fanfare/contract/realtime/channel";
import type { OccupiedChannel } from "./occupied-channel.ts";
import type { ChannelMessage } from "./subscriber.ts";

/**
 * Activity of one channel. `occupied`: the first subscriber joined. `vacated`: the last one left. `cache_filled`: new
 * subscribers get an event from now on. `data` is JSON text, or text as sent.
 */
export type ChannelActivity = { readonly channel: ChannelName } & (
  | { readonly kind: "occupied" | "vacated" | "cache_miss" | "cache_filled" }
  | { readonly kind: "member_added" | "member_removed"; readonly user_id: string }
  | { readonly kind: "subscription_count"; readonly count: number }
  | {
      readonly kind: "client_event";
      readonly event: string;
      readonly data: string;
      readonly socket_id: string;
      readonly user_id: string | undefined;
    }
);

/** Called for every activity, synchronously and in order. Must return immediately and never throw. */
export type ChannelObserver = (app_id: AppId, activity: ChannelActivity) => void;

/** Returns a message between subscribers as an activity. `from`: the connection that caused it. */
export function toChannelActivity(
  occupied: OccupiedChannel,
  message: ChannelMessage,
  from: string | undefined,
): ChannelActivity | undefined {
  const channel = occupied.channel.name;
  switch (message.kind) {
    case "member_added":
    case "member_removed":
      return { kind: message.kind, channel, user_id: message.user_id };
    case "subscription_count":
      return { kind: message.kind, channel, count: message.count };
    case "event": {
      const { event, data, user_id } = message;
      return from === undefined ? undefined : { kind: "client_event", channel, event, data, socket_id: from, user_id };
    }
  }
}
