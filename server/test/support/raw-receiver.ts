import { expect } from "bun:test";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { PostOutcome, PostRequest } from "../../src/outbound-http/guarded-post.ts";

/** A receiver of TCP connections that a test handles byte by byte. */
export interface RawReceiver {
  readonly port: number;
  /** A path of it over plain HTTP. */
  readonly url: string;
  /** How many connections have come. */
  readonly connections: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Listens on a free port, of the loopback by default.
 *
 * @example
 * await using receiver = await rawReceiver(answerWith("HTTP/1.1 204 No Content\r\n\r\n"));
 */
export async function rawReceiver(handle: (socket: Socket) => void, host = "127.0.0.1"): Promise<RawReceiver> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    open.add(socket);
    // How a client goes is its own affair.
    socket.on("error", () => {});
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook?a=1`,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Says this to whoever has said anything, and hangs up. */
export const answerWith =
  (text: string) =>
  (socket: Socket): void => {
    socket.once("data", () => socket.end(text));
  };

/** A call for tests that are not about what is said. */
export const postRequestTo = (url: string, attempts = 0): PostRequest => ({
  url,
  headers: { "X-Test": "1" },
  body: '{"a":"ü"}',
  attempts,
});

/** Without `reason`: whatever it is. */
export const failed = (reason: string = expect.any(String)): PostOutcome => ({ outcome: "failed", reason });
