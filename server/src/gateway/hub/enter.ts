import { type Channel, needsAuthorization } from "@fanfare/contract/channel";
import type { Member, Roster, Subscriber, Welcome } from "../../channels/subscriber.ts";
import { authOf, channelOf, fieldsOf, isAbsent, isFailure } from "./arguments.ts";
import { dataText, type HubCallback } from "./callback.ts";
import type { HubClient } from "./client.ts";
import { decideHubEntry } from "./entry.ts";
import { failure, type HubFailure } from "./outcome.ts";
import { replayOf } from "./replay.ts";
import type { HubSurroundings } from "./surroundings.ts";

/** What a newcomer is told, as a JSON value. */
export interface Welcomed {
  readonly channel: string;
  readonly presence?: { readonly me: string; readonly count: number; readonly members: readonly HubMember[] };
  /** On channels with history: where the channel is. */
  readonly position?: string;
  /** Whether everything since the position that the client gave follows. */
  readonly recovered?: boolean;
  /** On cache channels the last event, or null where none is kept. */
  readonly cached?: { readonly event: string; readonly data: unknown } | null;
}

export interface HubMember {
  readonly id: string;
  readonly info: unknown;
}

/** Someone who wants to be on a channel: the connection itself, or one of its streams. */
export interface Newcomer {
  readonly subscriber: Subscriber;
  /** Called before anything else of the channel arrives. */
  onWelcome(welcomed: Welcomed): void;
  /** Called with each thing that was missed, after the welcome. */
  tell(callback: HubCallback): void;
}

/**
 * Lets a client onto a channel. `makeNewcomer` is asked once the entry is granted. Whoever is on the channel already is
 * welcomed again.
 */
export function enter(
  client: HubClient,
  [name, auth_given, options]: readonly unknown[],
  house: HubSurroundings,
  newcomer: Newcomer,
): HubFailure | undefined {
  const allowed = house.app.settings.limits;
  const channel = channelOf(name, allowed.channel_name_chars_max);
  if (isFailure(channel)) return channel;
  const known = client.subscriptionTo(channel.name);
  if (known !== undefined) {
    if (known.subscriber !== newcomer.subscriber) {
      return failure("channel_taken", `This connection is on ${channel.name} already. Leave it first.`);
    }
    const member = known.room.presence?.personOf(client.socket_id);
    client.onWelcome = (welcome) => greet(client, channel, welcome, { me: member, since: undefined, newcomer });
    house.channels.welcome(known.room, client);
    return undefined;
  }
  if (client.subscriptions.length >= allowed.channels_per_connection_max) {
    return failure(
      "channels_too_many",
      `A connection may be on ${allowed.channels_per_connection_max} channels (channels_per_connection_max). Leave one, or open another connection.`,
    );
  }
  const auth = authOf(auth_given);
  if (auth !== undefined && isFailure(auth)) return auth;
  const entry = decideHubEntry(client, house.app, channel, auth);
  if (isFailure(entry)) return entry;
  const { since } = fieldsOf(options);
  if (!isAbsent(since) && typeof since !== "string") {
    return failure("arguments_invalid", "options.since must be the position that the client has heard last, as text.");
  }
  const { member } = entry;
  const position = since ?? undefined;
  client.onWelcome = (welcome) => greet(client, channel, welcome, { me: member?.user_id, since: position, newcomer });
  return join(client, channel, newcomer.subscriber, { member, since: position }, house);
}

function join(
  client: HubClient,
  channel: Channel,
  subscriber: Subscriber,
  { member, since }: { readonly member: Member | undefined; readonly since: string | undefined },
  { app, channels }: HubSurroundings,
): HubFailure | undefined {
  const result = channels.subscribe(app.id, channel, subscriber, member, since);
  if (result.outcome === "full") {
    const { presence_members_max } = app.settings.limits;
    return failure(
      "channel_full",
      `${channel.name} has ${presence_members_max} members, which is as many as it may have (presence_members_max).`,
    );
  }
  // The welcome itself can be the frame that a slow reader no longer had room for.
  if (client.left) channels.unsubscribe(result.room, subscriber);
  else client.subscriptions = [...client.subscriptions, { room: result.room, subscriber }];
  if (needsAuthorization(channel.kind)) client.authorize_by_ms = undefined;
  return undefined;
}

function greet(
  client: HubClient,
  channel: Channel,
  welcome: Welcome,
  who: { readonly me: string | undefined; readonly since: string | undefined; readonly newcomer: Newcomer },
): void {
  const { roster, cached } = welcome;
  const { callbacks, ...replayed } = replayOf(client, channel.name, who.since, welcome);
  who.newcomer.onWelcome({
    channel: channel.name,
    ...(roster === undefined ? {} : { presence: { me: who.me ?? "", ...membersOf(roster) } }),
    ...replayed,
    ...(cached === undefined
      ? {}
      : { cached: cached === "miss" ? null : { event: cached.event, data: JSON.parse(dataText(cached.data)) } }),
  });
  for (const callback of callbacks) who.newcomer.tell(callback);
}

/** Everyone on a presence channel, each once. */
export function membersOf(roster: Roster): { readonly count: number; readonly members: readonly HubMember[] } {
  // user_info is JSON text that was written when the member came.
  const members = Array.from(roster, ([id, { user_info }]) => ({ id, info: JSON.parse(user_info) as unknown }));
  return { count: roster.size, members };
}
