import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { APP, startTemporaryServer } from "../../../../test/support/temporary-server.ts";

test("limits each caller of /api, and announces what is left on every response", async () => {
  const { api_requests_burst_max: burst, api_requests_per_second_max: per_second } = limits;
  const clock = manualClock(Date.UTC(2026, 10, 23));
  await using server = await startTemporaryServer({ clock });
  const owner = await server.ownerBrowser();
  const { token } = (await owner.call("POST", "/api/tokens", { name: "Script", scopes: ["app.read"] })).json;
  const script = (path: string) => fetch(`${server.origin}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const first = await script("/api/apps");
  expect([first.status, first.headers.get("RateLimit-Policy"), first.headers.get("RateLimit")]).toEqual([
    ...[200, `"default";q=${burst};w=${burst / per_second}`],
    `"default";r=${burst - 1};t=1`,
  ]);
  for (let rest = burst - 1; rest > 0; rest -= 100) {
    await Promise.all(Array.from({ length: Math.min(rest, 100) }, async () => (await script("/api/apps")).text()));
  }
  const refused = await script("/api/apps");
  expect([refused.status, refused.headers.get("Retry-After"), (await refused.json()).code]).toEqual([
    ...[429, "1", "rate_limited"],
  ]);
  expect(refused.headers.get("RateLimit")).toBe(`"default";r=0;t=${burst / per_second}`);
  // Others aren't affected.
  expect((await owner.call("GET", "/api/apps")).status).toBe(200);
  clock.advance(SECOND_MS);
  expect((await script("/api/apps")).headers.get("RateLimit")).toStartWith(`"default";r=${per_second - 1};`);
});

test("announces the limit of its own on backend calls about people", async () => {
  await using server = await startTemporaryServer({ clock: manualClock(Date.UTC(2026, 10, 23)) });
  const owner = await server.ownerBrowser();
  const { headers } = await owner.call("PUT", `/api/people/u_1?app_id=${APP.id}`, {});
  const burst = limits.back_end_calls_per_second_max * limits.back_end_burst_s;
  expect(headers.get("RateLimit")).toBe(`"default";r=${burst - 1};t=1`);
});
