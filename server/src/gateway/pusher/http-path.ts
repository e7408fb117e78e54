/** What stock pusher-js calls where it has no WebSocket. */
export interface FallbackPath {
  readonly key: string;
  /** Two parts that the client has made up; no two clients of an app make up the same. */
  readonly session_id: string;
  readonly call: "stream" | "poll" | "send";
}

const PATH = /\/app\/([^/]+)\/(\d{1,3}\/[A-Za-z0-9_-]{1,64})\/(xhr_streaming|xhr|xhr_send)$/;
const CALLS: Readonly<Record<string, FallbackPath["call"]>> = {
  xhr_streaming: "stream",
  xhr: "poll",
  xhr_send: "send",
};

/**
 * Reads `[prefix]/app/{key}/{n}/{session}/{call}`; undefined when the path belongs to somebody else.
 *
 * @example
 * readFallbackPath("/pusher/app/key/123/0a1b2c3d/xhr_send")?.call; // "send"
 */
export function readFallbackPath(pathname: string): FallbackPath | undefined {
  const [, key, session_id, name = ""] = PATH.exec(pathname) ?? [];
  const call = CALLS[name];
  return key === undefined || session_id === undefined || call === undefined ? undefined : { key, session_id, call };
}
