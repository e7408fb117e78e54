import type { AppLimits } from "@fanfare/contract/app-settings";
import { parseChannel } from "@fanfare/contract/channel";
import { userSignatureText } from "@fanfare/contract/signature";
import { asObject, parseJson } from "../json.ts";
import { isSignedBy, type Signer } from "../signing.ts";
import { parseMember } from "./signed-entry.ts";
import type { Member } from "./subscriber.ts";

/** Someone asks to be signed in as whom the app's back end signed for this connection. */
export interface SignInRequest {
  readonly socket_id: string;
  /** `key:signature`. */
  readonly auth: string;
  readonly user_data: string;
  /** Whom the connection has signed in as already. */
  readonly user: Member | undefined;
}

/** `why` goes on after a colon. */
export type SignInDecision =
  | { readonly outcome: "signed_in"; readonly user: Member }
  | { readonly outcome: "refused"; readonly why: string };

/** Whether the connection may sign in (Pusher protocol, "User authentication"). */
export function decideSignIn(
  signer: Signer,
  request: SignInRequest,
  allowed: Pick<AppLimits, "user_id_chars_max" | "json_depth_max">,
): SignInDecision {
  const { user_id_chars_max, json_depth_max } = allowed;
  const refuse = (why: string): SignInDecision => ({ outcome: "refused", why });
  const separator = request.auth.indexOf(":");
  const text = userSignatureText(request.socket_id, request.user_data);
  const by_key = separator > 0 && request.auth.slice(0, separator) === signer.key;
  if (!by_key || !isSignedBy(signer.secrets, text, request.auth.slice(separator + 1))) {
    return refuse("the signature of user_data does not fit this connection and the app's secret.");
  }
  const user = parseMember(request.user_data, "id", json_depth_max);
  if (user === undefined || parseChannel(`#server-to-user-${user.user_id}`) === undefined) {
    return refuse('user_data must be JSON with an id that is a text ("id":"42") of letters, digits and _-=@,.; only.');
  }
  if (user.user_id.length > user_id_chars_max) {
    return refuse(`the id in user_data may have ${user_id_chars_max} characters (user_id_chars_max).`);
  }
  if (request.user !== undefined && request.user.user_id !== user.user_id) {
    return refuse("this connection has signed in as somebody else already. Open another connection.");
  }
  return { outcome: "signed_in", user };
}

/** Each id of the watchlist in user data that was read before, once. */
export function watchlistOf(user_data: string): readonly string[] {
  const watchlist = asObject(parseJson(user_data))?.["watchlist"];
  if (!Array.isArray(watchlist)) return [];
  return [...new Set(watchlist.filter((id): id is string => typeof id === "string"))];
}
