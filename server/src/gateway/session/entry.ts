import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import { type Channel, needsAuthorization, parseChannel } from "@fanfare/contract/realtime/channel";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { decideChannelAccess } from "../../channels/channel-rules.ts";
import type { Channels, PresenceLimit } from "../../channels/channels.ts";
import { hasMembers, type OccupiedChannel } from "../../channels/occupied-channel.ts";
import type { Member, Subscriber } from "../../channels/subscriber.ts";
import { authorizeSubscription, parseMember } from "../../channels/subscription-auth.ts";
import type { Identity } from "../../people/identity/identity.ts";
import type { Connection, SessionContext } from "./connection.ts";

/** Channel signed by a backend: `key:signature`, and the signed text in addition to the channel. */
export interface SignedAuth {
  readonly auth: string;
  readonly channel_data: string | undefined;
}

export interface EntryRequest {
  readonly app: AppRecord;
  readonly channel: Channel;
  readonly socket_id: string;
  readonly user: Member | undefined;
  /** From the connection's verified identity token. */
  readonly identity: Identity | undefined;
  /** Undefined: the app's rules decide. */
  readonly proof: SignedAuth | undefined;
}

/** `status`: matching HTTP status. `message` includes the expected proof, never the signature itself. */
export interface EntryDenial {
  readonly outcome: "denied";
  readonly code: "signature_refused" | "identity_required" | "rule_refused";
  readonly status: 400 | 401 | 403;
  readonly message: string;
}

export type EntryDecision = { readonly outcome: "granted"; readonly member: Member | undefined } | EntryDenial;

/**
 * Parses a channel name. Undefined if its syntax or the app's limit doesn't allow it.
 *
 * @example
 * parseChannelName("private-orders", app.settings.limits)?.kind; // "private"
 */
export function parseChannelName(name: unknown, allowed: AppLimits): Channel | undefined {
  const channel = typeof name === "string" ? parseChannel(name) : undefined;
  return channel !== undefined && channel.name.length <= allowed.channel_name_chars_max ? channel : undefined;
}

/**
 * Authorizes a subscription. With a proof, checks the signature of the app's backend (Pusher protocol, "Subscribing").
 * Without one, applies the rules of Fanfare's own channel authorization.
 */
export function authorizeEntry(request: EntryRequest): EntryDecision {
  const { app, channel, socket_id, user, proof } = request;
  if (proof === undefined && needsAuthorization(channel.kind)) return authorizeByRules(request);
  const { auth, channel_data } = proof ?? NO_PROOF;
  const decision = authorizeSubscription(app, app.settings.limits, { socket_id, channel, auth, channel_data, user });
  if (decision.outcome === "granted") return decision;
  return { outcome: "denied", code: "signature_refused", status: decision.status, message: decision.message };
}

const NO_PROOF: SignedAuth = { auth: "", channel_data: undefined };

function authorizeByRules({ app, channel, socket_id, user, identity }: EntryRequest): EntryDecision {
  if (identity === undefined) {
    const message = `${channel.name} requires authorization. Connect with an identity token, or pass your backend's signature for ${socket_id}.`;
    return { outcome: "denied", code: "identity_required", status: 401, message };
  }
  const denied = (message: string): EntryDenial => ({ outcome: "denied", code: "rule_refused", status: 403, message });
  const is_person = identity.kind === "person";
  const requester = {
    channel_id: identity.channel_id,
    external_id: is_person ? identity.external_id : undefined,
    groups: is_person ? identity.groups : [],
  };
  const access = decideChannelAccess(channel, requester, app.settings.channel_rules);
  if (access.outcome === "refused") return denied(access.reason);
  if (!hasMembers(channel.kind)) return { outcome: "granted", member: undefined };
  const member = access.channel_data === undefined ? user : parseMember(access.channel_data, "user_id");
  return member === undefined ? denied(`No person is identified for ${channel.name}.`) : { outcome: "granted", member };
}

/** Result of a successful authorization. `since`: last position that the client received on the channel. */
export interface EntryGrant {
  readonly outcome: "granted";
  readonly member: Member | undefined;
  readonly since: string | undefined;
}

/** `welcomed`: the connection was already subscribed. `Denial` is protocol-specific. */
export type EntryResult<Denial> =
  | { readonly outcome: "entered" | "welcomed" }
  | { readonly outcome: "too_many"; readonly message: string }
  | { readonly outcome: "full"; readonly message: string }
  | Denial;

/**
 * Subscribes a connection to a channel, or welcomes it again. Checks the channel limit before `authorize`, so that
 * invalid arguments aren't rejected earlier.
 */
export function enterChannel<Denial extends { readonly outcome: "denied" }>(
  connection: Connection,
  channel: Channel,
  subscriber: Subscriber,
  { app, channels }: Pick<SessionContext, "app" | "channels">,
  authorize: () => EntryGrant | Denial,
): EntryResult<Denial> {
  const known = connection.findChannel(channel.name);
  if (known !== undefined) {
    channels.welcome(known, subscriber);
    return { outcome: "welcomed" };
  }
  const { channels_per_connection_max } = app.settings.limits;
  if (connection.channels.length >= channels_per_connection_max) {
    const message = `A connection can subscribe to at most ${channels_per_connection_max} channels (channels_per_connection_max). Unsubscribe from one, or open another connection.`;
    return { outcome: "too_many", message };
  }
  const entry = authorize();
  if (entry.outcome === "denied") return entry;
  const result = channels.subscribe(app.id, channel, subscriber, entry.member, entry.since);
  if (result.outcome === "full") return { outcome: "full", message: fullMessage(result.limit, app.settings.limits) };
  // The welcome can overflow a slow reader's buffer, which closes the connection.
  if (connection.left) channels.unsubscribe(result.occupied, subscriber);
  else connection.addChannel(result.occupied, subscriber);
  if (needsAuthorization(channel.kind)) connection.authorize_by_ms = undefined;
  return { outcome: "entered" };
}

function fullMessage(limit: PresenceLimit, allowed: AppLimits): string {
  return limit === "presence_members_max"
    ? `This channel has reached the limit of ${allowed[limit]} members (presence_members_max).`
    : `The presence channels of this app have reached the limit of ${allowed[limit]} members (presence_memberships_max).`;
}

export function leaveChannel(connection: Connection, occupied: OccupiedChannel, channels: Channels): void {
  const subscriber = connection.subscriberOn(occupied);
  connection.removeChannel(occupied);
  channels.unsubscribe(occupied, subscriber);
}
