export type ResponseProgress =
  | { readonly state: "more" }
  | { readonly state: "broken"; readonly reason: string }
  | { readonly state: "whole"; readonly status: number; readonly headers: Headers; readonly body: Buffer };

export interface ResponseReader {
  push(bytes: Buffer): void;
  /** Returns the progress. `ended`: no more bytes will arrive. */
  read(ended: boolean): ResponseProgress;
}

interface Head {
  readonly status: number;
  readonly headers: Headers;
  /** Bytes of the head and of preceding interim responses. */
  readonly bytes: number;
}

const MORE = { state: "more" } as const;
const NOT_HTTP = { state: "broken", reason: "The response isn't HTTP/1.1." } as const;
const TRUNCATED = { state: "broken", reason: "The connection closed before the response was complete." } as const;
const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * Reads one HTTP/1.1 response from a connection that closes after it: with a length, in chunks, or until the close.
 * Responses with two lengths are invalid.
 */
export function createResponseReader(bounds: {
  readonly head_bytes_max: number;
  readonly bytes_max: number;
}): ResponseReader {
  const parts: Buffer[] = [];
  let received = 0;
  let head: Head | undefined;

  const readHead = (): ResponseProgress | undefined => {
    if (head !== undefined) return undefined;
    const found = parseHead(Buffer.concat(parts).subarray(0, bounds.head_bytes_max).toString("latin1"));
    if (found === "broken") return NOT_HTTP;
    if (found !== undefined) head = found;
    else if (received < bounds.head_bytes_max) return MORE;
    else return { state: "broken", reason: `The response headers exceed ${bounds.head_bytes_max} bytes.` };
    return undefined;
  };

  const readBody = ({ status, headers, bytes }: Head, ended: boolean): ResponseProgress => {
    const whole = (body: Buffer) => ({ state: "whole", status, headers, body }) as const;
    const length = headers.get("Content-Length");
    const coding = headers.get("Transfer-Encoding");
    if (coding !== null && (length !== null || coding.toLowerCase() !== "chunked")) return NOT_HTTP;
    if (status === 204 || status === 304) return whole(Buffer.alloc(0));
    if (coding !== null) {
      if (!ended && !endsWith(parts, LAST_CHUNK)) return MORE;
      const { state, body } = joinChunks(Buffer.concat(parts).subarray(bytes));
      if (state === "broken") return NOT_HTTP;
      return state === "whole" ? whole(body) : ended ? TRUNCATED : MORE;
    }
    if (length === null) return ended ? whole(Buffer.concat(parts).subarray(bytes)) : MORE;
    if (!/^\d{1,15}$/.test(length)) return NOT_HTTP;
    const end = bytes + Number(length);
    if (received < end) return ended ? TRUNCATED : MORE;
    return whole(Buffer.concat(parts).subarray(bytes, end));
  };

  return {
    push(bytes) {
      parts.push(bytes);
      received += bytes.byteLength;
    },
    read(ended) {
      if (received > bounds.bytes_max) {
        return { state: "broken", reason: `The response exceeds ${bounds.bytes_max} bytes.` };
      }
      const early = readHead();
      if (early !== undefined) return ended && early.state === "more" ? TRUNCATED : early;
      return head === undefined ? MORE : readBody(head, ended);
    },
  };
}

export function toResponse({ status, headers, body }: ResponseProgress & { readonly state: "whole" }): Response {
  return new Response(body.byteLength === 0 ? null : new Uint8Array(body), { status, headers });
}

export function partialBody(received: Buffer): Buffer {
  const head = parseHead(received.toString("latin1"));
  if (head === undefined || head === "broken") return Buffer.alloc(0);
  const rest = received.subarray(head.bytes);
  return head.headers.has("Transfer-Encoding") ? joinChunks(rest).body : rest;
}

/** Parses the head of the final response, once complete. Skips interim responses (100 to 199). */
function parseHead(text: string): Head | "broken" | undefined {
  for (let from = 0; ; ) {
    const rest = text.slice(from);
    if (!"HTTP/1.".startsWith(rest.slice(0, 7))) return "broken";
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |$)/.exec(first)?.[1]);
    if (Number.isNaN(status)) return "broken";
    from += end + HEAD_END.length;
    if (status < 200) continue;
    const headers = parseHeaders(lines);
    return headers === undefined ? "broken" : { status, headers, bytes: from };
  }
}

function parseHeaders(lines: readonly string[]): Headers | undefined {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) return undefined;
    try {
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    } catch {
      return undefined;
    }
  }
  return headers;
}

function endsWith(parts: readonly Buffer[], tail: Buffer): boolean {
  const last = Buffer.concat(parts.slice(-tail.byteLength));
  return last.byteLength >= tail.byteLength && last.subarray(-tail.byteLength).equals(tail);
}

/** `body`: the received chunks, possibly with a partial last one. */
function joinChunks(bytes: Buffer): { readonly state: ResponseProgress["state"]; readonly body: Buffer } {
  const chunks: Buffer[] = [];
  const so_far = (state: ResponseProgress["state"]) => ({ state, body: Buffer.concat(chunks) });
  for (let from = 0; ; ) {
    const end = bytes.indexOf("\r\n", from);
    if (end < 0) return so_far("more");
    const size = /^([0-9a-f]{1,7})(?:[ \t]*;.*)?$/i.exec(bytes.toString("latin1", from, end))?.[1];
    if (size === undefined) return so_far("broken");
    const length = Number.parseInt(size, 16);
    if (length === 0) return so_far("whole");
    const next = end + 2 + length;
    chunks.push(bytes.subarray(end + 2, next));
    if (next + 2 > bytes.byteLength) return so_far("more");
    if (bytes.toString("latin1", next, next + 2) !== "\r\n") return so_far("broken");
    from = next + 2;
  }
}
