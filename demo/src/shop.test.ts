import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { type Demo, startDemo } from "./demo.ts";
import type { Order } from "./order.ts";
import { readSettings } from "./settings.ts";

const SECRET = "a-secret-of-the-demo-tests";
const failures: string[] = [];
let demo: Demo;

beforeAll(async () => {
  const settings = readSettings({
    FANFARE_DEMO_PORT: "0",
    // No server listens on this port: the shop must work without Fanfare.
    FANFARE_PORT: "9",
    FANFARE_APP_ID: "1",
    FANFARE_APP_KEY: "key",
    FANFARE_APP_SECRET: SECRET,
    DEMO_ORDERS_EVERY_S: "0",
  });
  demo = await startDemo(settings, (reason) => failures.push(reason));
});
afterAll(() => demo.stop());

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const origin = new URL(demo.url).origin;
  return fetch(new URL(path, demo.url), {
    method: "POST",
    body,
    headers: { origin, "content-type": "application/json", ...headers },
  });
}

describe("the shop's page", () => {
  test("has a policy without inline scripts, inline styles, or eval", async () => {
    const response = await fetch(demo.url);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' http://localhost:9;");
    expect(policy).toContain("connect-src 'self' http://localhost:9 ws://localhost:9;");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/);
  });

  test("serves every file that its HTML refers to", async () => {
    const html = await (await fetch(demo.url)).text();
    const paths = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map((match) => match[1] ?? "");
    expect(paths.length).toBeGreaterThan(4);
    for (const path of paths) expect((await fetch(new URL(path, demo.url))).status).toBe(200);
    expect((await fetch(new URL("/leaves.svg", demo.url))).status).toBe(200);
  });
});

describe("the shop's backend", () => {
  test("signs a token with subject, audience, group, and a 1-hour expiry", async () => {
    const answer = (await (
      await fetch(new URL("/api/me", demo.url), { headers: { cookie: "desk_user=u_grace" } })
    ).json()) as { token: string };
    expect(decodeProtectedHeader(answer.token)).toEqual({ alg: "HS256" });
    const { payload } = await jwtVerify(answer.token, new TextEncoder().encode(SECRET), { audience: "key" });
    expect(payload).toMatchObject({ sub: "u_grace", groups: ["staff"] });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
  });

  test("never reveals the app's secret", async () => {
    for (const path of ["/", "/desk.js", "/api/config", "/api/me", "/api/orders"]) {
      expect(await (await fetch(new URL(path, demo.url))).text()).not.toContain(SECRET);
    }
  });

  test("accepts writes only from its own page", async () => {
    expect((await post("/api/orders", "{}", { origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await post("/api/orders", "{}", { "content-type": "text/plain" })).status).toBe(403);
    expect((await post("/api/orders", "{")).status).toBe(400);
    expect((await post("/api/orders", `{"a":"${"x".repeat(5_000)}"}`)).status).toBe(400);
    expect((await post("/api/sign-in", '{"user_id":"u_mallory"}')).status).toBe(400);
    expect((await post("/api/nothing", "{}")).status).toBe(404);
  });

  test("accepts and advances orders without Fanfare and reports the failed push", async () => {
    const response = await post("/api/orders", "{}");
    expect(response.status).toBe(201);
    const { order } = (await response.json()) as { order: Order };
    const moved = await post("/api/orders/advance", JSON.stringify({ number: order.number, to: "packing" }));
    expect(moved.status).toBe(200);
    const again = await post("/api/orders/advance", JSON.stringify({ number: order.number, to: "packing" }));
    expect(await again.json()).toEqual({ message: `Order ${order.number} is already packing.` });
    expect(again.status).toBe(409);
    expect(failures.some((reason) => reason.includes(`rejected order.created of ${order.number}`))).toBe(true);
  });
});
