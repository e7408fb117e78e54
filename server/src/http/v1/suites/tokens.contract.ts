import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { databaseSnapshot, newEventId, newRunId, startV1Server } from "../../../../test/support/v1-server.ts";

export function tokensContract(dialect: string, open: OpenStore): void {
  rejectedTokens(dialect, open);
  tokenPlacement(dialect, open);
}

function rejectedTokens(dialect: string, open: OpenStore): void {
  describe(`a forged or worn-out token: rejection (${dialect})`, () => {
    test("writes no row with any call and in any place", async () => {
      await using server = await startV1Server(open);
      const { content_id, version_id } = await server.publish("welcome");
      const before = await databaseSnapshot(server);
      const own = await server.browser().boot();
      const anonymous = own.anonymous?.token ?? "";
      const now_s = Math.floor(server.clock.now() / 1_000);
      const tokens = [
        "nonsense",
        await server.token("u_42", {}, "another-secret"),
        await server.token("u_42", { aud: "bakery-key" }),
        await server.token("u_42", { exp: now_s - 60 }),
        await server.token("u_42", { nbf: now_s + 60 }),
        await server.token(42),
        await server.token("anon-019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a"),
        `${anonymous.slice(0, -4)}AAAA`,
        `${await server.token("u_42")}${"x".repeat(limits.identity_token_chars_max)}`,
      ];
      const event = { id: newEventId(server), name: "x", at: "2026-11-21T12:00:00Z" };
      const start = {
        action: "start",
        run_id: newRunId(server),
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
          const { status } = await server.browser().call("POST", path, { body, token });
          expect({ path, token, status }).toEqual({ path, token, status: 401 });
          if (
            path === "boot" ||
            path === "identify" ||
            path === "group" ||
            token.length > limits.identity_token_chars_max
          )
            continue;
          const inBody = await server.browser().call("POST", path, { body: { ...body, anonymous_token: token } });
          expect({ path, token, status: inBody.status }).toEqual({ path, token, status: 401 });
        }
      }
      expect(await databaseSnapshot(server)).toEqual(before);
    });

    test("is reported as expired, so that the page can fetch a new one", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42", { exp: Math.floor(server.clock.now() / 1_000) - 60 });
      const { body } = await server.browser().call<Problem>("POST", "boot", { body: {}, token });
      expect(body).toMatchObject({ code: "identity_expired", retryable: true });
    });
  });
}

function tokenPlacement(dialect: string, open: OpenStore): void {
  describe(`a forged or worn-out token: placement (${dialect})`, () => {
    test("loses only the identity when stored as the anonymous one", async () => {
      await using server = await startV1Server(open);
      const browser = server.browser();
      browser.anonymous_token = "nonsense";
      const boot = await browser.boot();
      expect(boot.anonymous?.id).toMatch(/^anon-/);
      browser.anonymous_token = "nonsense";
      expect((await browser.identify("u_42", await server.token("u_42"))).status).toBe(200);
      expect(await server.count("people")).toBe(1);
    });

    test("rejects a person's token in the body", async () => {
      await using server = await startV1Server(open);
      const body = { anonymous_token: await server.token("u_42"), scope: "all", target: "" };
      const answer = await server.browser().call<Problem>("POST", "suppressions", { body });
      expect(answer.body.code).toBe("identity_invalid");
      expect(await server.count("people")).toBe(0);
    });

    test("reports a missing token when there is no identity", async () => {
      await using server = await startV1Server(open);
      const answer = await server.browser().call<Problem & SuppressionsResponse>("GET", "suppressions");
      expect(answer.body.code).toBe("identity_required");
      const basic = await server
        .browser()
        .call<Problem>("GET", "suppressions", { headers: { Authorization: "Basic eDp5" } });
      expect(basic.body.code).toBe("identity_invalid");
    });
  });
}
