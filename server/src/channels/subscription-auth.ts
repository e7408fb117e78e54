import { limits } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import { type Channel, needsAuthorization } from "@fanfare/contract/realtime/channel";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { asObject, parseJson } from "../lib/json.ts";
import { exceedsDepth } from "../lib/json-depth.ts";
import { type Signer, verifySignature } from "../lib/signing.ts";
import { truncate } from "../lib/truncate.ts";
import { hasMembers } from "./occupied-channel.ts";
import type { Member } from "./subscriber.ts";

export interface SubscriptionRequest {
  readonly socket_id: string;
  readonly channel: Channel;
  /** `key:signature`, or empty. */
  readonly auth: string;
  readonly channel_data: string | undefined;
  readonly user: Member | undefined;
}

/** `status`: matching HTTP status. `message` includes the expected string to sign, never the signature itself. */
export type SubscriptionDecision =
  | { readonly outcome: "granted"; readonly member: Member | undefined }
  | { readonly outcome: "refused"; readonly status: 400 | 401 | 403; readonly message: string };

const refuse = (status: 400 | 401 | 403, message: string): SubscriptionDecision => ({
  outcome: "refused",
  status,
  message,
});
const granted: SubscriptionDecision = { outcome: "granted", member: undefined };

/**
 * Authorizes a subscription (Pusher protocol, "Subscribing"). Public channels need no signature, and
 * `#server-to-user-{id}` needs a sign-in as that user. All other channels need a signature by any active secret of the
 * app over `socket_id:channel[:channel_data]`. A given `channel_data` is always part of the signature.
 */
export function authorizeSubscription(
  signer: Signer,
  allowed: AppLimits,
  request: SubscriptionRequest,
): SubscriptionDecision {
  const { channel, channel_data } = request;
  if (channel.kind === "server_to_user") {
    const own = request.user !== undefined && channel.name === `#server-to-user-${request.user.user_id}`;
    return own ? granted : refuse(403, `Only connections signed in as this user can subscribe to ${channel.name}.`);
  }
  if (!needsAuthorization(channel.kind)) return granted;
  const separator = request.auth.indexOf(":");
  const key = request.auth.slice(0, Math.max(0, separator));
  if (key !== signer.key) return refuse(401, `Invalid key in subscription auth data: '${truncate(key)}'`);
  const text = channelSignatureText(request.socket_id, channel.name, channel_data);
  if (!verifySignature(signer.secrets, text, request.auth.slice(separator + 1))) {
    return refuse(
      401,
      `Invalid signature: Expected HMAC SHA256 hex digest of ${truncate(text, limits.signed_text_quoted_chars_max)}`,
    );
  }
  if (!hasMembers(channel.kind)) return granted;
  return channel_data === undefined ? signedInMember(request.user) : readMember(channel_data, allowed);
}

function signedInMember(user: Member | undefined): SubscriptionDecision {
  if (user !== undefined) return { outcome: "granted", member: user };
  return refuse(400, "A presence channel requires channel_data with a user_id, or a signed-in connection.");
}

function readMember(channel_data: string, allowed: AppLimits): SubscriptionDecision {
  const { presence_member_bytes_max, user_id_chars_max, json_depth_max } = allowed;
  if (Buffer.byteLength(channel_data) > presence_member_bytes_max) {
    return refuse(
      400,
      `The channel_data of a member can have at most ${presence_member_bytes_max} bytes (presence_member_bytes_max).`,
    );
  }
  const member = parseMember(channel_data, "user_id", json_depth_max);
  if (member !== undefined && member.user_id.length > user_id_chars_max) {
    return refuse(400, `The user_id of a member can have at most ${user_id_chars_max} characters (user_id_chars_max).`);
  }
  return member === undefined
    ? refuse(
        400,
        `channel_data must be a JSON object with a user_id, at most ${json_depth_max} levels deep (json_depth_max).`,
      )
    : { outcome: "granted", member };
}

/**
 * Parses a member from JSON that an app's backend signed. `id_field` holds their ID, and `user_info` is kept as text. A
 * `user_id` may be a number.
 */
export function parseMember(
  text: string,
  id_field: "user_id" | "id",
  depth_max: number = limits.json_depth_max,
): Member | undefined {
  if (exceedsDepth(text, depth_max)) return undefined;
  const fields = asObject(parseJson(text));
  const id = fields?.[id_field];
  // After a sign-in, clients ignore an `id` that isn't a string.
  if (typeof id !== "string" && (id_field === "id" || typeof id !== "number")) return undefined;
  const user_id = String(id);
  if (user_id.length === 0) return undefined;
  return { user_id, user_info: JSON.stringify(fields?.["user_info"] ?? {}) };
}
