import { expect } from "bun:test";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { PostOutcome, PostRequest } from "../../src/outbound-http/guarded-post.ts";

/** TCP server that a test handles byte by byte. */
export interface RawReceiver {
  readonly port: number;
  /** URL with a path, over plain HTTP. */
  readonly url: string;
  readonly connections: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Listens on a free port, by default on loopback.
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
    // Ignore how clients disconnect.
    socket.on("error", () => {});
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // Cast: a server that listens on a port has this type of address.
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

/** Responds with this text to the first data of each connection, then disconnects. */
export const answerWith =
  (text: string) =>
  (socket: Socket): void => {
    socket.once("data", () => socket.end(text));
  };

/** Request for tests that don't depend on its body. */
export const postRequestTo = (url: string, attempts = 0): PostRequest => ({
  url,
  headers: { "X-Test": "1" },
  body: '{"a":"ü"}',
  attempts,
});

/** Without `reason`: any reason. */
export const failed = (reason: string = expect.any(String)): PostOutcome => ({ outcome: "failed", reason });
