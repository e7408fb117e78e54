import { matchesGlob } from "@fanfare/contract/lib/glob";
import type { ChannelRule } from "@fanfare/contract/realtime/app-settings";
import { type Channel, isHashedChannelId } from "@fanfare/contract/realtime/channel";
import { hasMembers } from "./occupied-channel.ts";

/** Person who requests access to a channel. `external_id` is undefined for anonymous visitors. */
export interface ChannelRequester {
  readonly channel_id: string;
  readonly external_id: string | undefined;
  readonly groups: readonly string[];
}

/**
 * `channel_data`: the person's presence data on presence channels. Part of the signature. `lacks_group`: membership in
 * another group would allow access.
 */
export type ChannelDecision =
  | { readonly outcome: "allowed"; readonly channel_data: string | undefined }
  | { readonly outcome: "refused"; readonly reason: string; readonly lacks_group: boolean };

const OWN_CHANNEL = "private-fanfare-";
const USER = "private-user-";
const GROUP = "private-group-";

const refuse = (reason: string): ChannelDecision => ({ outcome: "refused", reason, lacks_group: false });
const refuseWithoutGroup = (reason: string): ChannelDecision => ({ outcome: "refused", reason, lacks_group: true });
const ALLOWED: ChannelDecision = { outcome: "allowed", channel_data: undefined };

/**
 * Fanfare's own channel authorization. `private-fanfare-{channel_id}` and `private-user-{id}` allow only their own
 * person, `private-group-{id}` its own groups. Other channels use the first of the app's `rules`
 * whose pattern matches, and deny access if none does. Anonymous visitors may subscribe only to their own
 * `private-fanfare-…`. The customer's backend authorizes all other channels, and always encrypted ones, because Fanfare
 * doesn't have their key.
 *
 * @example
 * decideChannelAccess(channel, { channel_id: "u_42", external_id: "u_42", groups: [] }, app.settings.channel_rules);
 */
export function decideChannelAccess(
  channel: Channel,
  requester: ChannelRequester,
  rules: readonly ChannelRule[],
): ChannelDecision {
  if (channel.kind === "public" || channel.kind === "cache") {
    return refuse(`${channel.name} is a public channel. Subscribe to it without authorization.`);
  }
  if (channel.name.startsWith(OWN_CHANNEL)) {
    if (channel.name === OWN_CHANNEL + requester.channel_id) return ALLOWED;
    return refuse(
      `${channel.name} belongs to another person. The caller's channel is ${OWN_CHANNEL}${requester.channel_id}.`,
    );
  }
  if (requester.external_id === undefined) {
    return refuse(
      `Without an identity token, only ${OWN_CHANNEL}${requester.channel_id} is allowed. Identify the person first.`,
    );
  }
  if (channel.name.startsWith(USER)) {
    // People who can choose their own ID could choose the hash of another person's ID, which is that person's channel
    // name.
    const by_id = !isHashedChannelId(requester.external_id) && channel.name === USER + requester.external_id;
    return by_id || channel.name === USER + requester.channel_id
      ? ALLOWED
      : refuse(`${channel.name} belongs to another person.`);
  }
  if (channel.name.startsWith(GROUP)) {
    const member = requester.groups.includes(channel.name.slice(GROUP.length));
    return member
      ? ALLOWED
      : refuseWithoutGroup(`The person isn't in the group of ${channel.name}, by the identity token or on the server.`);
  }
  return applyChannelRules(channel, requester, rules);
}

function applyChannelRules(
  channel: Channel,
  requester: ChannelRequester,
  rules: readonly ChannelRule[],
): ChannelDecision {
  const { name, kind } = channel;
  if (kind === "encrypted" || kind === "encrypted_cache") {
    return refuse(`${name} is encrypted with a key that only your backend has. Authorize the channel in your backend.`);
  }
  if (kind === "server_to_user") return refuse(`${name} requires signing in as that user.`);
  const rule = rules.find(({ pattern }) => matchesGlob(pattern, name));
  if (rule === undefined) {
    return refuse(`No rule allows access to ${name}. Authorize it in your backend, or add a channel rule to the app.`);
  }
  switch (rule.who) {
    case "identified":
      return presenceEntry(channel, requester);
    case "groups": {
      const is_member = rule.groups.some((group) => requester.groups.includes(group));
      if (is_member) return presenceEntry(channel, requester);
      return refuseWithoutGroup(
        `The channel rule ${rule.pattern} requires certain groups, and the person is in none of them.`,
      );
    }
    case "nobody":
      return refuse(`The channel rule ${rule.pattern} denies access to everyone.`);
  }
}

/** On presence channels, people have the same ID as after a Pusher sign-in. */
function presenceEntry({ kind }: Channel, { channel_id }: ChannelRequester): ChannelDecision {
  if (!hasMembers(kind)) return ALLOWED;
  return { outcome: "allowed", channel_data: JSON.stringify({ user_id: channel_id, user_info: {} }) };
}
