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

/** Anchored at the start, and the longest prefix wins: `my-private-x` and `privateers` are public. */
const PREFIXES: readonly { readonly prefix: string; readonly kind: ChannelKind }[] = [
  { prefix: "private-encrypted-cache-", kind: "encrypted_cache" },
  { prefix: "private-encrypted-", kind: "encrypted" },
  { prefix: "private-cache-", kind: "private_cache" },
  { prefix: "private-", kind: "private" },
  { prefix: "presence-cache-", kind: "presence_cache" },
  { prefix: "presence-", kind: "presence" },
  { prefix: "cache-", kind: "cache" },
];

const NAME_PATTERN = /^[A-Za-z0-9_\-=@,.;]+$/;
const SERVER_TO_USER_PREFIX = "#server-to-user-";

/**
 * Parses a channel name, or returns undefined if it violates the grammar (Pusher protocol, "Channel naming
 * conventions"). Allowed are letters, digits, and `_-=@,.;`, at most {@link limits.channel_name_chars_max} characters.
 * A leading `#` is reserved for `#server-to-user-{id}`.
 *
 * @example
 * parseChannel("private-orders")?.kind; // "private"
 */
export function parseChannel(text: string): Channel | undefined {
  if (text.length === 0 || text.length > limits.channel_name_chars_max) return undefined;
  // Both casts are safe after these checks.
  if (text.startsWith(SERVER_TO_USER_PREFIX)) {
    const user_id = text.slice(SERVER_TO_USER_PREFIX.length);
    return NAME_PATTERN.test(user_id) ? { name: text as ChannelName, kind: "server_to_user" } : undefined;
  }
  if (!NAME_PATTERN.test(text)) return undefined;
  return { name: text as ChannelName, kind: kindOf(text) };
}

function kindOf(name: string): ChannelKind {
  for (const { prefix, kind } of PREFIXES) if (name.startsWith(prefix)) return kind;
  return "public";
}

export function needsAuthorization(kind: ChannelKind): boolean {
  return kind !== "public" && kind !== "cache" && kind !== "server_to_user";
}

/** `123456.7890123`: the only format that all Pusher server libraries sign. */
export function isSocketId(text: string): boolean {
  return text.length <= 40 && /^\d+\.\d+$/.test(text);
}

/** Shared channel of an app: change signals and messages to all open pages. */
export const EVERYONE_CHANNEL = "fanfare" as ChannelName;

const CHANNEL_ID_PATTERN = /^[A-Za-z0-9_\-=@,.;]{1,120}$/;
const HASHED_PREFIX = "sha256-";

/**
 * The `channel_id` of a person: the external ID if it's valid in a channel name, otherwise a hash of it.
 * `sha256` returns lowercase hex. External IDs that look like a hash are hashed too, so that no two people share a
 * channel.
 */
export function toChannelId(external_id: string, sha256: (text: string) => string): string {
  const usable = CHANNEL_ID_PATTERN.test(external_id) && !isHashedChannelId(external_id);
  return usable ? external_id : `${HASHED_PREFIX}${sha256(external_id)}`;
}

/**
 * True for the format that {@link toChannelId} reserves for hashes. Such an ID doesn't identify a person on its own.
 */
export function isHashedChannelId(id: string): boolean {
  return id.startsWith(HASHED_PREFIX);
}

const PERSON_CHANNEL_PREFIX = "private-fanfare-";

/** Private channel of one person: change signals and messages to that person. */
export function personChannel(channel_id: string): ChannelName {
  // toChannelId only returns characters that are valid in channel names.
  return `${PERSON_CHANNEL_PREFIX}${channel_id}` as ChannelName;
}

const UNVERIFIED_CHANNEL_PREFIX = "fanfare-said-";

/**
 * Channel of an unverified person. Anyone can subscribe to it, so its events only signal that data is available. Anyone
 * who sends that ID can request that data.
 */
export function unverifiedChannel(channel_id: string): ChannelName {
  // toChannelId only returns characters that are valid in channel names.
  return `${UNVERIFIED_CHANNEL_PREFIX}${channel_id}` as ChannelName;
}

/** Whether the channel is one of Fanfare's own for the SDK. Every open page subscribes to two of them. */
export function isFanfareChannel(name: string): boolean {
  return (
    [PERSON_CHANNEL_PREFIX, UNVERIFIED_CHANNEL_PREFIX].some((prefix) => name.startsWith(prefix)) ||
    name === EVERYONE_CHANNEL
  );
}
