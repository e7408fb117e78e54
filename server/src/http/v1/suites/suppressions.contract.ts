import { describe, expect, test } from "bun:test";
import { DAY_MS } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { type Browser, shown, suppress } from "../../../../test/support/v1-browser.ts";
import { START_MS, startV1Server } from "../../../../test/support/v1-server.ts";

export function suppressionsContract(dialect: string, open: OpenStore): void {
  suppressionDuration(dialect, open);
  suppressionReach(dialect, open);
  suppressionUndo(dialect, open);
}

function suppressionDuration(dialect: string, open: OpenStore): void {
  describe(`"Do not show again": duration (${dialect})`, () => {
    test("hides on day 364 and shows on day 366 by the server's clock", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = server.browser();
      expect(shown(await browser.boot())).toEqual(["welcome"]);
      const { status, body } = await suppress(browser, { scope: "content", target: "welcome" });
      expect(status).toBe(200);
      expect(body.suppressions.map(({ expires_at }) => Date.parse(expires_at) - server.clock.now())).toEqual([
        365 * DAY_MS,
      ]);
      for (const day of [0, 1, 364]) {
        server.clock.advance(
          server.clock.now() < START_MS + day * DAY_MS ? START_MS + day * DAY_MS - server.clock.now() : 0,
        );
        const later = await browser.boot();
        expect(shown(later)).toEqual([]);
        expect(later.refused).toMatchObject([{ slug: "welcome", gate: "suppressed" }]);
      }
      server.clock.advance(2 * DAY_MS);
      const last = await browser.boot();
      expect(shown(last)).toEqual(["welcome"]);
      expect(last.suppressions).toEqual([]);
    });

    test("ends at the exact millisecond and not earlier", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = await server.visitor();
      const { body } = await suppress(browser, { scope: "content", target: "welcome" });
      const expires_ms = Date.parse(body.suppressions[0]?.expires_at ?? "");
      server.clock.advance(expires_ms - server.clock.now() - 1);
      expect(shown(await browser.boot())).toEqual([]);
      server.clock.advance(1);
      expect(shown(await browser.boot())).toEqual(["welcome"]);
    });

    test("keeps the later date and its reason when selected twice", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = await server.visitor();
      const year = await suppress(browser, { scope: "content", target: "welcome" });
      const snooze = await suppress(browser, { scope: "content", target: "welcome", days: 1, reason: "snoozed" });
      expect(snooze.body).toEqual(year.body);
      server.clock.advance(DAY_MS);
      const again = await suppress(browser, { scope: "content", target: "welcome" });
      expect(again.body.suppressions).toHaveLength(1);
      expect(Date.parse(again.body.suppressions[0]?.expires_at ?? "")).toBe(server.clock.now() + 365 * DAY_MS);
      expect(again.body.suppressions[0]?.id).toBe(year.body.suppressions[0]?.id ?? "");
    });

    test("hides snoozed content for part of a day by the snooze gate", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = await server.visitor();
      await suppress(browser, { scope: "content", target: "welcome", days: 1 / 48, reason: "snoozed" });
      expect((await browser.boot()).refused).toMatchObject([{ gate: "snoozed" }]);
      server.clock.advance(30 * 60 * 1_000);
      expect(shown(await browser.boot())).toEqual(["welcome"]);
    });
  });
}

function suppressionReach(dialect: string, open: OpenStore): void {
  describe(`"Do not show again": devices (${dialect})`, () => {
    test("applies to an identified person on another device by token", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const laptop = server.browser();
      await laptop.identify("u_42", await server.token("u_42"));
      await suppress(laptop, { scope: "content", target: "welcome" }, await server.token("u_42"));
      server.clock.advance(364 * DAY_MS);
      expect(shown((await server.browser().identify("u_42", await server.token("u_42"))).body)).toEqual([]);
      expect(shown(await server.browser().boot(await server.token("u_42")))).toEqual([]);
      expect(shown((await server.browser().identify("u_43", await server.token("u_43"))).body)).toEqual(["welcome"]);
    });

    test("applies to an identified person after storage and cookies are cleared", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = server.browser({ site: "same-site" });
      await browser.boot();
      await browser.identify("u_42", await server.token("u_42"));
      await suppress(browser, { scope: "content", target: "welcome" }, await server.token("u_42"));
      browser.wipe();
      await browser.boot();
      expect(shown((await browser.identify("u_42", await server.token("u_42"))).body)).toEqual([]);
    });

    test("applies to an anonymous visitor by the server's cookie after storage is lost", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = server.browser({ site: "same-site" });
      expect((await browser.boot()).anonymous?.storage).toBe("cookie");
      await suppress(browser, { scope: "content", target: "welcome" });
      // Safari clears script storage after seven days, but keeps the server's cookies.
      browser.anonymous_token = undefined;
      server.clock.advance(364 * DAY_MS);
      expect(shown(await browser.boot())).toEqual([]);
    });

    test("notifies the person's other pages on their own channel, but not the sender", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = server.browser();
      const { channel_id } = await browser.boot();
      await browser.call("POST", "suppressions", {
        body: { ...browser.anonymousIdentity, scope: "content", target: "welcome" },
        query: { socket_id: "12.34" },
      });
      expect(server.signals).toEqual([
        {
          app_id: server.shop.id,
          channel: personChannel(channel_id),
          event: PERSON_CHANGED,
          data: { kind: "suppressions", socket_id: "12.34" },
        },
      ]);
      server.signals.length = 0;
      const token = await server.token("u_42");
      await browser.identify("u_42", token);
      expect(server.signals).toMatchObject([
        { channel: personChannel("u_42"), data: { kind: "suppressions", socket_id: null } },
      ]);
      const list = await browser.call<SuppressionsResponse>("GET", "suppressions", { token });
      await browser.call("DELETE", `suppressions/${list.body.suppressions[0]?.id}`, { token });
      expect(server.signals).toHaveLength(2);
    });
  });
}

function suppressionUndo(dialect: string, open: OpenStore): void {
  describe(`"Do not show again": undo (${dialect})`, () => {
    test("can be undone only by the person", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const [token, other] = [await server.token("u_42"), await server.token("u_43")];
      const browser = server.browser();
      const made = await suppress(browser, { scope: "content", target: "welcome" }, token);
      const id = made.body.suppressions[0]?.id ?? "";
      const undo = (from: Browser, as: string | undefined, suppression = id) =>
        from.call<SuppressionsResponse & Problem>("DELETE", `suppressions/${suppression}`, { token: as });
      await suppress(server.browser(), { scope: "all", target: "" }, other);
      expect((await undo(server.browser(), other)).body.code).toBe("suppression_not_found");
      expect((await undo(browser, token, "sup_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a")).status).toBe(404);
      expect((await undo(browser, token, "x")).status).toBe(404);
      expect((await undo(browser, undefined)).body.code).toBe("identity_required");
      expect(shown(await browser.boot(token))).toEqual([]);
      const undone = await undo(browser, token);
      expect(undone.status).toBe(200);
      expect(undone.body.suppressions).toEqual([]);
      expect(shown(await browser.boot(token))).toEqual(["welcome"]);
      expect((await undo(browser, token)).status).toBe(404);
    });

    test("shows the person what an administrator hid, without undo", async () => {
      await using server = await startV1Server(open);
      const { content_id } = await server.publish("welcome");
      const token = await server.token("u_42");
      const boot = await server.browser().boot(token);
      const row = {
        id: "sup_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a" as never,
        app_id: server.shop.id,
        person_id: boot.person.id as never,
        scope: "content" as const,
        target: content_id,
        reason: "admin" as const,
        created_at: server.clock.now(),
        expires_at: server.clock.now() + DAY_MS,
      };
      await server.store.write([
        { query: server.store.db.insertInto("suppressions").values(row).compile(), expect: 1 },
      ]);
      const browser = server.browser();
      const list = await browser.call<SuppressionsResponse>("GET", "suppressions", { token });
      expect(list.body.suppressions).toMatchObject([{ id: row.id, reason: "admin" }]);
      expect((await browser.call("DELETE", `suppressions/${row.id}`, { token })).status).toBe(404);
      expect((await browser.boot(token)).refused).toHaveLength(1);
    });
  });
}
