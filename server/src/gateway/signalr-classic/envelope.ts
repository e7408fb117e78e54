export const HUB = "fanfare";

/** Sent on idle streams. Only envelopes count as a keepalive. */
export const KEEP_ALIVE = "{}";
export const STARTED = '{"Response":"started"}';
export const PONG = '{"Response":"pong"}';

/** Batch for one receiver. `messages`: JSON texts of callback calls, in order. */
export interface Envelope {
  readonly cursor: string;
  readonly messages: readonly string[];
  /** The transport works. The client calls `start` next. */
  readonly initialized?: boolean | undefined;
  /** Sent back by the client on reconnect. Omitted if unchanged. */
  readonly groups_token?: string | undefined;
  /** The server is stopping. Long-polling clients reconnect elsewhere. */
  readonly stopping?: boolean | undefined;
  readonly pause_ms?: number | undefined;
  /** Final error. The client reports it to its page and doesn't reconnect. */
  readonly fatal?: string | undefined;
}

/**
 * Encodes an envelope (keys C, M, S, G, T, L, E). Always includes M: without it, the client ignores S.
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
 * Encodes a call of a page's callback. `args` are JSON texts. Removes their line feeds, which only separate tokens but
 * would end an SSE event too early.
 */
export function encodeCallback(name: string, args: readonly string[]): string {
  return `{"H":"${HUB}","M":${JSON.stringify(name)},"A":[${args.map(inOneLine).join(",")}]}`;
}

/** Encodes the result of a hub method call. `result` is JSON text, or undefined for methods without a result. */
export function encodeResult(id: string, result: string | undefined): string {
  const answer = result === undefined ? "" : `,"R":${inOneLine(result)}`;
  return `{"I":${JSON.stringify(id)}${answer}}`;
}

/** Encodes a failed call. The page gets the message as `error.message`, and `data` as `error.data`. */
export function encodeFailure(id: string, failure: { readonly message: string; readonly data: unknown }): string {
  return JSON.stringify({ I: id, E: failure.message, H: true, D: failure.data });
}

function inOneLine(json: string): string {
  return json.includes("\n") || json.includes("\r") ? json.replaceAll(/[\r\n]/g, " ") : json;
}
