import type { Channel } from "@fanfare/contract/realtime/channel";
import type { Roster, Subscriber, Welcome } from "../../channels/subscriber.ts";
import { authorizeEntry, type EntryDenial, type EntryGrant, enterChannel } from "../session/entry.ts";
import { isAbsent, isFailure, readAuth, readChannel, readFields } from "./arguments.ts";
import { dataText, type HubCallback, toHubCallback } from "./hub-callback.ts";
import type { HubClient, HubContext } from "./hub-client.ts";
import { failure, type HubFailure } from "./hub-result.ts";

export interface WelcomeResult {
  readonly channel: string;
  readonly presence?: { readonly me: string; readonly count: number; readonly members: readonly HubMember[] };
  /** On channels with history: the position after the replayed events. */
  readonly position?: string;
  /** Whether everything since the client's position follows. Omitted if the client sent no position. */
  readonly recovered?: boolean;
  /** On cache channels: the last event, or null if none is stored. */
  readonly cached?: { readonly event: string; readonly data: unknown } | null;
}

export interface HubMember {
  readonly id: string;
  readonly info: unknown;
}

/** Subscriber of a connection: the connection itself, or one of its streams. */
export interface HubSubscriber {
  readonly subscriber: Subscriber;
  /** Called before any other message of the channel. */
  onWelcome(result: WelcomeResult): void;
  call(callback: HubCallback): void;
}

/** Subscribes a client to a channel. Welcomes an existing subscriber again. */
export function subscribeToChannel(
  client: HubClient,
  [name, auth, options]: readonly unknown[],
  context: HubContext,
  hub_subscriber: HubSubscriber,
): HubFailure | undefined {
  const channel = readChannel(name, context.app.settings.limits);
  if (isFailure(channel)) return channel;
  const { subscriber } = hub_subscriber;
  const known = client.findChannel(channel.name);
  if (known !== undefined && client.subscriberOn(known) !== subscriber) {
    return failure("channel_taken", `This connection is already subscribed to ${channel.name}. Unsubscribe first.`);
  }
  client.onWelcome = (welcome) => sendWelcome(client, channel, welcome, hub_subscriber);
  const authorize = () => authorizeHubEntry(client, channel, { auth, options }, context);
  const result = enterChannel(client, channel, subscriber, context, authorize);
  switch (result.outcome) {
    case "entered":
    case "welcomed":
      return undefined;
    case "denied":
      return result.failure;
    case "too_many":
      return failure("channels_too_many", result.message);
    case "full":
      return failure("channel_full", result.message);
  }
}

interface HubEntryDenial {
  readonly outcome: "denied";
  readonly failure: HubFailure;
}

function authorizeHubEntry(
  client: HubClient,
  channel: Channel,
  given: { readonly auth: unknown; readonly options: unknown },
  { app, groups = [] }: HubContext,
): EntryGrant | HubEntryDenial {
  const denied = (failure: HubFailure): HubEntryDenial => ({ outcome: "denied", failure });
  const proof = readAuth(given.auth);
  if (proof !== undefined && isFailure(proof)) return denied(proof);
  const { socket_id, user } = client;
  const identity =
    client.identity?.kind === "person"
      ? { ...client.identity, groups: [...client.identity.groups, ...groups] }
      : client.identity;
  const decision = authorizeEntry({ app, channel, socket_id, user, identity, proof });
  if (decision.outcome === "denied") return denied(entryFailure(channel, decision));
  const { since } = readFields(given.options);
  if (!isAbsent(since) && typeof since !== "string") {
    return denied(
      failure("arguments_invalid", "options.since must be the last position that the client received, as text."),
    );
  }
  return { ...decision, since: since ?? undefined };
}

function entryFailure({ name }: Channel, { code, message }: EntryDenial): HubFailure {
  switch (code) {
    case "signature_refused":
      return failure("channel_refused", `Subscription to ${name} denied. ${message}`);
    case "rule_refused":
      return failure("channel_refused", message);
    case "identity_required":
      return failure("identity_required", message);
  }
}

function sendWelcome(client: HubClient, { name }: Channel, welcome: Welcome, hub_subscriber: HubSubscriber): void {
  const { roster, cached, me = "" } = welcome;
  const { callbacks, ...replayed } = buildReplay(client, name, welcome);
  hub_subscriber.onWelcome({
    channel: name,
    ...(roster === undefined ? {} : { presence: { me, ...listMembers(roster) } }),
    ...replayed,
    ...(cached === undefined
      ? {}
      : { cached: cached === "miss" ? null : { event: cached.event, data: JSON.parse(dataText(cached.data)) } }),
  });
  for (const callback of callbacks) hub_subscriber.call(callback);
}

interface Replay extends Pick<WelcomeResult, "position" | "recovered"> {
  readonly callbacks: readonly HubCallback[];
}

/**
 * Events since the client's position, in order, or a `reset` with the lost range. Events over the connection's replay
 * limit also count as lost.
 */
function buildReplay(client: HubClient, channel: string, { since, resumed, replay_bytes_max }: Welcome): Replay {
  if (resumed === undefined) {
    return since === undefined ? { callbacks: [] } : { recovered: false, callbacks: [reset(channel, since, null)] };
  }
  const { position } = resumed;
  if (since === undefined) return { position, callbacks: [] };
  if (resumed.outcome === "gap") {
    return { position, recovered: false, callbacks: [reset(channel, resumed.from, position)] };
  }
  const callbacks = resumed.missed.map((event) => toHubCallback(channel, { kind: "event", ...event }));
  const bytes = callbacks.reduce((sum, { args }) => sum + Buffer.byteLength(args.join()), 0);
  if (client.takeReplay(bytes, replay_bytes_max)) return { position, recovered: true, callbacks };
  return { position, recovered: false, callbacks: [reset(channel, since, position)] };
}

function reset(channel: string, from: string, to: string | null): HubCallback {
  return { name: "reset", args: [JSON.stringify(channel), JSON.stringify({ from, to })] };
}

export function listMembers(roster: Roster): { readonly count: number; readonly members: readonly HubMember[] } {
  // Cast: user_info is JSON text, written when the member joined.
  const members = Array.from(roster, ([id, { user_info }]) => ({ id, info: JSON.parse(user_info) as unknown }));
  return { count: roster.size, members };
}
