import { describe, expect, test } from "bun:test";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { shown, suppress, type TestResponse } from "../../../../test/support/v1-browser.ts";
import { startV1Server } from "../../../../test/support/v1-server.ts";

export function suppressionScopesContract(dialect: string, open: OpenStore): void {
  suppressionScopes(dialect, open);
  suppressionBounds(dialect, open);
}

function suppressionScopes(dialect: string, open: OpenStore): void {
  describe(`a suppression: scopes (${dialect})`, () => {
    test("hides the content of a tag, all content, or one content item only", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome", { tags: ["onboarding", "sales"] });
      await server.publish("orders", { tags: ["sales"] });
      const bare = await server.publish("bare");
      const after = async (input: Record<string, unknown>) => {
        const browser = await server.visitor();
        await suppress(browser, input);
        return shown(await browser.boot());
      };
      expect(await after({ scope: "tag", target: "sales" })).toEqual(["bare"]);
      expect(await after({ scope: "tag", target: " onboarding " })).toEqual(["orders", "bare"]);
      expect(await after({ scope: "all", target: "" })).toEqual([]);
      expect(await after({ scope: "content", target: bare.content_id })).toEqual(["welcome", "orders"]);
      expect(await after({ scope: "live_updates", target: "" })).toEqual(["welcome", "orders", "bare"]);
    });

    test("hides content published later when the scope is all", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = await server.visitor();
      await suppress(browser, { scope: "all", target: "" });
      await server.publish("brand-new");
      expect(shown(await browser.boot())).toEqual([]);
    });

    test("survives a new version and unpublishing", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await server.publish("welcome");
      const browser = await server.visitor();
      await server.unpublish("welcome");
      expect((await suppress(browser, { scope: "content", target: content_id })).status).toBe(200);
      await server.publish("welcome");
      expect(shown(await browser.boot())).toEqual([]);
    });
  });
}

function suppressionBounds(dialect: string, open: OpenStore): void {
  describe(`a suppression: bounds (${dialect})`, () => {
    test("rejects a missing target or one that doesn't fit the scope", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      await server.publish("draft");
      await server.unpublish("draft");
      const browser = await server.visitor();
      const code = async (input: Record<string, unknown>) =>
        ((await suppress(browser, input)) as unknown as TestResponse<Problem>).body.code;
      expect(await code({ scope: "content", target: "no-such" })).toBe("content_not_found");
      expect(await code({ scope: "content", target: "draft" })).toBe("content_not_found");
      expect(await code({ scope: "content", target: "cnt_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a" })).toBe(
        "content_not_found",
      );
      expect(await code({ scope: "content", target: "" })).toBe("body_invalid");
      expect(await code({ scope: "tag" })).toBe("body_invalid");
      expect(await code({ scope: "tag", target: "" })).toBe("body_invalid");
      expect(await code({ scope: "tag", target: "x".repeat(limits.tag_chars_max + 1) })).toBe("body_invalid");
      expect(await code({ scope: "all", target: "welcome" })).toBe("body_invalid");
      expect(await code({ scope: "live_updates", target: "welcome" })).toBe("body_invalid");
      expect(await code({ scope: "all", target: "", reason: "admin" })).toBe("body_invalid");
      expect(await code({ scope: "all", target: "", expires_at: "2099-01-01T00:00:00Z" })).toBe("body_invalid");
      expect(await server.count("suppressions")).toBe(0);
      expect(await server.count("people")).toBe(0);
    });

    test("is limited in number for each person, not counting expired ones", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const boot = await server.browser().boot(token);
      const rows = Array.from({ length: limits.suppressions_per_person_max }, (_, index) => ({
        id: `sup_019389f2-8c1e-7a3b-9c4d-${String(index).padStart(12, "0")}` as never,
        app_id: server.shop.id,
        person_id: boot.person.id as never,
        scope: "tag" as const,
        target: `tag ${index}`,
        reason: "do_not_show_again" as const,
        created_at: server.clock.now(),
        expires_at: server.clock.now() + 10 * DAY_MS,
      }));
      await server.store.write([{ query: server.store.db.insertInto("suppressions").values(rows).compile() }]);
      const browser = server.browser();
      const full = (await suppress(browser, { scope: "all", target: "" }, token)) as unknown as TestResponse<Problem>;
      expect(full.body.code).toBe("suppressions_full");
      expect((await suppress(browser, { scope: "tag", target: "tag 7" }, token)).status).toBe(200);
      server.clock.advance(10 * DAY_MS);
      expect((await suppress(browser, { scope: "all", target: "" }, await server.token("u_42"))).status).toBe(200);
      expect(await server.count("suppressions")).toBe(2);
    });
  });
}
