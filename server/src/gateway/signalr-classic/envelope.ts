/** The name of a page's hub proxy. */
export const HUB = "fanfare";

/** Sent after a long silence of a stream; only envelopes count as a sign of life. */
export const KEEP_ALIVE = "{}";
export const STARTED = '{"Response":"started"}';
export const PONG = '{"Response":"pong"}';

/** A batch for one receiver. `messages` are JSON texts: calls of the page's callbacks, in order. */
export interface Envelope {
  readonly cursor: string;
  readonly messages: readonly string[];
  /** The transport works: the client calls `start` next. */
  readonly initialized?: boolean | undefined;
  /** For the client to send when it reconnects; absent while it has not changed. */
  readonly groups_token?: string | undefined;
  /** The server stops: long polling reconnects elsewhere. */
  readonly stopping?: boolean | undefined;
  /** How long a polling client waits before its next poll. */
  readonly pause_ms?: number | undefined;
  /** The end: the client reports it to its page and does not reconnect. */
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
 * A call of a callback of the page. `args` are JSON texts; their line feeds, which only separate tokens, would end an event
 * of a stream too early.
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
