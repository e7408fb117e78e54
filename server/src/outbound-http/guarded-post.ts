import { lookup } from "node:dns/promises";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_ERRORS } from "@fanfare/contract/realtime/webhook-errors";
import { type AddressRules, type Resolve, resolveTarget, type Target } from "./address-guard.ts";
import { partialBody } from "./response-reader.ts";

/** Request to an untrusted URL. Header names and values contain no line breaks. */
export interface PostRequest {
  /** Defaults to POST. */
  readonly method?: "POST" | "PUT" | "PATCH";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Number of earlier attempts. Each attempt uses the host's next address. */
  readonly attempts: number;
}

/** With a body that isn't text. */
export type BytesRequest = Omit<PostRequest, "body"> & { readonly body: Uint8Array };

export type PostOutcome =
  /** `excerpt`: start of the response's body as storable text, or "". `retry_after`: that header, if any. */
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly excerpt: string;
      readonly retry_after?: string | undefined;
    }
  | { readonly outcome: "failed"; readonly reason: string };

/** Never rejects. */
export type Post = (request: PostRequest) => Promise<PostOutcome>;
/** Never rejects. */
export type PostBytes = (request: BytesRequest) => Promise<PostOutcome>;

export interface GuardedPostDeps {
  readonly clock: Clock;
  readonly rules: AddressRules;
  readonly resolve: Resolve;
  /** Opens a connection to one address. Defaults to the platform's. */
  readonly dial?: (target: Target, address: string) => Socket;
}

/** System resolver, IPv4 first: hosts with an IPv6 address often can't use it. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: "ipv4first" });
  return found.map(({ address }) => address);
};

/**
 * Posts to untrusted URLs, protected against SSRF: resolves the host once, checks every address, and connects to a
 * checked IP address. Uses HTTP/1.1 over a plain socket, because the platform's `fetch` follows redirects and honors
 * `HTTP_PROXY`, which would resolve the name again. Takes at most `limits.webhook_timeout_ms`. Only the response's
 * status matters; the start of its body is kept for display.
 *
 * @example
 * const post = createGuardedPost({ clock: systemClock, rules: PUBLIC_ADDRESSES, resolve: systemResolve });
 * await post({ url: "https://example.com/hook", headers: {}, body: "{}", attempts: 0 });
 */
export function createGuardedPost(deps: GuardedPostDeps): Post & PostBytes {
  const { clock, rules, resolve, dial = dialAddress } = deps;
  return async (request: PostRequest | BytesRequest) => {
    const { promise, resolve: settle } = Promise.withResolvers<PostOutcome>();
    const fail = (reason: string): void => settle({ outcome: "failed", reason });
    let late = false;
    let cut = fail;
    const cancel = clock.after(limits.webhook_timeout_ms, () => {
      late = true;
      cut(WEBHOOK_ERRORS.timed_out);
    });
    const attempt = async (): Promise<void> => {
      const decision = await resolveTarget(request.url, rules, resolve);
      if (late) return;
      if (decision.outcome !== "allowed") {
        fail(decision.reason);
        return;
      }
      const { addresses } = decision.target;
      const address = addresses[request.attempts % addresses.length] ?? "";
      cut = exchange(dial(decision.target, address), decision.target, request, settle);
    };
    attempt().catch((error: unknown) => fail(describeNetworkError(error)));
    const outcome = await promise;
    cancel();
    return outcome;
  };
}

/** Connects to one address of a target, with TLS if its URL requires it. */
export function dialAddress({ secure, hostname, port }: Target, address: string): Socket {
  if (!secure) return connectPlain({ host: address, port });
  // Always verify the host's certificate, regardless of NODE_TLS_REJECT_UNAUTHORIZED.
  const servername = address === hostname ? {} : { servername: hostname };
  return connectSecure({ host: address, port, ...servername, rejectUnauthorized: true });
}

/**
 * Sends the request when the socket is ready. Settles when the response is complete, too long, or aborted. Returns the
 * abort function: a status received by then still counts.
 */
function exchange(
  socket: Socket,
  { secure, host, path }: Target,
  { method = "POST", headers, body }: PostRequest | BytesRequest,
  settle: (outcome: PostOutcome) => void,
): (reason: string) => void {
  let answer: ResponseHead | undefined;
  let head = "";
  const received: Buffer[] = [];
  let received_bytes = 0;
  const end = (reason: string): void => {
    if (answer === undefined) settle({ outcome: "failed", reason });
    else settle({ outcome: "answered", ...answer, excerpt: bodyExcerpt(partialBody(Buffer.concat(received))) });
    socket.destroy();
  };
  socket.once(secure ? "secureConnect" : "connect", () => {
    const lines = Object.entries({
      ...headers,
      Host: host,
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    });
    const head_text = `${method} ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head_text), Buffer.from(body)]));
  });
  socket.on("data", (bytes: Buffer) => {
    received.push(bytes);
    received_bytes += bytes.byteLength;
    if (answer === undefined) {
      head += bytes.toString("latin1");
      const found = parseHead(head);
      if (found === "malformed") end("The response isn't HTTP/1.1.");
      else answer = found;
    }
    if (received_bytes >= limits.webhook_answer_bytes_max) {
      end(`The response headers exceed ${limits.webhook_answer_bytes_max} bytes.`);
    }
  });
  socket.on("error", (error: Error) => end(describeNetworkError(error)));
  socket.once("close", () => end(WEBHOOK_ERRORS.closed));
  return end;
}

const HEAD_END = "\r\n\r\n";

interface ResponseHead {
  readonly status: number;
  readonly retry_after: string | undefined;
}

/** Head of the final response, once it's complete. Skips interim responses (100 to 199). */
function parseHead(text: string): ResponseHead | "malformed" | undefined {
  for (let head = text; ; ) {
    if (!"HTTP/1.".startsWith(head.slice(0, 7))) return "malformed";
    const end = head.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |\r)/.exec(head)?.[1]);
    if (Number.isNaN(status)) return "malformed";
    if (status >= 200) return { status, retry_after: /^retry-after:(.*)$/im.exec(head.slice(0, end))?.[1]?.trim() };
    head = head.slice(end + HEAD_END.length);
  }
}

/** Start of a body as UTF-8 with line feeds. Control characters are replaced. */
function bodyExcerpt(body: Buffer): string {
  const beginning = body.subarray(0, limits.webhook_answer_excerpt_bytes_max);
  // `stream`: omits a character that the limit cuts in half.
  const text = new TextDecoder().decode(beginning, { stream: true });
  return text.replaceAll("\r\n", "\n").replaceAll(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? `${error.message} (${error.code})` : error.message;
}
