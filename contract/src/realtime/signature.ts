/**
 * Strings to sign with an app's secret: HMAC-SHA256, lowercase hex (Pusher protocol, "Authentication").
 * The same secret signs three kinds of strings, so callers must validate every part before signing.
 */

/** `socket_id:channel` or `socket_id:channel:channel_data`, with the exact bytes of `channel_data`. */
export function channelSignatureText(socket_id: string, channel: string, channel_data?: string): string {
  return channel_data === undefined ? `${socket_id}:${channel}` : `${socket_id}:${channel}:${channel_data}`;
}

/** `socket_id::user::user_data` */
export function userSignatureText(socket_id: string, user_data: string): string {
  return `${socket_id}::user::${user_data}`;
}

/**
 * Method, path, and sorted query of an HTTP API request (Pusher HTTP API, "Authentication"): lowercase keys,
 * percent-decoded values, without `auth_signature`.
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

/** Query part of {@link requestSignatureText}. */
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
