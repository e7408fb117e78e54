import { expect, test } from "bun:test";
import { ProblemError } from "@fanfare/contract/problem";
import { Hono } from "hono";
import { type Log, silentLog } from "../../lib/log.ts";
import { StoreError } from "../../store/store.ts";
import { notFoundHandler } from "./not-found.ts";
import { problemHandler } from "./problem.ts";

function appThatThrows(error: Error, log: Log = silentLog): Hono {
  const app = new Hono();
  app.onError(problemHandler(log));
  app.notFound(notFoundHandler(app));
  app.get("/", () => {
    throw error;
  });
  return app;
}

test("returns code, status, title, detail, and request ID", async () => {
  const error = new ProblemError("revision_stale", "Somebody was faster.", { current: { revision: 8 } });
  const response = await appThatThrows(error).request("/");
  expect(response.status).toBe(412);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(await response.json()).toEqual({
    type: "urn:fanfare:problem:revision_stale",
    title: "Changed by someone else",
    status: 412,
    code: "revision_stale",
    detail: "Somebody was faster.",
    retryable: false,
    request_id: response.headers.get("X-Request-Id"),
    current: { revision: 8 },
  });
});

test("logs the details of an unexpected error without returning them", async () => {
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (event, fields) => logged.push({ event, ...fields }) };
  const error = new Error("SELECT * FROM members at /home/fanfare");
  const response = await appThatThrows(error, log).request("/");
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(text).not.toContain("SELECT");
  expect(text).not.toContain("/home");
  expect(logged).toMatchObject([
    { event: "request_failed", request_id: response.headers.get("X-Request-Id"), method: "GET", path: "/", error },
  ]);
});

test("logs refused access to the API, and none of a visitor's page", async () => {
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, warn: (event, fields) => logged.push({ event, ...fields }) };
  const app = new Hono();
  app.onError(problemHandler(log));
  app.all("*", () => {
    throw new ProblemError("role_insufficient", "Viewers can't publish.");
  });
  for (const path of ["/api/contents", "/v1/boot"]) expect((await app.request(path)).status).toBe(403);
  expect(logged).toMatchObject([
    { event: "access_refused", code: "role_insufficient", method: "GET", path: "/api/contents" },
  ]);
});

test("doesn't log an aborted request body as an error", async () => {
  const [begun, reported] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const log: Log = { ...silentLog, debug: reported.resolve, error: reported.resolve };
  const app = new Hono();
  app.onError(problemHandler(log));
  app.post("/", (c) => {
    begun.resolve();
    return c.req.text().then((text) => c.text(text));
  });
  await using server = Bun.serve({ port: 0, fetch: app.fetch });
  const caller = await Bun.connect({ hostname: "localhost", port: server.port ?? 0, socket: { data: () => {} } });
  caller.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
  await begun.promise;
  caller.terminate();
  expect(await reported.promise).toBe("request_left");
});

test("responds with 503 and a retry time when the database doesn't respond", async () => {
  const response = await appThatThrows(new StoreError("unavailable", "disk I/O error")).request("/");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("1");
  expect(await response.json()).toMatchObject({ code: "store_unavailable", retryable: true });
});

test("returns the time to wait in whole seconds", async () => {
  const error = new ProblemError("rate_limited", "Wait.", { retry_after_s: 1.2 });
  expect((await appThatThrows(error).request("/")).headers.get("Retry-After")).toBe("2");
});

test("names the scheme of a missing or invalid token (RFC 9110, section 15.5.2)", async () => {
  const challenge = async (code: "sign_in_required" | "token_invalid" | "role_insufficient") =>
    (await appThatThrows(new ProblemError(code, "No.")).request("/")).headers.get("WWW-Authenticate");
  expect(await challenge("sign_in_required")).toBe("Bearer");
  expect(await challenge("token_invalid")).toBe('Bearer error="invalid_token"');
  expect(await challenge("role_insufficient")).toBeNull();
});

test("returns a problem for an unknown path", async () => {
  const response = await appThatThrows(new Error()).request("/nowhere");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "route_not_found" });
});

test("responds to a full disk with 507, its own code, and when to try again", async () => {
  const response = await appThatThrows(new StoreError("disk_full", "database or disk is full")).request("/");
  expect([response.status, response.headers.get("Retry-After")]).toEqual([507, "30"]);
  expect(await response.json()).toMatchObject({ code: "disk_full", retryable: true });
});
