import { lookup } from "node:dns/promises";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_ERRORS } from "@fanfare/contract/realtime/webhook-errors";
import { type AddressRules, type Resolve, resolveTarget, type Target } from "./address-guard.ts";
import { partialBody } from "./response-reader.ts";

/** A request to a URL of an outsider. Header names and values hold no line breaks. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How often this was tried before: each attempt takes the next address of the host. */
  readonly attempts: number;
}

export type PostOutcome =
  /** `excerpt`: how the answer's body begins, as text that can be stored; "" where there is none. */
  | { readonly outcome: "answered"; readonly status: number; readonly excerpt: string }
  | { readonly outcome: "failed"; readonly reason: string };

/** Never rejects. */
export type Post = (request: PostRequest) => Promise<PostOutcome>;

export interface GuardedPostDeps {
  readonly clock: Clock;
  readonly rules: AddressRules;
  readonly resolve: Resolve;
  /** Opens the connection to one address; the platform's by default. */
  readonly dial?: (target: Target, address: string) => Socket;
}

/** The system's resolver, IPv4 first: hosts with an IPv6 address often cannot use it. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: "ipv4first" });
  return found.map(({ address }) => address);
};

/**
 * Posts to the URL of an outsider without becoming a tool against its own network: the host is resolved once, every address
 * is checked, and the connection goes to a checked address by number. It speaks HTTP/1.1 over a plain socket because the
 * platform's `fetch` obeys `HTTP_PROXY`, which would resolve the name again somewhere else, and follows redirects. All of
 * it takes `limits.webhook_timeout_ms` at most; of the answer only the status counts, and its beginning is kept to be read.
 *
 * @example
 * const post = createGuardedPost({ clock: systemClock, rules: PUBLIC_ADDRESSES, resolve: systemResolve });
 * await post({ url: "https://example.com/hook", headers: {}, body: "{}", attempts: 0 });
 */
export function createGuardedPost(deps: GuardedPostDeps): Post {
  const { clock, rules, resolve, dial = dialAddress } = deps;
  return async (request) => {
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

/** Connects to one address of a target, over TLS where its URL says so. */
export function dialAddress({ secure, hostname, port }: Target, address: string): Socket {
  if (!secure) return connectPlain({ host: address, port });
  // The certificate must be the host's, whatever NODE_TLS_REJECT_UNAUTHORIZED is.
  const servername = address === hostname ? {} : { servername: hostname };
  return connectSecure({ host: address, port, ...servername, rejectUnauthorized: true });
}

/**
 * Sends the request as soon as the socket is ready, and settles when the answer is complete, too long, or broken off.
 * Returns what breaks it off: a status that is known by then counts all the same.
 */
function exchange(
  socket: Socket,
  { secure, host, path }: Target,
  { headers, body }: PostRequest,
  settle: (outcome: PostOutcome) => void,
): (reason: string) => void {
  let status: number | undefined;
  let head = "";
  const received: Buffer[] = [];
  let received_bytes = 0;
  const end = (reason: string): void => {
    if (status === undefined) settle({ outcome: "failed", reason });
    else settle({ outcome: "answered", status, excerpt: bodyExcerpt(partialBody(Buffer.concat(received))) });
    socket.destroy();
  };
  socket.once(secure ? "secureConnect" : "connect", () => {
    const lines = Object.entries({
      ...headers,
      Host: host,
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    });
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n${body}`);
  });
  socket.on("data", (bytes: Buffer) => {
    received.push(bytes);
    received_bytes += bytes.byteLength;
    if (status === undefined) {
      head += bytes.toString("latin1");
      const found = parseStatus(head);
      if (found === "malformed") end("The response isn't HTTP/1.1.");
      else status = found;
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

/** Status of the final answer, once its head is complete. Interim answers (100 to 199) come before it. */
function parseStatus(text: string): number | "malformed" | undefined {
  for (let head = text; ; ) {
    if (!"HTTP/1.".startsWith(head.slice(0, 7))) return "malformed";
    const end = head.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |\r)/.exec(head)?.[1]);
    if (Number.isNaN(status)) return "malformed";
    if (status >= 200) return status;
    head = head.slice(end + HEAD_END.length);
  }
}

/** How a body begins: as UTF-8, without line ends of other systems; what is no text is marked as such. */
function bodyExcerpt(body: Buffer): string {
  const beginning = body.subarray(0, limits.webhook_answer_excerpt_bytes_max);
  // `stream`: a letter that the cut goes through is left out.
  const text = new TextDecoder().decode(beginning, { stream: true });
  return text.replaceAll("\r\n", "\n").replaceAll(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

/** A network error as a sentence for people. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? `${error.message} (${error.code})` : error.message;
}
