import type { Socket } from "node:net";
import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { type AddressRules, findTarget, type Resolve, type Target } from "./address-guard.ts";
import { dialAddress, sentenceOf } from "./guarded-post.ts";
import { answerOf, createAnswerReader } from "./http-answer.ts";

export interface GuardedCall {
  readonly method: "GET" | "POST";
  /** Names and values hold no line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The one host that may have a private address, whatever the rules say: an owner said that it is inside their network. */
  readonly private_host?: string | undefined;
}

/** Rejects with {@link UnreachedError}. A redirect is an answer like any other: nobody follows it. */
export type GuardedFetch = (url: string, call: GuardedCall) => Promise<Response>;

/** Nothing usable came back. The message is a sentence for the person who wrote the URL. */
export class UnreachedError extends Error {
  override readonly name = "UnreachedError";
}

export interface GuardedFetchDeps {
  readonly clock: Clock;
  readonly rules: AddressRules;
  readonly resolve: Resolve;
  /** Opens the connection to one address; the platform's by default. */
  readonly dial?: (target: Target, address: string) => Socket;
}

/**
 * Asks a URL that somebody wrote, as {@link createGuardedPost} posts to one: the connection goes to a checked address by
 * number, no redirect and no proxy leads it elsewhere, and time and bytes are bounded by `limits.provider_…`.
 *
 * @example
 * const net = createGuardedFetch({ clock: systemClock, rules: PUBLIC_ADDRESSES, resolve: systemResolve });
 * const answer = await net("https://accounts.example.com/jwks", { method: "GET", headers: {}, body: undefined });
 */
export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const { clock, rules, resolve, dial = dialAddress } = deps;
  return async (url, call) => {
    const { promise, resolve: settle, reject } = Promise.withResolvers<Response>();
    const fail = (reason: string): void => reject(new UnreachedError(reason));
    let late = false;
    let socket: Socket | undefined;
    const cancel = clock.after(limits.provider_timeout_ms, () => {
      late = true;
      socket?.destroy();
      fail(`No answer within ${limits.provider_timeout_ms} ms.`);
    });
    const attempt = async (): Promise<void> => {
      const is_inside = call.private_host !== undefined && URL.parse(url)?.hostname === call.private_host;
      const ruling = await findTarget(url, is_inside ? { ...rules, allow_private: true } : rules, resolve);
      if (late) return;
      if (ruling.outcome !== "allowed") {
        fail(ruling.reason);
        return;
      }
      const { target } = ruling;
      socket = dial(target, target.addresses[0] ?? "");
      exchange(socket, target, call, { settle, fail });
    };
    attempt().catch((error: unknown) => fail(sentenceOf(error)));
    try {
      return await promise;
    } finally {
      cancel();
      socket?.destroy();
    }
  };
}

interface Ends {
  readonly settle: (answer: Response) => void;
  readonly fail: (reason: string) => void;
}

/** Sends the request as soon as the socket is ready; the peer closes when it has answered, because it was asked to. */
function exchange(
  socket: Socket,
  { secure, host, path }: Target,
  { method, headers, body }: GuardedCall,
  { settle, fail }: Ends,
): void {
  const reader = createAnswerReader({
    head_bytes_max: limits.provider_answer_head_bytes_max,
    bytes_max: limits.provider_answer_bytes_max,
  });
  const look = (ended: boolean): void => {
    const read = reader.read(ended);
    switch (read.state) {
      case "more":
        return;
      case "broken":
        fail(read.reason);
        return;
      case "whole":
        settle(answerOf(read));
        return;
    }
  };
  socket.once(secure ? "secureConnect" : "connect", () => {
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const lines = Object.entries({ ...headers, Host: host, ...length, Connection: "close" });
    const head = `${method} ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`;
    socket.write(`${head}${body ?? ""}`);
  });
  socket.on("data", (bytes: Buffer) => {
    reader.push(bytes);
    look(false);
  });
  socket.on("error", (error: Error) => fail(sentenceOf(error)));
  socket.once("close", () => look(true));
}
