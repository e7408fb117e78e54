/**
 * The strings that are signed with an app's secret: HMAC-SHA256, lower-case hex (Pusher protocol, "Authentication").
 * One secret signs three things, so callers check the grammar of every part before they sign.
 */

/** `socket_id:channel` or `socket_id:channel:channel_data`, the exact bytes of `channel_data`. */
export function channelSignatureText(socket_id: string, channel: string, channel_data?: string): string {
  return channel_data === undefined ? `${socket_id}:${channel}` : `${socket_id}:${channel}:${channel_data}`;
}

/** `socket_id::user::user_data`. */
export function userSignatureText(socket_id: string, user_data: string): string {
  return `${socket_id}::user::${user_data}`;
}

/**
 * Method, path and sorted query of a call to the HTTP API (Pusher HTTP API, "Authentication"): keys in lower case,
 * values as they are after percent-decoding, `auth_signature` left out.
 *
 * @example
 * requestSignatureText("POST", "/apps/3/events", [["auth_key", "k"], ["body_md5", "…"]]);
 */
export function requestSignatureText(
  method: string,
  path: string,
  query: Iterable<readonly [key: string, value: string]>,
): string {
  return `${method.toUpperCase()}\n${path}\n${signedQueryText(query)}`;
}

/** The part of {@link requestSignatureText} that is made of the query. */
export function signedQueryText(query: Iterable<readonly [key: string, value: string]>): string {
  const signed: (readonly [string, string])[] = [];
  for (const [key, value] of query) {
    const lower = key.toLowerCase();
    if (lower !== "auth_signature") signed.push([lower, value]);
  }
  signed.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  let canonical = "";
  for (const [key, value] of signed) canonical += `${canonical === "" ? "" : "&"}${key}=${value}`;
  return canonical;
}
