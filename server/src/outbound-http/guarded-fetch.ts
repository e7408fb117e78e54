import type { Socket } from "node:net";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type AddressRules, type Resolve, resolveTarget, type Target } from "./address-guard.ts";
import { describeNetworkError, dialAddress } from "./guarded-post.ts";
import { createResponseReader, toResponse } from "./response-reader.ts";

export interface GuardedRequest {
  readonly method: "GET" | "POST";
  /** Names and values hold no line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The one host that may have a private address despite the rules, because an owner has allowed it. */
  readonly private_host?: string | undefined;
}

/** Rejects with {@link UnreachableError}. Redirects are not followed. */
export type GuardedFetch = (url: string, call: GuardedRequest) => Promise<Response>;

/** Nothing usable came back. The message is a sentence for the person who wrote the URL. */
export class UnreachableError extends Error {
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
 * Requests a URL of an outsider, as {@link createGuardedPost} posts to one: the connection goes to a checked address by number, no redirect and no proxy leads it elsewhere, and time and bytes are bounded by `limits.provider_…`.
 *
 * @example
 * const net = createGuardedFetch({ clock: systemClock, rules: PUBLIC_ADDRESSES, resolve: systemResolve });
 * const answer = await net("https://accounts.example.com/jwks", { method: "GET", headers: {}, body: undefined });
 */
export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const { clock, rules, resolve, dial = dialAddress } = deps;
  return async (url, call) => {
    const { promise, resolve: settle, reject } = Promise.withResolvers<Response>();
    const fail = (reason: string): void => reject(new UnreachableError(reason));
    let late = false;
    let socket: Socket | undefined;
    const cancel = clock.after(limits.provider_timeout_ms, () => {
      late = true;
      socket?.destroy();
      fail(`No response within ${limits.provider_timeout_ms} ms.`);
    });
    const attempt = async (): Promise<void> => {
      const is_inside = call.private_host !== undefined && URL.parse(url)?.hostname === call.private_host;
      const decision = await resolveTarget(url, is_inside ? { ...rules, allow_private: true } : rules, resolve);
      if (late) return;
      if (decision.outcome !== "allowed") {
        fail(decision.reason);
        return;
      }
      const { target } = decision;
      socket = dial(target, target.addresses[0] ?? "");
      exchange(socket, target, call, { settle, fail });
    };
    attempt().catch((error: unknown) => fail(describeNetworkError(error)));
    try {
      return await promise;
    } finally {
      cancel();
      socket?.destroy();
    }
  };
}

interface RequestCallbacks {
  readonly settle: (answer: Response) => void;
  readonly fail: (reason: string) => void;
}

/** Sends the request as soon as the socket is ready; the peer closes when it has answered, because it was asked to. */
function exchange(
  socket: Socket,
  { secure, host, path }: Target,
  { method, headers, body }: GuardedRequest,
  { settle, fail }: RequestCallbacks,
): void {
  const reader = createResponseReader({
    head_bytes_max: limits.provider_answer_head_bytes_max,
    bytes_max: limits.provider_answer_bytes_max,
  });
  const settleWhenRead = (ended: boolean): void => {
    const read = reader.read(ended);
    switch (read.state) {
      case "more":
        return;
      case "broken":
        fail(read.reason);
        return;
      case "whole":
        settle(toResponse(read));
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
    settleWhenRead(false);
  });
  socket.on("error", (error: Error) => fail(describeNetworkError(error)));
  socket.once("close", () => settleWhenRead(true));
}
