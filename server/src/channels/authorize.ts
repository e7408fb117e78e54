import { type Channel, isHashedChannelId } from "@fanfare/contract/channel";

/** Who asks to enter a channel. `external_id` is undefined for people who have not signed in. */
export interface ChannelGuest {
  readonly channel_id: string;
  readonly external_id: string | undefined;
  readonly groups: readonly string[];
}

export type ChannelRuling = { readonly outcome: "allowed" } | { readonly outcome: "refused"; readonly reason: string };

const OWN = "private-fanfare-";
const USER = "private-user-";
const GROUP = "private-group-";

const refuse = (reason: string): ChannelRuling => ({ outcome: "refused", reason });
const ALLOWED: ChannelRuling = { outcome: "allowed" };

/**
 * The rules by which Fanfare itself lets people into channels: `private-fanfare-{channel_id}` and `private-user-{id}` its
 * own person, `private-group-{id}` the groups of the identity token, and nobody anywhere else. People who have not signed
 * in enter only their own `private-fanfare-…`. Other channels are for the customer's own back end to sign.
 *
 * @example
 * ruleOnChannel(channel, { channel_id: "u_42", external_id: "u_42", groups: [] });
 */
export function ruleOnChannel(channel: Channel, guest: ChannelGuest): ChannelRuling {
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
  return refuse(`No rule lets anybody into ${channel.name}: have your own back end sign it.`);
}
