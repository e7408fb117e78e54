import type { ChannelRule } from "@fanfare/contract/app-settings";
import { type Channel, isHashedChannelId } from "@fanfare/contract/channel";
import { matchesGlob } from "@fanfare/contract/glob";
import { hasMembers } from "./room.ts";

/** Who asks to enter a channel. `external_id` is undefined for people who have not signed in. */
export interface ChannelGuest {
  readonly channel_id: string;
  readonly external_id: string | undefined;
  readonly groups: readonly string[];
}

/** `channel_data`: on presence channels, how the person appears there; it takes part in the signature. */
export type ChannelRuling =
  | { readonly outcome: "allowed"; readonly channel_data: string | undefined }
  | { readonly outcome: "refused"; readonly reason: string };

const OWN = "private-fanfare-";
const USER = "private-user-";
const GROUP = "private-group-";

const refuse = (reason: string): ChannelRuling => ({ outcome: "refused", reason });
const ALLOWED: ChannelRuling = { outcome: "allowed", channel_data: undefined };

/**
 * The rules by which Fanfare itself lets people into channels: `private-fanfare-{channel_id}` and `private-user-{id}` its
 * own person, `private-group-{id}` the groups of the identity token, elsewhere the first of the app's `rules` whose pattern
 * matches, and nobody where none does. People who have not signed in enter only their own `private-fanfare-…`. Other
 * channels are for the customer's own back end to sign, encrypted ones always: Fanfare does not have their key.
 *
 * @example
 * ruleOnChannel(channel, { channel_id: "u_42", external_id: "u_42", groups: [] }, app.settings.channel_rules);
 */
export function ruleOnChannel(channel: Channel, guest: ChannelGuest, rules: readonly ChannelRule[]): ChannelRuling {
  if (channel.kind === "public" || channel.kind === "cache") {
    return refuse(`${channel.name} is a public channel: subscribe to it without authorization.`);
  }
  if (channel.name.startsWith(OWN)) {
    if (channel.name === OWN + guest.channel_id) return ALLOWED;
    return refuse(`${channel.name} belongs to another person. The caller's own channel is ${OWN}${guest.channel_id}.`);
  }
  if (guest.external_id === undefined) {
    return refuse(
      `Without an identity token only ${OWN}${guest.channel_id} may be entered. Identify the person first.`,
    );
  }
  if (channel.name.startsWith(USER)) {
    // Whoever may choose their own id could choose the hash of somebody else's, whose channel has that name.
    const by_id = !isHashedChannelId(guest.external_id) && channel.name === USER + guest.external_id;
    return by_id || channel.name === USER + guest.channel_id
      ? ALLOWED
      : refuse(`${channel.name} belongs to another person.`);
  }
  if (channel.name.startsWith(GROUP)) {
    const member = guest.groups.includes(channel.name.slice(GROUP.length));
    return member ? ALLOWED : refuse(`The identity token does not name the group of ${channel.name}.`);
  }
  return byRules(channel, guest, rules);
}

function byRules(channel: Channel, guest: ChannelGuest, rules: readonly ChannelRule[]): ChannelRuling {
  const { name, kind } = channel;
  if (kind === "encrypted" || kind === "encrypted_cache") {
    return refuse(`${name} is encrypted with a key that only your own back end has: have it authorize the channel.`);
  }
  if (kind === "server_to_user") return refuse(`${name} is entered by signing in as that user.`);
  const rule = rules.find(({ pattern }) => matchesGlob(pattern, name));
  if (rule === undefined) {
    return refuse(
      `No rule lets anybody into ${name}: have your own back end sign it, or add a channel rule to the app.`,
    );
  }
  switch (rule.who) {
    case "identified":
      return entryOf(channel, guest);
    case "groups": {
      const is_member = rule.groups.some((group) => guest.groups.includes(group));
      if (is_member) return entryOf(channel, guest);
      return refuse(
        `The channel rule ${rule.pattern} lets in certain groups, and the identity token names none of them.`,
      );
    }
    case "nobody":
      return refuse(`The channel rule ${rule.pattern} lets nobody in.`);
  }
}

/** On presence channels a person is known by the id that signing in gives them too. */
function entryOf({ kind }: Channel, { channel_id }: ChannelGuest): ChannelRuling {
  if (!hasMembers(kind)) return ALLOWED;
  return { outcome: "allowed", channel_data: JSON.stringify({ user_id: channel_id, user_info: {} }) };
}
