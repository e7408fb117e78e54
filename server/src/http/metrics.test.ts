import { expect, test } from "bun:test";
import { startTemporaryServer } from "../../test/support/temporary-server.ts";
import { silentLog } from "../lib/log.ts";
import { createControlClient } from "../operations/control-client.ts";

/** A request that a local proxy forwards for an external client. */
const FROM_OUTSIDE = { "X-Forwarded-For": "203.0.113.7" };

test("returns valid Prometheus lines to local programs", async () => {
  await using server = await startTemporaryServer();
  const page = server.browser();
  await page.call("GET", "/api/me");
  await page.call("GET", "/v1/nothing-of-ours/at-all");
  await page.call("GET", "/made-up-by-a-stranger");
  const { status, text, headers } = await page.call("GET", "/metrics");
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  for (const line of text.trim().split("\n")) {
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+]+)$/);
  }
  expect(text).toContain('fanfare_http_requests_total{area="/api",status="4xx"} 1\n');
  expect(text).toContain('fanfare_http_requests_total{area="other",status="4xx"} 1\n');
  expect(text).not.toContain("stranger");
});

test.each([
  { Host: "live.example" },
  { "X-Real-IP": "203.0.113.7" },
  { Via: "1.1 proxy" },
  { Forwarded: "for=127.0.0.1" },
  { "X-Forwarded-For": "127.0.0.1" },
])("returns not found through a local proxy that sends %j", async (headers) => {
  await using server = await startTemporaryServer();
  expect((await server.browser().call("GET", "/metrics", undefined, { ...headers })).json.code).toBe("route_not_found");
});

test("counts open connections", async () => {
  await using server = await startTemporaryServer();
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/shop?protocol=7`);
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
  expect((await server.browser().call("GET", "/metrics")).text).toContain("\nfanfare_connections 1\n");
});

test("returns not found to remote callers without a metrics token", async () => {
  await using server = await startTemporaryServer();
  const client = createControlClient(server.config, silentLog);
  const fitting = await client("token.create", { name: "Prometheus", scopes: ["metrics.read"] });
  const other = await client("token.create", { name: "Other", scopes: ["content.read"] });
  const call = (headers: Record<string, string>) =>
    server.browser().call("GET", "/metrics", undefined, { ...FROM_OUTSIDE, ...headers });
  expect((await call({})).json.code).toBe("route_not_found");
  expect((await call({ Authorization: "Bearer nonsense" })).json.code).toBe("route_not_found");
  expect((await call({ Authorization: `Bearer ${other.token}` })).json.code).toBe("scope_insufficient");
  expect((await call({ Authorization: `Bearer ${fitting.token}` })).status).toBe(200);
});
