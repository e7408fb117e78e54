import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import { jwtVerify } from "jose";
import { OWNER, startTemporaryServer } from "../../../../test/support/temporary-server.ts";

test("sets a cookie hidden from scripts and ends the session on sign-out", async () => {
  await using server = await startTemporaryServer({ real_passwords: true });
  const page = server.browser();
  const signed_in = await page.call("POST", "/api/sign-in", { ...OWNER, email: "OWNER@example.com" });
  expect(signed_in.status).toBe(200);
  const cookie = signed_in.headers.get("Set-Cookie") ?? "";
  expect(cookie).toMatch(/^fanfare_sign_in=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  expect((await page.call("GET", "/api/me")).json).toEqual({ ...signed_in.json, guest: expect.anything() });

  const stolen = { Cookie: cookie.split(";")[0] ?? "" };
  expect((await server.browser().call("GET", "/api/me", undefined, stolen)).status).toBe(200);
  expect(await page.call("POST", "/api/sign-out", {})).toMatchObject({ status: 200, json: { provider_url: null } });
  expect(page.cookies.size).toBe(0);
  expect(await server.browser().call("GET", "/api/me", undefined, stolen)).toMatchObject({
    status: 401,
    json: { code: "sign_in_required" },
  });
  expect(await page.call("POST", "/api/sign-out", {})).toMatchObject({ status: 200, json: { provider_url: null } });
});

test("sets a secure, host-bound cookie under HTTPS", async () => {
  await using server = await startTemporaryServer({ environment: { FANFARE_PUBLIC_URL: "https://fanfare.example" } });
  const answer = await server.browser().call("POST", "/api/sign-in", OWNER, { Origin: "https://fanfare.example" });
  expect(answer.headers.get("Set-Cookie")).toMatch(
    /^__Host-fanfare_sign_in=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; /,
  );
});

test("ends the browser's previous cookie on a new sign-in", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const old = { Cookie: [...page.cookies].map((pair) => pair.join("=")).join() };
  await page.call("POST", "/api/sign-in", OWNER);
  expect((await server.browser().call("GET", "/api/me", undefined, old)).status).toBe(401);
  expect((await page.call("GET", "/api/me")).status).toBe(200);
});

test("responds the same to a wrong password and an unknown email, without a cookie", async () => {
  await using server = await startTemporaryServer({ real_passwords: true });
  const wrong = await server.browser().call("POST", "/api/sign-in", { ...OWNER, password: "something else" });
  const unknown = await server.browser().call("POST", "/api/sign-in", { ...OWNER, email: "bob@example.com" });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  const { request_id: _a, ...problem } = wrong.json;
  const { request_id: _b, ...said_too } = unknown.json;
  expect(problem).toEqual(said_too);
  expect(wrong.headers.get("Set-Cookie")).toBeNull();
  expect(server.lines.join("")).not.toContain("bob@example.com");
});

test("rejects the 11th guess within 10 minutes with the time to wait", async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  await using server = await startTemporaryServer({ clock });
  const page = server.browser();
  for (let index = 0; index < 10; index++) {
    expect((await page.call("POST", "/api/sign-in", { ...OWNER, password: `guess ${index}` })).status).toBe(401);
  }
  const stopped = await page.call("POST", "/api/sign-in", OWNER);
  expect(stopped).toMatchObject({ status: 429, json: { code: "rate_limited", retryable: true } });
  expect(stopped.headers.get("Retry-After")).toBe("60");
  clock.advance(MINUTE_MS);
  expect((await page.call("POST", "/api/sign-in", OWNER)).status).toBe(200);
});

test("ends a session after 8 idle hours", async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  await using server = await startTemporaryServer({ clock, real_passwords: true });
  const page = await server.ownerBrowser();
  clock.advance(8 * HOUR_MS - 1);
  expect((await page.call("GET", "/api/me")).status).toBe(200);
  clock.advance(8 * HOUR_MS);
  expect((await page.call("GET", "/api/me")).status).toBe(401);
});

test("identifies the member in the console's app with a one-hour token", async () => {
  await using server = await startTemporaryServer({ real_passwords: true });
  const { json: me } = await (await server.ownerBrowser()).call("GET", "/api/me");
  const record = server.fanfare.apps.byKey("fanfare-console");
  const key = new TextEncoder().encode(record?.secrets[0]?.secret);
  const { payload, protectedHeader } = await jwtVerify(me.guest.token, key, { audience: "fanfare-console" });
  expect(payload.sub).toBe(me.member.id);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
  expect(protectedHeader).toEqual({ alg: "HS256", kid: record?.secrets[0]?.id ?? "" });

  const boot = await server
    .browser()
    .call("POST", "/v1/boot?app=fanfare-console", {}, { Authorization: `Bearer ${me.guest.token}` });
  expect(boot.status).toBe(200);
  expect(boot.json.person).toMatchObject({ external_id: me.member.id, verified: true });
  expect(boot.json.decisions.map((each: { slug: string }) => each.slug)).toEqual(["fanfare-console-welcome"]);
});
