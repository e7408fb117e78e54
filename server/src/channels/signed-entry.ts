import type { AppLimits } from "@fanfare/contract/app-settings";
import { type Channel, needsAuthorization } from "@fanfare/contract/channel";
import { limits } from "@fanfare/contract/limits";
import { channelSignatureText } from "@fanfare/contract/signature";
import { asObject, parseJson } from "../json.ts";
import { exceedsDepth } from "../json-depth.ts";
import { quotable } from "../quotable.ts";
import { isSignedBy, type Signer } from "../signing.ts";
import { hasMembers } from "./room.ts";
import type { Member } from "./subscriber.ts";

/** Someone asks to enter a channel with what the app's back end signed for this connection. */
export interface EntryRequest {
  readonly socket_id: string;
  readonly channel: Channel;
  /** `key:signature`, or empty. */
  readonly auth: string;
  readonly channel_data: string | undefined;
  /** Whom the connection has signed in as. */
  readonly user: Member | undefined;
}

/** `status` is the HTTP status that would fit; `message` says what was expected, never the signature itself. */
export type EntryDecision =
  | { readonly outcome: "granted"; readonly member: Member | undefined }
  | { readonly outcome: "refused"; readonly status: 400 | 401 | 403; readonly message: string };

const refuse = (status: 400 | 401 | 403, message: string): EntryDecision => ({ outcome: "refused", status, message });
const granted: EntryDecision = { outcome: "granted", member: undefined };

/**
 * Whether the connection may enter (Pusher protocol, "Subscribing"). Public channels need nothing, `#server-to-user-{id}`
 * needs to be signed in as that id, and everything else a signature by any live secret of the app over
 * `socket_id:channel[:channel_data]`; `channel_data` takes part in the signature wherever it is given.
 */
export function decideEntry(signer: Signer, allowed: AppLimits, request: EntryRequest): EntryDecision {
  const { channel, channel_data } = request;
  if (channel.kind === "server_to_user") {
    const own = request.user !== undefined && channel.name === `#server-to-user-${request.user.user_id}`;
    return own ? granted : refuse(403, `Only a connection that has signed in as this user may enter ${channel.name}.`);
  }
  if (!needsAuthorization(channel.kind)) return granted;
  const separator = request.auth.indexOf(":");
  const key = request.auth.slice(0, Math.max(0, separator));
  if (key !== signer.key) return refuse(401, `Invalid key in subscription auth data: '${quotable(key)}'`);
  const text = channelSignatureText(request.socket_id, channel.name, channel_data);
  if (!isSignedBy(signer.secrets, text, request.auth.slice(separator + 1))) {
    return refuse(
      401,
      `Invalid signature: Expected HMAC SHA256 hex digest of ${quotable(text, limits.signed_text_quoted_chars_max)}`,
    );
  }
  if (!hasMembers(channel.kind)) return granted;
  return channel_data === undefined ? memberWhoSignedIn(request.user) : memberOf(channel_data, allowed);
}

function memberWhoSignedIn(user: Member | undefined): EntryDecision {
  if (user !== undefined) return { outcome: "granted", member: user };
  return refuse(400, "A presence channel needs channel_data with a user_id, or a connection that has signed in.");
}

function memberOf(channel_data: string, allowed: AppLimits): EntryDecision {
  const { presence_member_bytes_max, user_id_chars_max, json_depth_max } = allowed;
  if (Buffer.byteLength(channel_data) > presence_member_bytes_max) {
    return refuse(
      400,
      `The channel_data of a member may have ${presence_member_bytes_max} bytes (presence_member_bytes_max).`,
    );
  }
  const member = parseMember(channel_data, "user_id", json_depth_max);
  if (member !== undefined && member.user_id.length > user_id_chars_max) {
    return refuse(400, `The user_id of a member may have ${user_id_chars_max} characters (user_id_chars_max).`);
  }
  return member === undefined
    ? refuse(
        400,
        `The channel_data is not a JSON object with a user_id, at most ${json_depth_max} levels deep (json_depth_max). Sign one that is.`,
      )
    : { outcome: "granted", member };
}

/**
 * The person in a JSON object that an app's back end signed: `id_field` names them, `user_info` is kept as text. Back ends
 * that send numbers as `user_id` are understood.
 */
export function parseMember(
  text: string,
  id_field: "user_id" | "id",
  depth_max: number = limits.json_depth_max,
): Member | undefined {
  if (exceedsDepth(text, depth_max)) return undefined;
  const fields = asObject(parseJson(text));
  const id = fields?.[id_field];
  // Of an `id` that is no text, clients make nothing once they have signed in.
  if (typeof id !== "string" && (id_field === "id" || typeof id !== "number")) return undefined;
  const user_id = String(id);
  if (user_id.length === 0) return undefined;
  return { user_id, user_info: JSON.stringify(fields?.["user_info"] ?? {}) };
}
