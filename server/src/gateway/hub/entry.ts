import { type Channel, needsAuthorization } from "@fanfare/contract/channel";
import type { AppRecord } from "../../accounts/app-directory.ts";
import { type ChannelGuest, ruleOnChannel } from "../../channels/authorize.ts";
import { hasMembers } from "../../channels/room.ts";
import { decideEntry, parseMember } from "../../channels/signed-entry.ts";
import type { Member } from "../../channels/subscriber.ts";
import type { Identity } from "../../people/identity.ts";
import type { SignedAuth } from "./arguments.ts";
import type { HubClient } from "./client.ts";
import { failure, type HubFailure } from "./outcome.ts";

export type HubEntry = { readonly member: Member | undefined };

/**
 * Whether a connection may enter a channel: with `auth` the signature of the app's back end decides, as in the Pusher
 * protocol; without, the rules by which Fanfare's own authorization call decides, for whom the token spoke.
 */
export function decideHubEntry(
  client: HubClient,
  app: AppRecord,
  channel: Channel,
  auth: SignedAuth | undefined,
): HubEntry | HubFailure {
  const by_rules = auth === undefined && needsAuthorization(channel.kind);
  return by_rules ? enterByRules(client, app, channel) : enterBySignature(client, app, channel, auth);
}

function enterBySignature(
  client: HubClient,
  app: AppRecord,
  channel: Channel,
  auth: SignedAuth | undefined,
): HubEntry | HubFailure {
  const decision = decideEntry(app, app.settings.limits, {
    socket_id: client.socket_id,
    channel,
    auth: auth?.auth ?? "",
    channel_data: auth?.channel_data,
    user: client.user,
  });
  return decision.outcome === "granted"
    ? { member: decision.member }
    : failure("channel_refused", `Subscription to ${channel.name} refused. ${decision.message}`);
}

function enterByRules(client: HubClient, app: AppRecord, channel: Channel): HubEntry | HubFailure {
  if (client.identity === undefined) {
    return failure(
      "identity_required",
      `${channel.name} needs authorization: connect with an identity token, or pass what your back end signed for ${client.socket_id}.`,
    );
  }
  const ruling = ruleOnChannel(channel, guestOf(client.identity), app.settings.channel_rules);
  if (ruling.outcome === "refused") return failure("channel_refused", ruling.reason);
  if (!hasMembers(channel.kind)) return { member: undefined };
  const member = ruling.channel_data === undefined ? client.user : parseMember(ruling.channel_data, "user_id");
  return member === undefined
    ? failure("channel_refused", `Nobody is named who would be on ${channel.name}.`)
    : { member };
}

function guestOf(identity: Identity): ChannelGuest {
  return identity.kind === "person"
    ? { channel_id: identity.channel_id, external_id: identity.external_id, groups: identity.groups }
    : { channel_id: identity.channel_id, external_id: undefined, groups: [] };
}
