import { expect, test } from "bun:test";
import { join } from "node:path";
import type { AppId } from "@fanfare/contract/lib/ids";
import { signedRequest } from "../../test/protocol/support/signed-request.ts";
import { APP, startTemporaryServer } from "../../test/support/temporary-server.ts";
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
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)$/);
  }
  expect(text).toContain('fanfare_http_requests_total{area="/api",status="4xx"} 1\n');
  expect(text).toContain('fanfare_http_requests_total{area="other",status="4xx"} 1\n');
  expect(text).not.toContain("stranger");
});

test("counts publish calls of backends, also those that succeed", async () => {
  await using server = await startTemporaryServer();
  const path = `/apps/${APP.id}/events`;
  for (let sent = 0; sent < 3; sent++) await fetch(signedRequest(server.origin, { ...APP, path }));
  await fetch(signedRequest(server.origin, { ...APP, path, secret: "another" }));
  const { text } = await server.browser().call("GET", "/metrics");
  expect(text).toContain('fanfare_http_requests_total{area="/apps",status="2xx"} 3\n');
  expect(text).toContain('fanfare_http_requests_total{area="/apps",status="4xx"} 1\n');
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

const DOCUMENTS = join(import.meta.dir, "../../../docs");
/** Metric names in a text, without the endings of a histogram's series. */
const namesIn = (text: string): readonly string[] =>
  [...new Set(text.match(/\b(fanfare|process)_[a-z_]+/g))].map((name) =>
    name.replace(/(?<=_seconds)_(bucket|sum|count)$/, ""),
  );

test("describes every metric, and uses only existing ones in the dashboard and the alert rules", async () => {
  await using server = await startTemporaryServer();
  const { text } = await server.browser().call("GET", "/metrics");
  const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name).sort();
  const guide = await Bun.file(join(DOCUMENTS, "OPERATIONS.md")).text();
  const described = [...guide.matchAll(/^\| `((?:fanfare|process)_[a-z_]+)[{`]/gm)].map(([, name = ""]) => name);
  expect(described.sort()).toEqual(families);

  const dashboard = await Bun.file(join(DOCUMENTS, "monitoring/grafana-dashboard.json")).json();
  const targets: readonly { expr: string }[] = dashboard.panels.flatMap(({ targets: of }: { targets: [] }) => of);
  const { groups } = Bun.YAML.parse(await Bun.file(join(DOCUMENTS, "monitoring/alerts.yml")).text()) as AlertFile;
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(0);
  for (const { expr } of [...targets, ...rules]) {
    for (const name of namesIn(expr)) expect(families).toContain(name);
  }
  // The operator sees each metric somewhere. These three explain others.
  const shown = new Set(targets.flatMap(({ expr }) => namesIn(expr)));
  const unseen = families.filter((name) => !shown.has(name));
  expect(unseen).toEqual(["fanfare_build_info", "fanfare_connections", "process_start_time_seconds"]);
});

interface AlertFile {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

test("counts publishing, delivery, writes, and refused connections", async () => {
  await using server = await startTemporaryServer({ environment: { FANFARE_CONNECTIONS_MAX: "1" } });
  const readValue = async (series: string) => {
    const { text } = await server.browser().call("GET", "/metrics");
    const line = text.split("\n").find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  const connect = () => new WebSocket(`${server.origin.replace("http", "ws")}/app/shop?protocol=7`);
  const heard = (socket: WebSocket, event: string) =>
    new Promise<void>((resolve) => {
      socket.addEventListener("message", ({ data }) => String(data).includes(event) && resolve());
    });
  const socket = connect();
  await heard(socket, "connection_established");
  const subscribed = heard(socket, "subscription_succeeded");
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "news" } }));
  await subscribed;
  // Cast: the ID of the first app.
  server.fanfare.publish(APP.id as AppId, "news", "said", "hello");
  expect(await readValue('fanfare_messages_delivered_total{protocol="pusher"}')).toBe(1);
  expect(await readValue('fanfare_events_published_total{source="server"}')).toBe(1);
  expect(await readValue('fanfare_transport_connections{transport="pusher_websocket"}')).toBe(1);
  expect(await readValue("fanfare_write_seconds_count")).toBeGreaterThan(0);
  expect(await readValue("fanfare_writes_pending")).toBe(0);
  await heard(connect(), "4100");
  expect(await readValue('fanfare_connections_refused_total{limit="connections"}')).toBe(1);
});
