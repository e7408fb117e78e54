/** Reference: a bare Bun handler that parses a publish request and responds like the real one. */
import { handleCommands } from "./commands.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const body: unknown = await request.json();
    return new Response(typeof body === "object" ? "{}" : "no object", {
      headers: { "Content-Type": "application/json" },
    });
  },
});
handleCommands(server.port ?? 0, () => {});
