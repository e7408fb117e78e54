import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { RESERVED_SEGMENTS } from "@fanfare/contract/reserved-paths";
import { startTemporaryServer, type TemporaryServer } from "../../../test/support/temporary-server.ts";

let server: TemporaryServer;
beforeAll(async () => {
  server = await startTemporaryServer({ root: "/nowhere" });
});
afterAll(() => server[Symbol.asyncDispose]());

test("reserves the first segment of every served path", () => {
  const reserved: readonly string[] = RESERVED_SEGMENTS;
  const segments = server.fanfare.routes
    .map((route) => route.path.split("/")[1] ?? "")
    .filter((part) => part !== "" && part !== "*");
  expect(segments.length).toBeGreaterThan(20);
  for (const segment of segments) expect(reserved).toContain(segment);
});

test("returns a problem with the path for an unknown path", async () => {
  for (const path of ["/content", "/shop/content", "/api", "/api/nowhere", "/favicon.ico"]) {
    const { status, json } = await server.browser().call("GET", path);
    expect([path, status, json.code]).toEqual([path, 404, "route_not_found"]);
    expect(json.detail).toContain(path);
  }
});

test("explains an unknown path of a protocol in plain text", async () => {
  for (const path of [
    "/apps/1001/nowhere",
    "/signalr/nowhere",
    "/SignalR/a/b",
    "/hubs/nowhere",
    "/pusher/app/shop/1/a/nowhere",
  ]) {
    const { status, headers, text } = await server.browser().call("GET", path);
    expect([path, status, headers.get("Content-Type"), text.slice(0, 17)]).toEqual([
      path,
      404,
      expect.stringContaining("text/plain"),
      "Unknown path. See",
    ]);
  }
});

test("truncates a long path", async () => {
  const { status, text } = await server.browser().call("GET", `/${"x".repeat(5_000)}`);
  expect(status).toBe(404);
  expect(text.length).toBeLessThan(600);
});

describe("method not allowed, with the allowed methods", () => {
  test.each([
    ["PUT", "/api/me", "GET, PATCH"],
    ["DELETE", "/api/contents", "GET, POST"],
    ["PUT", "/api/contents/cnt_1", "GET, PATCH"],
    ["GET", "/api/contents/cnt_1/publish", "POST"],
    ["POST", "/healthz", "GET"],
    ["GET", "/pusher/auth", "OPTIONS, POST"],
    ["GET", "/v1/boot?app=shop", "POST"],
  ])("%s %s", async (method, path, allow) => {
    const answer = await server.browser().call(method, path, undefined);
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, allow]);
    expect(answer.json.code).toBe("method_not_allowed");
  });

  test.each([
    ["POST", "/app/shop", "GET"],
    ["GET", "/pusher/app/shop/1/abc/xhr_send", "POST"],
    ["PUT", "/signalr/poll", "GET, POST"],
    ["PUT", "/signalr", "GET, POST, DELETE"],
    ["GET", "/hubs/fanfare/negotiate", "POST"],
  ])("%s %s in plain text", async (method, path, allow) => {
    const answer = await server.browser().call(method, path, undefined);
    expect([answer.status, answer.headers.get("Allow"), answer.json]).toEqual([405, allow, undefined]);
  });

  test("GET /apps/1001/events in plain text", async () => {
    const answer = await server.browser().call("GET", "/apps/1001/events");
    expect([answer.status, answer.headers.get("Allow"), answer.json]).toEqual([405, "POST", undefined]);
  });
});
