import { type Channel, needsAuthorization } from "@fanfare/contract/channel";
import type { Member, Roster, Subscriber, Welcome } from "../../channels/subscriber.ts";
import { authOf, channelOf, isFailure } from "./arguments.ts";
import { dataText } from "./callback.ts";
import type { HubClient } from "./client.ts";
import { decideHubEntry } from "./entry.ts";
import { failure, type HubFailure } from "./outcome.ts";
import type { HubSurroundings } from "./surroundings.ts";

/** What a newcomer is told, as a JSON value. */
export interface Welcomed {
  readonly channel: string;
  readonly presence?: { readonly me: string; readonly count: number; readonly members: readonly HubMember[] };
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
}

/**
 * Lets a client onto a channel. `makeNewcomer` is asked once the entry is granted. Whoever is on the channel already is
 * welcomed again.
 */
export function enter(
  client: HubClient,
  [name, auth_given]: readonly unknown[],
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
    client.onWelcome = (welcome) => newcomer.onWelcome(welcomed(channel, welcome, member));
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
  client.onWelcome = (welcome) => newcomer.onWelcome(welcomed(channel, welcome, entry.member?.user_id));
  return join(client, channel, newcomer.subscriber, entry.member, house);
}

function join(
  client: HubClient,
  channel: Channel,
  subscriber: Subscriber,
  member: Member | undefined,
  { app, channels }: HubSurroundings,
): HubFailure | undefined {
  const result = channels.subscribe(app.id, channel, subscriber, member);
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

function welcomed(channel: Channel, { roster, cached }: Welcome, me: string | undefined): Welcomed {
  return {
    channel: channel.name,
    ...(roster === undefined ? {} : { presence: { me: me ?? "", ...membersOf(roster) } }),
    ...(cached === undefined
      ? {}
      : { cached: cached === "miss" ? null : { event: cached.event, data: JSON.parse(dataText(cached.data)) } }),
  };
}

/** Everyone on a presence channel, each once. */
export function membersOf(roster: Roster): { readonly count: number; readonly members: readonly HubMember[] } {
  // user_info is JSON text that was written when the member came.
  const members = Array.from(roster, ([id, { user_info }]) => ({ id, info: JSON.parse(user_info) as unknown }));
  return { count: roster.size, members };
}
