import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signedRequest } from "../../../test/protocol/support/signed-request.ts";
import { APP, OWNER, startTemporaryServer, type TemporaryServer } from "../../../test/support/temporary-server.ts";

const root = mkdtempSync(join(tmpdir(), "fanfare-dist-"));
let server: TemporaryServer;
beforeAll(async () => {
  for (const folder of ["console/dist", "sdk/dist"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "console/dist/index.html"), "<!doctype html><title>Fanfare</title>");
  writeFileSync(join(root, "sdk/dist/fanfare.js"), "export {};");
  server = await startTemporaryServer({ root });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(root, { recursive: true });
});

const SECURITY = /^(content-security|cross-origin|permissions|referrer|x-content|x-frame)/;

/**
 * One request per kind of response: pages, files, JSON, problems, plain text, redirects, preflights, and empty ones.
 */
const calls: readonly (readonly [method: string, path: string, status: number])[] = [
  ["GET", "/", 302],
  ["GET", "/console/", 200],
  ["GET", "/console/shop/content", 200],
  ["GET", "/console/gone.js", 404],
  ["GET", "/sdk/fanfare.js", 200],
  ["GET", "/sdk/gone.js", 404],
  ["GET", "/healthz", 200],
  ["GET", "/readyz", 200],
  ["GET", "/api/setup", 200],
  ["GET", "/api/me", 401],
  ["POST", "/api/sign-in", 400],
  ["PUT", "/api/me", 403],
  ["GET", "/api/nowhere", 404],
  ["OPTIONS", "/v1/boot?app=shop", 204],
  ["POST", "/v1/boot?app=nobody", 404],
  ["POST", "/pusher/auth", 415],
  ["POST", "/apps/1001/events", 401],
  ["GET", "/apps/1001/nowhere", 404],
  ["GET", "/app/shop", 426],
  ["GET", "/nowhere", 404],
  ["GET", "/%2e%2e/etc/passwd", 404],
];

describe("security headers of every response", () => {
  test.each(calls)("%s %s (%d)", async (method, path, status) => {
    const origin = { Origin: method === "PUT" ? "https://other.example" : server.origin };
    const response = await fetch(`${server.origin}${path}`, {
      method,
      redirect: "manual",
      headers: { ...origin, ...(path === "/api/sign-in" ? { "Content-Type": "application/json" } : {}) },
    });
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Permissions-Policy")).toContain("camera=()");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    const shared = /^\/(app|apps|pusher|sdk|v1)\//.test(path);
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe(shared ? "cross-origin" : "same-origin");
    expect(headers.get("Strict-Transport-Security")).toBeNull();
    expect(headers.get("Server")).toBeNull();
    expect(headers.get("X-Powered-By")).toBeNull();
    const text = await response.text();
    for (const inside of ["/home", "/work", "node_modules", "SELECT", "bun:", "    at "])
      expect(text).not.toContain(inside);
  });
});

test("sends the same headers for a published event as for other responses", async () => {
  const [published, refused] = await Promise.all([
    fetch(signedRequest(server.origin, { path: `/apps/${APP.id}/events`, key: APP.key, secret: APP.secret })),
    fetch(`${server.origin}/apps/${APP.id}/events`, { method: "POST" }),
  ]);
  expect([published.status, refused.status]).toEqual([200, 401]);
  const security = (headers: Headers) => [...headers].filter(([name]) => SECURITY.test(name));
  expect(security(published.headers)).toEqual(security(refused.headers));
});

test("allows only the console's own files and no scripts from text", async () => {
  const policy = (await fetch(`${server.origin}/console/`)).headers.get("Content-Security-Policy");
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
});

test("sends HSTS under HTTPS", async () => {
  await using secure = await startTemporaryServer({
    environment: { FANFARE_PUBLIC_URL: "https://fanfare.example" },
    root,
  });
  for (const path of ["/console/", "/nowhere", "/api/me"]) {
    expect((await fetch(`${secure.origin}${path}`)).headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  }
});

test("contains no secret in any response or in the log", async () => {
  await using fresh = await startTemporaryServer({ root });
  const owner = await fresh.ownerBrowser();
  const console_secret = fresh.fanfare.apps.byKey("fanfare-console")?.secrets[0]?.secret ?? "";
  const hash = (await fresh.fanfare.store.db.selectFrom("members").select("password_hash").executeTakeFirstOrThrow())
    .password_hash;
  const cookie = [...owner.cookies.values()].join();
  const secrets = [APP.secret, console_secret, OWNER.password, hash, cookie];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(8);
  const paths = [
    "/api/me",
    "/api/apps",
    "/api/contents?app_id=1001",
    "/api/setup",
    "/api/people/u/suppressions?app_id=1001",
  ];
  const answers = [
    ...(await Promise.all(paths.map((path) => owner.call("GET", path)))),
    await owner.call("POST", "/v1/boot?app=shop", {}),
    await owner.call("POST", "/apps/1001/events?auth_key=shop", { name: "x" }),
    await owner.call("POST", "/api/sign-in", { ...OWNER, password: `${OWNER.password} wrong` }),
    await owner.call("POST", "/api/sign-out", {}),
  ];
  for (const secret of secrets) {
    for (const { text } of answers) expect(text).not.toContain(secret);
    expect(fresh.lines.join("")).not.toContain(secret);
  }
});
