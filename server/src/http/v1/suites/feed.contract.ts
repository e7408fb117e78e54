import { describe, expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { SECOND_MS } from "@fanfare/contract/limits";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import { liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { type Browser, shown, suppress } from "../../../../test/support/v1-browser.ts";
import { newEventId, newRunId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { createLiveUpdates } from "../../../engage/live-updates/live-updates.ts";
import type { LiveUpdateRow } from "../../../store/statements/realtime/live-updates.ts";

/** Toasts don't set `feed`: they close automatically, so they're always kept in the feed. */
const news = (
  more: Partial<Edition> = {},
  form: "modal" | "toast" = "modal",
  feed: boolean | undefined = form === "toast" ? undefined : true,
): Partial<Edition> => ({
  ...more,
  body: {
    ...{ type: "announcement", form, feed, tone: "info", suppression: { offered: true, days: 365 } },
    panels: [{ id: "one", title: "News", blocks: [] }],
  },
});

function sendMessage(server: V1Server, input: Record<string, unknown>): Promise<LiveUpdateRow> {
  const send = createLiveUpdates({
    ...{ clock: server.clock, rng: systemRng, store: server.store, groups: server.group_pages },
    publish: () => {},
  });
  const body = { kind: "toast", text: "Hello" };
  const audience = { kind: "people", external_ids: ["u_42"] };
  return send(server.shop.id, liveUpdateInputSchema.parse({ audience, body, ...input }), null);
}

/** Requests the feed like the SDK: the header contains the token of anonymous visitors too. */
async function feedOf(browser: Browser, token = browser.anonymous_token): Promise<FeedResponse> {
  const answer = await browser.call<FeedResponse>("GET", "feed", { token });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function read(browser: Browser, ids: readonly string[], token = browser.anonymous_token): Promise<FeedResponse> {
  const answer = await browser.call<FeedResponse>("POST", "feed/read", { body: { ids }, token });
  expect(answer.status).toBe(200);
  return answer.body;
}

const names = ({ items }: FeedResponse) => items.map((item) => (item.kind === "announcement" ? item.slug : item.text));

async function complete(
  server: V1Server,
  about: { content_id: string; version_id: string },
  token: string,
): Promise<void> {
  const run = { run_id: newRunId(server), ...about, step_id: "one", reason: "rule" };
  const browser = server.browser();
  await browser.call("POST", "progress", { body: { action: "start", ...run }, token });
  const end = { action: "end", run_id: run.run_id, seq: 1, reason: "completed" };
  expect((await browser.call("POST", "progress", { body: end, token })).status).toBe(200);
}

export function feedContract(dialect: string, open: OpenStore): void {
  feedItems(dialect, open);
  feedReads(dialect, open);
}

function feedItems(dialect: string, open: OpenStore): void {
  describe(`the feed: items (${dialect})`, () => {
    test("contains feed announcements, newest first, without storing a row", async () => {
      await using server = await startV1Server(open);
      await server.publish("tour");
      await server.publish("kept", news());
      await server.publish("not-kept", news({}, "modal", false));
      await server.publish("newer", news({ trigger: { kind: "manual" } }));
      const browser = await server.visitor();
      const feed = await feedOf(browser);
      expect(names(feed)).toEqual(["newer", "kept"]);
      expect(feed.unread).toBe(2);
      expect(feed.items[0]).toMatchObject({ kind: "announcement", tone: "info", read_at: null });
      expect(await server.count("people")).toBe(0);
    });

    test("contains hidden, snoozed, and viewed content, but none for other people", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const seen_item = await server.publish("met", news({ frequency: { mode: "once" } }));
      const passed = await server.publish("passed-by", news({ frequency: { mode: "once" } }, "toast"));
      await server.publish("hidden", news());
      await server.publish(
        "for-others",
        news({ targeting: { urls: { include: [], exclude: [] }, people: "anonymous" } }),
      );
      await server.publish("to-come", news({ schedule: { starts_at: "2027-01-01T00:00", zone: "utc" } }));
      await server.publish("elsewhere", news({ targeting: { urls: { include: ["/orders"], exclude: [] } } }));
      await suppress(server.browser(), { scope: "content", target: "hidden" }, token);
      await complete(server, seen_item, token);
      await complete(server, passed, token);
      expect(shown(await server.browser().boot(token))).toEqual(["elsewhere"]);
      const feed = await feedOf(server.browser(), token);
      expect(names(feed)).toEqual(["elsewhere", "hidden", "passed-by", "met"]);
      // A modal that was completed counts as read. A toast may have gone unnoticed.
      const unread = feed.items.filter(({ read_at }) => read_at === null);
      expect(names({ items: unread, unread: 0 })).toEqual(["elsewhere", "hidden", "passed-by"]);
      const hidden = await server.browser().call<SuppressionsResponse>("GET", "suppressions", { token });
      expect(hidden.body.suppressions.map(({ name }) => name)).toEqual(["News"]);
      server.change(server.shop, { paused: true });
      expect(await feedOf(server.browser(), token)).toEqual({ items: [], unread: 0 });
    });

    test("contains messages until they expire, with the newest per collapse key", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42", { groups: ["acme"] });
      await sendMessage(server, { body: { kind: "toast", title: "Order 7", text: "one" }, collapse_key: "order" });
      server.clock.advance(1);
      await sendMessage(server, { body: { kind: "banner", text: "two", tone: "warning" }, collapse_key: "order" });
      server.clock.advance(1);
      await sendMessage(server, { body: { kind: "badge", badge: "inbox", count: 2 } });
      await sendMessage(server, {
        audience: { kind: "groups", groups: ["acme"] },
        body: { kind: "toast", text: "acme" },
        ttl_s: 60,
      });
      await sendMessage(server, {
        audience: { kind: "groups", groups: ["other"] },
        body: { kind: "toast", text: "not ours" },
      });
      server.clock.advance(1);
      await sendMessage(server, { audience: { kind: "everyone" }, body: { kind: "toast", text: "all" } });
      expect(names(await feedOf(server.browser(), token))).toEqual(["all", "acme", "two"]);
      // An unverified external ID gets only messages for everyone.
      const unverified = await server.browser().call<FeedResponse>("GET", "feed", { query: { external_id: "u_7" } });
      expect(names(unverified.body)).toEqual(["all"]);
      server.clock.advance(60 * SECOND_MS);
      expect(names(await feedOf(server.browser(), token))).toEqual(["all", "two"]);
    });
  });
}

function feedReads(dialect: string, open: OpenStore): void {
  describe(`the feed: read items (${dialect})`, () => {
    test("treats acted-on or dismissed content as read on any device", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const seen = await sendMessage(server, {});
      server.clock.advance(1);
      const gone = await sendMessage(server, {});
      for (const [name, { id }] of [
        ["seen", seen],
        ["dismissed", gone],
      ] as const) {
        const props = { live_update_id: id, device: "laptop-1" };
        const at = new Date(server.clock.now()).toISOString();
        const event = { id: newEventId(server), name: `live_update_${name}`, at, props };
        await server.browser().call("POST", "events", { body: { events: [event] }, token });
      }
      const { items, unread } = await feedOf(server.browser(), token);
      expect(items.map(({ id, read_at }) => [id, read_at === null])).toEqual([
        [gone.id, false],
        [seen.id, true],
      ]);
      expect(unread).toBe(1);
    });

    test("keeps the first read time for the person in every browser", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const { content_id } = await server.publish("news", news());
      const { id } = await sendMessage(server, {});
      const read_at = new Date(server.clock.now()).toISOString();
      expect((await read(server.browser(), [content_id], token)).unread).toBe(1);
      server.clock.advance(SECOND_MS);
      expect((await read(server.browser(), [content_id, id], token)).unread).toBe(0);
      const feed = await feedOf(server.browser(), token);
      expect(feed.items.find((item) => item.id === content_id)?.read_at).toBe(read_at);
      expect((await feedOf(server.browser(), await server.token("u_7"))).unread).toBe(1);
      expect(await server.count("feed_reads")).toBe(2);
    });

    test("marks only its own items as read and rejects invalid IDs", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const unknown_item = `lup_${uuidv7(server.clock, systemRng)}`;
      expect(await read(server.browser(), [unknown_item], token)).toEqual({ items: [], unread: 0 });
      expect(await server.count("feed_reads")).toBe(0);
      for (const ids of [[], ["nonsense"], Array.from({ length: 101 }, () => unknown_item)]) {
        const answer = await server.browser().call<{ code: string }>("POST", "feed/read", { body: { ids }, token });
        expect([answer.status, answer.body.code]).toEqual([400, "body_invalid"]);
      }
      expect((await server.browser().call("GET", "feed")).status).toBe(401);
    });

    test("keeps read items on sign-in", async () => {
      await using server = await startV1Server(open);
      const one = await server.publish("one", news());
      const two = await server.publish("two", news());
      const browser = await server.visitor();
      const token = await server.token("u_42");
      await read(server.browser(), [two.content_id], token);
      expect((await read(browser, [one.content_id, two.content_id])).unread).toBe(0);
      await browser.identify("u_42", token);
      expect((await feedOf(browser, token)).unread).toBe(0);
      expect(await server.count("feed_reads")).toBe(2);
      // The anonymous visitor no longer has a separate feed.
      expect((await feedOf(browser)).unread).toBe(2);
    });
  });
}
