import { needsAuthorization } from "@fanfare/contract/realtime/channel";
import type { OccupiedChannel } from "../../channels/occupied-channel.ts";
import { truncate } from "../../lib/truncate.ts";
import { relayClientEvent } from "../session/client-events.ts";
import { leaveChannel } from "../session/entry.ts";
import { isFailure, readChannel, readFields } from "./arguments.ts";
import { authenticate, signOutClient } from "./authenticate.ts";
import { getHistory } from "./get-history.ts";
import type { HubCallback } from "./hub-callback.ts";
import type { HubClient, HubContext } from "./hub-client.ts";
import { failure, type HubReply, type HubResult, success } from "./hub-result.ts";
import { listMembers, subscribeToChannel, type WelcomeResult } from "./subscribe.ts";

type Method = (
  client: HubClient,
  args: readonly unknown[],
  context: HubContext,
  answer: HubReply,
) => HubResult | Promise<HubResult> | "answered";

/** Methods that clients can call, compared case-insensitively like .NET's servers. */
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

/** Runs a method. `answered`: the method has already replied, before messages that must follow its reply. */
export function runMethod(name: string, ...call: Parameters<Method>): ReturnType<Method> {
  const method = METHODS.get(name.toLowerCase());
  if (method !== undefined) return method(...call);
  return failure("method_unknown", `Unknown hub method '${truncate(name)}'.`);
}

function subscribe(
  client: HubClient,
  args: readonly unknown[],
  context: HubContext,
  answer: HubReply,
): HubResult | "answered" {
  const onWelcome = (result: WelcomeResult): void => answer(success(result));
  const call = (callback: HubCallback): void => client.link.call(callback);
  return subscribeToChannel(client, args, context, { subscriber: client, onWelcome, call }) ?? "answered";
}

function subscribeMany(
  client: HubClient,
  [requests]: readonly unknown[],
  context: HubContext,
  answer: HubReply,
): HubResult | "answered" {
  const { channels_per_connection_max } = context.app.settings.limits;
  if (!Array.isArray(requests) || requests.length > channels_per_connection_max) {
    return failure(
      "arguments_invalid",
      `Pass a list of {channel, auth}, at most ${channels_per_connection_max} (channels_per_connection_max).`,
    );
  }
  const missed: HubCallback[] = [];
  const results = requests.map((request: unknown) => {
    const { channel, auth, since } = readFields(request);
    let welcome: WelcomeResult | undefined;
    const onWelcome = (result: WelcomeResult): void => {
      welcome = result;
    };
    const hub_subscriber = { subscriber: client, onWelcome, call: (callback: HubCallback) => missed.push(callback) };
    const failed = subscribeToChannel(client, [channel, auth, { since }], context, hub_subscriber);
    return failed === undefined ? welcome : { channel, error: { code: failed.code, message: failed.message } };
  });
  answer(success(results));
  for (const callback of missed) client.link.call(callback);
  return "answered";
}

function subscribedChannel(client: HubClient, name: unknown): OccupiedChannel | undefined {
  return typeof name === "string" ? client.findChannel(name) : undefined;
}

function unsubscribe(client: HubClient, [name]: readonly unknown[], { channels }: HubContext): HubResult {
  const occupied = subscribedChannel(client, name);
  if (occupied !== undefined && client.subscriberOn(occupied) === client) leaveChannel(client, occupied, channels);
  return success(null);
}

const CLIENT_EVENT = /^client-./;

function publish(client: HubClient, [name, event, data]: readonly unknown[], context: HubContext): HubResult {
  const channel = readChannel(name, context.app.settings.limits);
  if (isFailure(channel)) return channel;
  // Without the prefix, a page could publish events that only the app's backend may publish.
  if (typeof event !== "string" || !CLIENT_EVENT.test(event) || data === undefined) {
    return failure("arguments_invalid", "Pass a channel, an event name that starts with client-, and its data.");
  }
  const result = relayClientEvent(client, { channel: channel.name, event, data: JSON.stringify(data) }, context);
  switch (result.outcome) {
    case "relayed":
      return success({});
    case "refused":
      return failure("event_refused", result.message);
    case "rate_limited":
      return failure("rate_limited", result.message);
  }
}

/** Signs the user out and unsubscribes channels that required the sign-in. */
function signOut(client: HubClient, _args: readonly unknown[], { channels, watchlists }: HubContext): HubResult {
  signOutClient(client, watchlists);
  for (const occupied of client.channels) {
    const { kind, name } = occupied.channel;
    if (!needsAuthorization(kind) && kind !== "server_to_user") continue;
    leaveChannel(client, occupied, channels);
    client.link.call({ name: "unsubscribed", args: [JSON.stringify(name), '"signed_out"'] });
  }
  return success(null);
}

function getMembers(client: HubClient, [name]: readonly unknown[], { app, channels }: HubContext): HubResult {
  const occupied = subscribedChannel(client, name);
  if (occupied === undefined)
    return failure("not_subscribed", "Only subscribers can get a channel's members. Subscribe first.");
  return occupied.presence === undefined
    ? failure("arguments_invalid", "Only presence channels have members.")
    : success(listMembers(channels.roster(app.id, occupied.channel.name)));
}
