import type { Socket } from "node:net";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type AddressRules, type Resolve, resolveTarget, type Target } from "./address-guard.ts";
import { describeNetworkError, dialAddress } from "./guarded-post.ts";
import { createResponseReader, toResponse } from "./response-reader.ts";

export interface GuardedRequest {
  readonly method: "GET" | "POST";
  /** Names and values contain no line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Host that may have a private address despite the rules, because an owner allowed it. */
  readonly private_host?: string | undefined;
}

/** Rejects with {@link UnreachableError}. Doesn't follow redirects. */
export type GuardedFetch = (url: string, call: GuardedRequest) => Promise<Response>;

/** No usable response. The message is for the author of the URL. */
export class UnreachableError extends Error {
  override readonly name = "UnreachedError";
}

export interface GuardedFetchDeps {
  readonly clock: Clock;
  readonly rules: AddressRules;
  readonly resolve: Resolve;
  /** Opens a connection to one address. Defaults to the platform's. */
  readonly dial?: (target: Target, address: string) => Socket;
  /** Defaults to `limits.provider_…`. */
  readonly bounds?: { readonly timeout_ms: number; readonly bytes_max: number };
}

const PROVIDER_BOUNDS = { timeout_ms: limits.provider_timeout_ms, bytes_max: limits.provider_answer_bytes_max };

/**
 * Fetches an untrusted URL with the protections of {@link createGuardedPost}: connects to a checked IP address, without
 * redirects or proxies, and with time and size limits.
 *
 * @example
 * const net = createGuardedFetch({ clock: systemClock, rules: PUBLIC_ADDRESSES, resolve: systemResolve });
 * const answer = await net("https://accounts.example.com/jwks", { method: "GET", headers: {}, body: undefined });
 */
export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const { clock, rules, resolve, dial = dialAddress, bounds = PROVIDER_BOUNDS } = deps;
  return async (url, call) => {
    const { promise, resolve: settle, reject } = Promise.withResolvers<Response>();
    const fail = (reason: string): void => reject(new UnreachableError(reason));
    let late = false;
    let socket: Socket | undefined;
    const cancel = clock.after(bounds.timeout_ms, () => {
      late = true;
      socket?.destroy();
      fail(`No response within ${bounds.timeout_ms} ms.`);
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
      exchange(socket, target, call, { settle, fail, bytes_max: bounds.bytes_max });
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
  readonly bytes_max: number;
  readonly settle: (answer: Response) => void;
  readonly fail: (reason: string) => void;
}

/** Sends the request when the socket is ready. Asks the peer to close after its response. */
function exchange(
  socket: Socket,
  { secure, host, path }: Target,
  { method, headers, body }: GuardedRequest,
  { settle, fail, bytes_max }: RequestCallbacks,
): void {
  const reader = createResponseReader({
    head_bytes_max: limits.provider_answer_head_bytes_max,
    bytes_max,
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
