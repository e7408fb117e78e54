import { needsAuthorization } from "@fanfare/contract/channel";
import { quotable } from "../../quotable.ts";
import { Bucket } from "../bucket.ts";
import { decideClientEvent } from "../pusher/client-events.ts";
import { channelOf, fieldsOf, isFailure } from "./arguments.ts";
import type { HubCallback } from "./callback.ts";
import type { HubClient, HubSubscription } from "./client.ts";
import { enter, membersOf, type Welcomed } from "./enter.ts";
import { getHistory } from "./get-history.ts";
import { authenticate, forgetUser } from "./identify.ts";
import { failure, type HubAnswer, type HubOutcome, success } from "./outcome.ts";
import type { HubSurroundings } from "./surroundings.ts";

type Method = (
  client: HubClient,
  args: readonly unknown[],
  house: HubSurroundings,
  answer: HubAnswer,
) => HubOutcome | Promise<HubOutcome> | "answered";

/** Everything that clients may call, compared without case: .NET's own servers do the same. */
const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    Subscribe: subscribe,
    SubscribeMany: subscribeMany,
    Unsubscribe: unsubscribe,
    Publish: publish,
    Authenticate: authenticate,
    SignOut: signOut,
    GetMembers: getMembers,
    GetHistory: getHistory,
    GetConnectionId: (client: HubClient) => success(client.socket_id),
  } satisfies Record<string, Method>).map(([name, method]): [string, Method] => [name.toLowerCase(), method]),
);

/** Runs a method. `answered`: the answer was given already, before anything that had to follow it. */
export function runMethod(name: string, ...call: Parameters<Method>): ReturnType<Method> {
  const method = METHODS.get(name.toLowerCase());
  if (method !== undefined) return method(...call);
  return failure("method_unknown", `Unknown hub method '${quotable(name)}'.`);
}

function subscribe(
  client: HubClient,
  args: readonly unknown[],
  house: HubSurroundings,
  answer: HubAnswer,
): HubOutcome | "answered" {
  const onWelcome = (welcomed: Welcomed): void => answer(success(welcomed));
  const tell = (callback: HubCallback): void => client.transport.call(callback);
  return enter(client, args, house, { subscriber: client, onWelcome, tell }) ?? "answered";
}

function subscribeMany(
  client: HubClient,
  [wishes]: readonly unknown[],
  house: HubSurroundings,
  answer: HubAnswer,
): HubOutcome | "answered" {
  const { channels_per_connection_max } = house.app.settings.limits;
  if (!Array.isArray(wishes) || wishes.length > channels_per_connection_max) {
    return failure(
      "arguments_invalid",
      `Pass a list of {channel, auth}, at most ${channels_per_connection_max} (channels_per_connection_max).`,
    );
  }
  const missed: HubCallback[] = [];
  const results = wishes.map((wish: unknown) => {
    const { channel, auth, since } = fieldsOf(wish);
    let welcome: Welcomed | undefined;
    const onWelcome = (welcomed: Welcomed): void => {
      welcome = welcomed;
    };
    const newcomer = { subscriber: client, onWelcome, tell: (callback: HubCallback) => missed.push(callback) };
    const failed = enter(client, [channel, auth, { since }], house, newcomer);
    return failed === undefined ? welcome : { channel, error: { code: failed.code, message: failed.message } };
  });
  answer(success(results));
  for (const callback of missed) client.transport.call(callback);
  return "answered";
}

function unsubscribe(client: HubClient, [name]: readonly unknown[], house: HubSurroundings): HubOutcome {
  const known = typeof name === "string" ? client.subscriptionTo(name) : undefined;
  if (known !== undefined && known.subscriber === client) leave(client, known, house);
  return success(null);
}

/** Takes the client off one channel. */
export function leave(
  client: HubClient,
  subscription: HubSubscription,
  { channels }: Pick<HubSurroundings, "channels">,
): void {
  client.subscriptions = client.subscriptions.filter((other) => other !== subscription);
  channels.unsubscribe(subscription.room, subscription.subscriber);
}

const CLIENT_EVENT = /^client-./;

function publish(client: HubClient, [name, event, data]: readonly unknown[], house: HubSurroundings): HubOutcome {
  const { limits: allowed, client_events } = house.app.settings;
  const channel = channelOf(name, allowed.channel_name_chars_max);
  if (isFailure(channel)) return channel;
  // Without the prefix a page could say what only the app's back end may say.
  if (typeof event !== "string" || !CLIENT_EVENT.test(event) || data === undefined) {
    return failure("arguments_invalid", "Pass a channel, the name of an event that begins with client-, and its data.");
  }
  const text = JSON.stringify(data);
  const { socket_id } = client;
  const room = client.subscriptionTo(channel.name)?.room;
  const decision = decideClientEvent({ enabled: client_events, event, data: text, socket_id, room, limits: allowed });
  if (decision.outcome === "refused") return failure("event_refused", decision.message);
  client.client_events ??= new Bucket(allowed.client_events_per_second_max, house.now_ms);
  if (!client.client_events.take(1, house.now_ms)) {
    return failure(
      "rate_limited",
      `A connection may send ${allowed.client_events_per_second_max} client events a second (client_events_per_second_max): this one is dropped.`,
    );
  }
  const message = { kind: "event", event, data: text, user_id: decision.user_id } as const;
  house.channels.say(decision.room, message, socket_id);
  return success({});
}

/** Leaves what only the person was allowed to enter. */
function signOut(client: HubClient, _args: readonly unknown[], house: HubSurroundings): HubOutcome {
  forgetUser(client, house.watchlists);
  for (const subscription of client.subscriptions) {
    const { kind, name } = subscription.room.channel;
    if (!needsAuthorization(kind) && kind !== "server_to_user") continue;
    leave(client, subscription, house);
    client.transport.call({ name: "unsubscribed", args: [JSON.stringify(name), '"signed_out"'] });
  }
  return success(null);
}

function getMembers(client: HubClient, [name]: readonly unknown[]): HubOutcome {
  const known = typeof name === "string" ? client.subscriptionTo(name) : undefined;
  if (known === undefined)
    return failure("not_subscribed", "Members are told to those who are on the channel. Subscribe.");
  const { presence } = known.room;
  return presence === undefined
    ? failure("arguments_invalid", "Only presence channels have members.")
    : success(membersOf(presence.roster));
}
