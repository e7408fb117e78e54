import type { Branded } from "../lib/ids.ts";
import { limits } from "../limits.ts";

/** A channel name that passed {@link parseChannel}. */
export type ChannelName = Branded<"channel">;

export type ChannelKind =
  | "public"
  | "private"
  | "presence"
  | "encrypted"
  | "cache"
  | "private_cache"
  | "presence_cache"
  | "encrypted_cache"
  | "server_to_user";

export interface Channel {
  readonly name: ChannelName;
  readonly kind: ChannelKind;
}

/** Prefixes are anchored and the longest wins: `my-private-x` is public, `privateers` too. */
const PREFIXES: readonly (readonly [prefix: string, kind: ChannelKind])[] = [
  ["private-encrypted-cache-", "encrypted_cache"],
  ["private-encrypted-", "encrypted"],
  ["private-cache-", "private_cache"],
  ["private-", "private"],
  ["presence-cache-", "presence_cache"],
  ["presence-", "presence"],
  ["cache-", "cache"],
];

const NAME_PATTERN = /^[A-Za-z0-9_\-=@,.;]+$/;
const SERVER_TO_USER_PREFIX = "#server-to-user-";

/**
 * Name and kind of a channel, or undefined when the name breaks the grammar (Pusher protocol, "Channel naming
 * conventions"): letters, digits and `_-=@,.;`, at most {@link limits.channel_name_chars_max} characters, and a
 * leading `#` only for `#server-to-user-{id}`.
 *
 * @example
 * parseChannel("private-orders")?.kind; // "private"
 */
export function parseChannel(text: string): Channel | undefined {
  if (text.length === 0 || text.length > limits.channel_name_chars_max) return undefined;
  // Both casts follow the checks that the brand stands for.
  if (text.startsWith(SERVER_TO_USER_PREFIX)) {
    const user_id = text.slice(SERVER_TO_USER_PREFIX.length);
    return NAME_PATTERN.test(user_id) ? { name: text as ChannelName, kind: "server_to_user" } : undefined;
  }
  if (!NAME_PATTERN.test(text)) return undefined;
  const kind = PREFIXES.find(([prefix]) => text.startsWith(prefix))?.[1] ?? "public";
  return { name: text as ChannelName, kind };
}

/** True when a subscription to this kind needs a signature. */
export function needsAuthorization(kind: ChannelKind): boolean {
  return kind !== "public" && kind !== "cache" && kind !== "server_to_user";
}

/** `123456.7890123`: the only form that Pusher server libraries agree to sign. */
export function isSocketId(text: string): boolean {
  return text.length <= 40 && /^\d+\.\d+$/.test(text);
}

/** Everyone's channel: change signals and messages to all open pages of an app. */
export const EVERYONE_CHANNEL = "fanfare" as ChannelName;

const CHANNEL_ID_PATTERN = /^[A-Za-z0-9_\-=@,.;]{1,120}$/;
const HASHED_PREFIX = "sha256-";

/**
 * The `channel_id` of a person: the external id where its characters are allowed in a channel name, else a hash of it.
 * `sha256` returns lower-case hex. An external id that looks like a hash is hashed too, so no two people share a channel.
 */
export function toChannelId(external_id: string, sha256: (text: string) => string): string {
  const usable = CHANNEL_ID_PATTERN.test(external_id) && !isHashedChannelId(external_id);
  return usable ? external_id : `${HASHED_PREFIX}${sha256(external_id)}`;
}

/** True for what {@link toChannelId} keeps for hashes: an id of this form names no person by itself. */
export function isHashedChannelId(id: string): boolean {
  return id.startsWith(HASHED_PREFIX);
}

const PERSON_CHANNEL_PREFIX = "private-fanfare-";

/** The private channel of one person: change signals and messages to that person alone. */
export function personChannel(channel_id: string): ChannelName {
  // toChannelId keeps to the grammar of a channel name.
  return `${PERSON_CHANNEL_PREFIX}${channel_id}` as ChannelName;
}

const UNVERIFIED_CHANNEL_PREFIX = "fanfare-said-";

/**
 * The channel of an unverified person. Anyone may enter it, so its events only signal that there is something to request,
 * which anyone who gives that ID may request.
 */
export function unverifiedChannel(channel_id: string): ChannelName {
  // As above.
  return `${UNVERIFIED_CHANNEL_PREFIX}${channel_id}` as ChannelName;
}

/** Whether the channel is one of Fanfare's own for its SDK: every open page is on two of them. */
export function isFanfareChannel(name: string): boolean {
  return (
    [PERSON_CHANNEL_PREFIX, UNVERIFIED_CHANNEL_PREFIX].some((prefix) => name.startsWith(prefix)) ||
    name === EVERYONE_CHANNEL
  );
}
