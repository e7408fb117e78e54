import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import { databaseSnapshot, newEventId, newRunId, startV1Server } from "../../../test/support/v1-server.ts";

/** Tokens that do not hold, over each database. */
export function tokensContract(dialect: string, open: () => Promise<TemporaryStore>): void {
  describe(`a forged or worn-out token (${dialect})`, () => {
    test("writes no row, whatever the call and wherever it stands", async () => {
      await using house = await startV1Server(open);
      const { content_id, version_id } = await house.publish("welcome");
      const before = await databaseSnapshot(house);
      const own = await house.browser().boot();
      const anonymous = own.anonymous?.token ?? "";
      const now_s = Math.floor(house.clock.now() / 1_000);
      const tokens = [
        "nonsense",
        await house.token("u_42", {}, "another-secret"),
        await house.token("u_42", { aud: "bakery-key" }),
        await house.token("u_42", { exp: now_s - 60 }),
        await house.token("u_42", { nbf: now_s + 60 }),
        await house.token(42),
        await house.token("anon-019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a"),
        `${anonymous.slice(0, -4)}AAAA`,
        `${await house.token("u_42")}${"x".repeat(limits.identity_token_chars_max)}`,
      ];
      const event = { id: newEventId(house), name: "x", at: "2026-11-21T12:00:00Z" };
      const start = {
        action: "start",
        run_id: newRunId(house),
        content_id,
        version_id,
        step_id: "hello",
        reason: "rule",
      };
      const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
        ["boot", {}],
        ["identify", { external_id: "u_42" }],
        ["events", { events: [event] }],
        ["suppressions", { scope: "all", target: "" }],
        ["progress", start],
        ["group", { external_id: "acme", attributes: { plan: "pro" } }],
      ];
      for (const token of tokens) {
        for (const [path, body] of bodies) {
          const { status } = await house.browser().call("POST", path, { body, token });
          expect({ path, token, status }).toEqual({ path, token, status: 401 });
          if (
            path === "boot" ||
            path === "identify" ||
            path === "group" ||
            token.length > limits.identity_token_chars_max
          )
            continue;
          const inBody = await house.browser().call("POST", path, { body: { ...body, anonymous_token: token } });
          expect({ path, token, status: inBody.status }).toEqual({ path, token, status: 401 });
        }
      }
      expect(await databaseSnapshot(house)).toEqual(before);
    });

    test("says that it expired, so that the page can fetch a new one", async () => {
      await using house = await startV1Server(open);
      const token = await house.token("u_42", { exp: Math.floor(house.clock.now() / 1_000) - 60 });
      const { body } = await house.browser().call<Problem>("POST", "boot", { body: {}, token });
      expect(body).toMatchObject({ code: "identity_expired", retryable: true });
    });

    test("kept by the page as its anonymous identity costs nothing but that identity", async () => {
      await using house = await startV1Server(open);
      const browser = house.browser();
      browser.anonymous_token = "nonsense";
      const boot = await browser.boot();
      expect(boot.anonymous?.id).toMatch(/^anon-/);
      browser.anonymous_token = "nonsense";
      expect((await browser.identify("u_42", await house.token("u_42"))).status).toBe(200);
      expect(await house.count("people")).toBe(1);
    });

    test("in no body may stand for a person: their token belongs into the header", async () => {
      await using house = await startV1Server(open);
      const body = { anonymous_token: await house.token("u_42"), scope: "all", target: "" };
      const answer = await house.browser().call<Problem>("POST", "suppressions", { body });
      expect(answer.body.code).toBe("identity_invalid");
      expect(await house.count("people")).toBe(0);
    });

    test("is asked for when nobody is named at all", async () => {
      await using house = await startV1Server(open);
      const answer = await house.browser().call<Problem & SuppressionsResponse>("GET", "suppressions");
      expect(answer.body.code).toBe("identity_required");
      const basic = await house
        .browser()
        .call<Problem>("GET", "suppressions", { headers: { Authorization: "Basic eDp5" } });
      expect(basic.body.code).toBe("identity_invalid");
    });
  });
}
