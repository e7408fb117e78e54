import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import { userSignatureText } from "@fanfare/contract/realtime/signature";
import { asObject, parseJson } from "../lib/json.ts";
import { type Signer, verifySignature } from "../lib/signing.ts";
import type { Member } from "./subscriber.ts";
import { parseMember } from "./subscription-auth.ts";

export interface UserAuthRequest {
  readonly socket_id: string;
  /** `key:signature`. */
  readonly auth: string;
  readonly user_data: string;
}

/** `why` is appended after a colon. */
export type UserAuthDecision =
  | { readonly outcome: "signed_in"; readonly user: Member }
  | { readonly outcome: "refused"; readonly why: string };

/** Whether the connection may sign in (Pusher protocol, "User authentication"). */
export function authorizeUser(
  signer: Signer,
  request: UserAuthRequest,
  allowed: Pick<AppLimits, "user_id_chars_max" | "json_depth_max">,
): UserAuthDecision {
  const { user_id_chars_max, json_depth_max } = allowed;
  const refuse = (why: string): UserAuthDecision => ({ outcome: "refused", why });
  const separator = request.auth.indexOf(":");
  const text = userSignatureText(request.socket_id, request.user_data);
  const by_key = separator > 0 && request.auth.slice(0, separator) === signer.key;
  if (!by_key || !verifySignature(signer.secrets, text, request.auth.slice(separator + 1))) {
    return refuse("the signature of user_data doesn't match this connection and the app's secret.");
  }
  const user = parseMember(request.user_data, "id", json_depth_max);
  if (user === undefined || parseChannel(`#server-to-user-${user.user_id}`) === undefined) {
    return refuse('user_data must be JSON with a string id ("id":"42") of letters, digits, and _-=@,.; characters.');
  }
  if (user.user_id.length > user_id_chars_max) {
    return refuse(`the id in user_data can have at most ${user_id_chars_max} characters (user_id_chars_max).`);
  }
  return { outcome: "signed_in", user };
}

export interface ParsedWatchlist {
  /** Without duplicates. */
  readonly named: readonly string[];
  /** Contains more than IDs. */
  readonly is_malformed: boolean;
}

/** Returns the IDs of the watchlist in valid user data. */
export function parseWatchlist(user_data: string): ParsedWatchlist {
  const watchlist = asObject(parseJson(user_data))?.["watchlist"] ?? [];
  if (!Array.isArray(watchlist)) return { named: [], is_malformed: true };
  const ids = watchlist.filter((id): id is string => typeof id === "string" && id !== "");
  return { named: [...new Set(ids)], is_malformed: ids.length < watchlist.length };
}
