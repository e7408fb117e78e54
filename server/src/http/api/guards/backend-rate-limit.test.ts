import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { ApiTokenId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import {
  APP,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";
import { appRecord } from "../../../../test/support/v1-server.ts";
import type { Actor } from "../../../accounts/access/actor.ts";
import { NO_APP_ROLES } from "../../../accounts/access/member-access.ts";
import { backendRateLimit } from "./backend-rate-limit.ts";

const actor = (token: string): Actor => ({
  ...{ member_id: null, token_id: token as ApiTokenId, role: "admin", scopes: undefined, signed_in: undefined },
  app_roles: NO_APP_ROLES,
});

/** Returns how many calls succeed before one is refused, and its error. */
function passed(call: (index: number) => void): { count: number; error: unknown } {
  for (let count = 0; count < 100_000; count++) {
    try {
      call(count);
    } catch (error) {
      return { count, error };
    }
  }
  throw new Error("Nothing was refused.");
}

describe("rate limit for backends", () => {
  const app = appRecord();
  const of_one = limits.back_end_calls_per_second_max;
  const of_all = limits.back_end_app_calls_per_second_max;

  test("applies to each token separately", () => {
    const clock = manualClock(0);
    const pass = backendRateLimit(clock);
    const flooding = passed(() => pass(app, actor("tok_1")));
    expect(flooding.count).toBe(of_one * limits.back_end_burst_s);
    expect(flooding.error).toMatchObject({ code: "rate_limited", retry_after_s: 1 });
    expect(String(flooding.error)).toContain(`back_end_calls_per_second_max allows ${of_one}`);
    pass(app, actor("tok_2"));
    pass(appRecord({ id: "1002" as never }), actor("tok_1"));
    clock.advance(1_000);
    expect(passed(() => pass(app, actor("tok_1"))).count).toBe(of_one);
  });

  test("applies to an app as a whole, with any number of tokens", () => {
    const pass = backendRateLimit(manualClock(0));
    const flooding = passed((index) => pass(app, actor(`tok_${index % 100}`)));
    expect(flooding.count).toBe(of_all * limits.back_end_burst_s);
    expect(String(flooding.error)).toContain(`back_end_app_calls_per_second_max allows ${of_all}`);
  });

  test("follows the setting of the app", () => {
    const { settings } = app;
    const own = appRecord({
      settings: { ...settings, limits: { ...settings.limits, back_end_calls_per_second_max: 2 } },
    });
    const pass = backendRateLimit(manualClock(0));
    const flooding = passed(() => pass(own, actor("tok_1")));
    expect(flooding.count).toBe(2 * limits.back_end_burst_s);
    expect(String(flooding.error)).toContain("back_end_calls_per_second_max allows 2");
  });
});

describe("API call above the limit", () => {
  let server: TemporaryServer;
  let owner: TestBrowser;
  beforeAll(async () => {
    // A stopped clock refills no bucket.
    server = await startTemporaryServer({ clock: manualClock(Date.now()) });
    owner = await server.ownerBrowser();
    const { json } = await owner.call("GET", `/api/apps/${APP.id}`);
    const settings = { limits: { back_end_calls_per_second_max: 1 } };
    const tag = { "If-Match": `"${json.revision}"` };
    expect((await owner.call("PATCH", `/api/apps/${APP.id}`, { settings }, tag)).status).toBe(200);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("is rejected with 429 and the time to wait, and stores nothing", async () => {
    const query = `?app_id=${APP.id}`;
    const track = { app_id: APP.id, external_id: "u_flood", events: [{ name: "flood" }] };
    for (let call = 0; call < limits.back_end_burst_s; call++) {
      expect((await owner.call("POST", "/api/track", track)).status).toBe(200);
    }
    for (const [method, path, body] of [
      ["POST", "/api/track", track],
      ["PUT", `/api/people/u_flood${query}`, { attributes: {} }],
      ["PATCH", `/api/people/u_flood${query}`, { attributes: {} }],
      ["PUT", `/api/groups/acme${query}`, { attributes: {} }],
      ["PUT", `/api/people/u_flood/groups/acme${query}`, { attributes: {} }],
      ["DELETE", `/api/people/u_flood/groups/acme${query}`, undefined],
    ] as const) {
      const { status, json, headers } = await owner.call(method, path, body);
      expect([path, status, json.code, headers.get("Retry-After")]).toEqual([path, 429, "rate_limited", "1"]);
      expect(json.detail).toContain("back_end_calls_per_second_max allows 1");
    }
    const events = await server.fanfare.store.db
      .selectFrom("events")
      .select("id")
      .where("name", "=", "flood")
      .execute();
    expect(events).toHaveLength(limits.back_end_burst_s);
  });
});
