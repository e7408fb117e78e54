import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP_LIMIT_RANGES } from "@fanfare/contract/realtime/app-settings";
import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import { APP, OWNER, sampleTour, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { hmacHex } from "../lib/signing.ts";
import { pathWithin } from "./web-app.ts";

const CONTENTS = { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] };

function directory() {
  const path = mkdtempSync(join(tmpdir(), "fanfare-server-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

describe("first start", () => {
  test("imports and publishes content in the first app", async () => {
    await using server = await startTemporaryServer({ contents: CONTENTS });
    const { json } = await server.browser().call("POST", `/v1/boot?app=${APP.key}`, {});
    expect(json.decisions).toMatchObject([{ slug: "welcome", version_number: 1 }]);
    const owner = await server.ownerBrowser();
    const { json: list } = await owner.call("GET", "/api/contents?app_id=1001");
    expect(list.items).toMatchObject([{ slug: "welcome", status: "live", updated_by: null }]);
  });

  test("reserves the first celebration for the first member who publishes", async () => {
    await using server = await startTemporaryServer({ contents: CONTENTS });
    const owner = await server.ownerBrowser();
    const draft = { app_id: "1001", slug: "mine", name: "Mine", draft: sampleTour("Mine") };
    const { json } = await owner.call("POST", "/api/contents", draft);
    const path = `/api/contents/${json.id}/publish`;
    expect((await owner.call("POST", path, { app_id: "1001" }, { "If-Match": '"1"' })).json.first).toBe(true);
  });
});

test("responds with 400 to a missing or invalid Host header", async () => {
  await using server = await startTemporaryServer();
  for (const head of [
    "GET /healthz HTTP/1.0",
    "GET /healthz HTTP/1.1\r\nHost: [",
    "GET /app/key HTTP/1.1\r\nHost: a b\r\nConnection: Upgrade\r\nUpgrade: websocket",
  ]) {
    const answer = await responseTo(server.origin, `${head}\r\n\r\n`);
    expect(answer).toStartWith("HTTP/1.1 400 ");
    expect(answer).toContain('"code":"host_invalid"');
  }
});

test("reads an API call as large as an app may allow", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const [, publish_body_bytes_max] = APP_LIMIT_RANGES.publish_body_bytes_max;
  const [, event_data_bytes_max] = APP_LIMIT_RANGES.event_data_bytes_max;
  const settings = { limits: { publish_body_bytes_max, event_data_bytes_max } };
  const changed = await owner.call("PATCH", `/api/apps/${APP.id}`, { settings }, { "If-Match": '"1"' });
  expect(changed.status).toBe(200);
  const path = `/apps/${APP.id}/batch_events`;
  const event = { name: "e", channel: "news", data: "x".repeat(event_data_bytes_max) };
  const body = JSON.stringify({ batch: Array.from({ length: 10 }, () => event) });
  const query = new Map([
    ["auth_key", APP.key],
    ["auth_timestamp", String(Math.floor(Date.now() / 1_000))],
    ["auth_version", "1.0"],
    ["body_md5", new Bun.CryptoHasher("md5").update(body).digest("hex")],
  ]);
  const auth_signature = hmacHex(APP.secret, requestSignatureText("POST", path, query));
  const parameters = new URLSearchParams([...query, ["auth_signature", auth_signature]]);
  const answer = await fetch(`${server.origin}${path}?${parameters}`, { method: "POST", body });
  expect([answer.status, await answer.text()]).toEqual([200, "{}"]);
});

/** Returns the start of the server's response to these bytes. */
function responseTo(origin: string, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(bytes));
  let received = "";
  socket.on("error", reject);
  socket.on("data", (chunk) => {
    received += String(chunk);
    if (!received.includes("}") && !received.includes("500 ")) return;
    socket.destroy();
    resolve(received);
  });
  return promise;
}

test("changes nothing on a second start and keeps edits after an import", async () => {
  using folder = directory();
  let before = "";
  for (let starts = 0; starts < 3; starts++) {
    await using server = await startTemporaryServer({ data_dir: folder.path, contents: CONTENTS });
    const owner = await server.ownerBrowser();
    const [item] = (await owner.call("GET", "/api/contents?app_id=1001")).json.items;
    if (starts === 0) {
      const change = { draft: sampleTour("Edited") };
      await owner.call("PATCH", `/api/contents/${item.id}?app_id=1001`, change, { "If-Match": '"1"' });
    } else {
      expect(item).toMatchObject({ name: "Welcome", revision: 2, status: "changed", live_version: 1 });
    }
    const { db } = server.fanfare.store;
    const rows = await Promise.all(
      (["apps", "app_secrets", "members", "contents", "versions", "publications"] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    );
    if (starts > 0) expect(JSON.stringify(rows)).toBe(before);
    before = JSON.stringify(rows);
  }
});

test("logs and ignores later changes to the variables of the first app", async () => {
  using folder = directory();
  await (await startTemporaryServer({ data_dir: folder.path })).stop();
  await using server = await startTemporaryServer({ data_dir: folder.path, environment: { FANFARE_APP_KEY: "other" } });
  expect(server.fanfare.apps.byKey("other")).toBeUndefined();
  expect(server.lines.find((line) => line.includes("first_app_variables_ignored"))).toContain('"level":"warn"');
});

test("accepts requests with and without the proxy's path prefix", async () => {
  await using server = await startTemporaryServer({
    environment: { FANFARE_PUBLIC_URL: "http://example.com/fanfare" },
  });
  const page = server.browser();
  expect((await page.call("GET", "/fanfare/healthz")).status).toBe(200);
  expect((await page.call("GET", "/healthz")).status).toBe(200);
  expect((await page.call("GET", "/fanfare")).headers.get("Location")).toBe("/fanfare/console/");
  expect((await page.call("GET", "/fanfarehealthz")).status).toBe(404);
  const from = { Origin: "http://example.com" };
  expect((await page.call("POST", "/fanfare/api/sign-in", OWNER, from)).status).toBe(200);
  expect(pathWithin("", new Request("http://h/a"))).toBe("/a");
});

describe("server stop", () => {
  test("closes sockets with 4200, finishes running requests, and rejects new ones", async () => {
    using folder = directory();
    const server = await startTemporaryServer({ data_dir: folder.path });
    const owner = await server.ownerBrowser();
    const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/shop?protocol=7`);
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
    await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));

    // A request whose body is incomplete when the shutdown starts.
    const body = JSON.stringify({ app_id: "1001", slug: "late", name: "Late", draft: sampleTour("Late") });
    const late = slowRequest(
      server.port,
      [...owner.cookies].map((pair) => pair.join("=")).join("; "),
      server.origin,
      body,
    );
    while (server.pending() === 0) await new Promise(setImmediate);
    await server.fanfare.drain();
    expect((await server.browser().call("GET", "/readyz")).json).toEqual({ status: "not_ready", reason: "stopping" });
    expect((await closed).code).toBe(4200);
    const stopped = server.stop();
    late.finish();
    expect(await late.answer).toStartWith("HTTP/1.1 201");
    await stopped;
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow();

    await using again = await startTemporaryServer({ data_dir: folder.path });
    const { json } = await (await again.ownerBrowser()).call("GET", "/api/contents?app_id=1001");
    expect(json.items).toMatchObject([{ slug: "late" }]);
  });

  test("runs once for several calls", async () => {
    const server = await startTemporaryServer();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(server.lines.filter((line) => line.includes('"stopped"'))).toHaveLength(1);
    await server[Symbol.asyncDispose]();
  });
});

/** Sends a raw POST /api/contents: the head and half of the body immediately, the rest on demand. */
function slowRequest(port: number, cookie: string, origin: string, body: string) {
  const half = Math.floor(body.length / 2);
  const answer = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => {
    const head = [
      "POST /api/contents HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Origin: ${origin}`,
      `Cookie: ${cookie}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, half)}`);
  });
  socket.on("data", (data) => answer.resolve(String(data)));
  socket.on("error", answer.reject);
  return { answer: answer.promise, finish: () => socket.write(body.slice(half)) };
}

test("reports not ready but alive when the database doesn't respond", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  await server.fanfare.store.close();
  expect(await owner.call("GET", "/readyz")).toMatchObject({
    status: 503,
    json: { status: "not_ready", reason: "store_unavailable" },
  });
  expect((await owner.call("GET", "/healthz")).status).toBe(200);
});
