/** Reference: a bare Bun handler that parses a boot request and answers bytes that it was given, with their headers. */
import { handleCommands } from "./commands.ts";

let answer = { status: 200, headers: {}, body: new Uint8Array() };

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    if (request.method === "PUT") {
      const { status, headers } = JSON.parse(request.headers.get("X-Answer") ?? "{}");
      answer = { status, headers, body: new Uint8Array(await request.arrayBuffer()) };
      return new Response();
    }
    const body: unknown = await request.json();
    if (typeof body !== "object") return new Response("no object", { status: 400 });
    return new Response(answer.status === 304 ? null : answer.body, answer);
  },
});
handleCommands(server.port ?? 0, () => {});
