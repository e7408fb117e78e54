/** What a page's hub proxy is called. */
export const HUB = "fanfare";

/** The longest silence of a stream is broken with this; only it and other envelopes count as a sign of life. */
export const KEEP_ALIVE = "{}";
export const STARTED = '{"Response":"started"}';
export const PONG = '{"Response":"pong"}';

/** What a receiver is told at a time. Texts of `messages` are JSON already: calls of the page's callbacks, in order. */
export interface Envelope {
  readonly cursor: string;
  readonly messages: readonly string[];
  /** The transport works: the client calls `start` next. */
  readonly initialized?: boolean | undefined;
  /** What the client is to bring back when it reconnects; absent while it has not changed. */
  readonly groups_token?: string | undefined;
  /** The server stops: long polling reconnects elsewhere. */
  readonly stopping?: boolean | undefined;
  /** How long a polling client is to wait before it asks again. */
  readonly pause_ms?: number | undefined;
  /** The end: the client tells its page and does not come back. */
  readonly fatal?: string | undefined;
}

/**
 * One envelope as the client reads it (keys C, M, S, G, T, L, E). Always with M: without it the client overlooks S.
 *
 * @example
 * encodeEnvelope({ cursor: "k3x-0", messages: [], initialized: true }); // '{"C":"k3x-0","S":1,"M":[]}'
 */
export function encodeEnvelope(envelope: Envelope): string {
  const { cursor, messages, initialized, groups_token, stopping, pause_ms, fatal } = envelope;
  const fields = [
    `"C":${JSON.stringify(cursor)}`,
    initialized === true ? '"S":1' : "",
    stopping === true ? '"T":1' : "",
    groups_token === undefined ? "" : `"G":${JSON.stringify(groups_token)}`,
    pause_ms === undefined ? "" : `"L":${pause_ms}`,
    fatal === undefined ? "" : `"E":${JSON.stringify(fatal)}`,
    `"M":[${messages.join(",")}]`,
  ];
  return `{${fields.filter((field) => field !== "").join(",")}}`;
}

/**
 * A call of a callback of the page. `args` are JSON texts; line feeds in them, which only part tokens, would end an event of
 * a stream too early.
 */
export function encodeCallback(name: string, args: readonly string[]): string {
  return `{"H":"${HUB}","M":${JSON.stringify(name)},"A":[${args.map(inOneLine).join(",")}]}`;
}

/** The answer to a call of a hub's method. `result` is JSON text; undefined for methods that answer nothing. */
export function encodeResult(id: string, result: string | undefined): string {
  const answer = result === undefined ? "" : `,"R":${inOneLine(result)}`;
  return `{"I":${JSON.stringify(id)}${answer}}`;
}

/** The same where the call failed: the page finds the sentence in `error.message`, `data` in `error.data`. */
export function encodeFailure(id: string, failure: { readonly message: string; readonly data: unknown }): string {
  return JSON.stringify({ I: id, E: failure.message, H: true, D: failure.data });
}

function inOneLine(json: string): string {
  return json.includes("\n") || json.includes("\r") ? json.replaceAll(/[\r\n]/g, " ") : json;
}
