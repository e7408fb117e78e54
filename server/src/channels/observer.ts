import type { ChannelName } from "@fanfare/contract/channel";
import type { AppId } from "@fanfare/contract/ids";
import type { Room } from "./room.ts";
import type { ChannelMessage } from "./subscriber.ts";

/**
 * What can be noticed of one channel from outside, as it happens. `occupied`: the first subscriber came. `vacated`: the
 * last one went. `cache_filled`: newcomers are told an event from now on. `data` is JSON text, or what was sent as text.
 */
export type ChannelHappening = { readonly channel: ChannelName } & (
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

/** Is told of every happening, synchronously and in order: it must return at once and never throw. */
export type ChannelObserver = (app_id: AppId, happening: ChannelHappening) => void;

/** What a message between the subscribers of a room means to those who watch it; `from` is the connection that caused it. */
export function happeningOf(
  room: Room,
  message: ChannelMessage,
  from: string | undefined,
): ChannelHappening | undefined {
  const channel = room.channel.name;
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
