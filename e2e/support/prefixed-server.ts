import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { startTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

export const PREFIX = "/fanfare";

/**
 * A reverse proxy that serves Fanfare below a prefix, which it strips. All other paths belong to another application.
 */
async function proxyTo(port: number): Promise<Server> {
  const inside = (url: string | undefined): string | undefined =>
    url?.startsWith(`${PREFIX}/`) === true ? url.slice(PREFIX.length) : undefined;
  const proxy = createServer((from, answer) => {
    const path = inside(from.url);
    if (path === undefined) return void answer.writeHead(404).end("Somebody else's");
    const onward = request({ port, host: "127.0.0.1", method: from.method, path, headers: from.headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    from.pipe(onward);
  });
  proxy.on("upgrade", (from, socket, head) => {
    const path = inside(from.url);
    if (path === undefined) return void socket.destroy();
    const onward = connect(port, "127.0.0.1", () => {
      const headers = from.rawHeaders.flatMap((text, index) =>
        index % 2 === 0 ? [`${text}: ${from.rawHeaders[index + 1]}`] : [],
      );
      onward.write([`GET ${path} HTTP/1.1`, ...headers, "", ""].join("\r\n"));
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}

/** A server without a demo behind a proxy with a path prefix, which is part of its URL. */
export async function startPrefixedServer(options: TestServerOptions = {}): Promise<TestServer> {
  let proxy: Server | undefined;
  const server = await startTestServer({
    ...options,
    demo: false,
    public_url: async (port) => {
      proxy = await proxyTo(port);
      // A listening TCP server has an address and a port.
      return `http://localhost:${(proxy.address() as AddressInfo).port}${PREFIX}`;
    },
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      proxy?.closeAllConnections();
      proxy?.close();
    },
  };
}
