import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { shown, suppress } from "../../../test/support/v1-browser.ts";
import { addApp, appRecord, newRunId, startV1Server, steps } from "../../../test/support/v1-server.ts";
import { StoreError } from "../../store/store.ts";

const open = temporaryStore;

describe("boot", () => {
  test("is compressed for browsers, whether its decisions are shared or of one person", async () => {
    await using server = await startV1Server(open);
    const tour = await server.publish("welcome");
    for (const slug of ["orders", "news"]) await server.publish(slug);
    const token = await server.token("u_42");
    const responseIn = async (encoding: string) => {
      const { headers, body } = await server.fetch(
        new Request("https://fanfare.example/v1/boot?app=shop-key", {
          method: "POST",
          headers: {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/json",
            "Accept-Encoding": encoding,
          },
          body: "{}",
        }),
      );
      const bytes = await new Response(body).bytes();
      const text = headers.get("Content-Encoding") === "gzip" ? gunzipSync(bytes) : Buffer.from(bytes);
      return { tag: headers.get("ETag"), vary: headers.get("Vary"), size: bytes.length, text: text.toString() };
    };
    const start = { action: "start", run_id: newRunId(server), ...tour, step_id: "hello", reason: "rule" };
    for (const body of [undefined, start]) {
      if (body !== undefined) await server.browser().call("POST", "progress", { body, token });
      const [plain, gzip] = [await responseIn("identity, gzip;q=0"), await responseIn("gzip, br")];
      expect(gzip.text).toBe(plain.text);
      expect([gzip.tag, gzip.vary]).toEqual([plain.tag, "Origin, Accept-Encoding"]);
      expect(gzip.size).toBeLessThan(plain.size * 0.6);
    }
  });

  test("marks what a visitor's next page may show early: what depends on nothing but runs", async () => {
    await using server = await startV1Server(open);
    const visitor = server.browser();
    const early = async (token?: string) =>
      (await visitor.call<BootResponse>("POST", "boot", { body: {}, ...(token === undefined ? {} : { token }) })).body
        .early;
    expect(await early()).toBeUndefined();
    await server.publish("welcome", { priority: 9 });
    await server.publish("orders", { priority: 8 });
    expect(await early()).toBe(2);
    expect(await early(await server.token("u_42"))).toBeUndefined();
    // What follows it may have to wait for it.
    await server.publish("capped", { priority: 9, frequency: { mode: "always", limit: { times: 2, days: 7 } } });
    expect(await early()).toBe(1);
    await server.publish("share", { priority: 10, rollout: { percent: 99.9 } });
    expect(await early()).toBeUndefined();
  });

  test("gives a new visitor an identity and all live content without storing a row", async () => {
    await using server = await startV1Server(open);
    const tour = await server.publish("welcome", {
      priority: 5,
      targeting: { urls: { include: ["/orders"], exclude: [] } },
    });
    const { status, body, headers } = await server.browser().call<BootResponse>("POST", "boot", { body: {} });
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(body).toEqual({
      app: { key: "shop-key", paused: false, config_version: 2 },
      person: { id: expect.stringMatching(/^per_/), external_id: null, verified: false },
      channel_id: body.anonymous?.id ?? "",
      anonymous: { id: expect.stringMatching(/^anon-/), token: expect.any(String), storage: "browser" },
      early: 1,
      decisions: [
        {
          ...tour,
          slug: "welcome",
          name: "Tour welcome",
          version_number: 1,
          edition: {
            body: { type: "tour", steps: steps(["hello", "orders", "bye"]), suppression: { offered: true, days: 365 } },
            targeting: { urls: { include: ["/orders"], exclude: [] } },
            trigger: { kind: "automatic" },
            frequency: { mode: "until_completed" },
            priority: 5,
            tags: [],
          },
          pending_gates: ["url", "lane_busy", "host_paused"],
          history: { completed: false, ended: false },
          run: null,
        },
      ] as never,
      refused: [],
      suppressions: [],
      messages: 0,
      server_time: new Date(server.clock.now()).toISOString(),
    });
    expect(await server.count("people")).toBe(0);
  });

  test("recognizes the anonymous visitor by the ID that the page stores", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser();
    const first = await browser.boot();
    expect(await browser.boot()).toEqual(first);
    expect((await server.browser().boot()).anonymous?.id).not.toBe(first.anonymous?.id ?? "");
  });

  test("accepts an anonymous token in the header", async () => {
    await using server = await startV1Server(open);
    const first = await server.browser().boot();
    expect((await server.browser().boot(first.anonymous?.token)).anonymous).toEqual(first.anonymous);
  });

  test("sorts by priority, then by age, oldest first", async () => {
    await using server = await startV1Server(open);
    for (const [slug, priority] of [
      ["b", 0],
      ["a", 0],
      ["low", -5],
      ["high", 9],
    ] as const)
      await server.publish(slug, { priority });
    await server.publish("b", { priority: 0 });
    expect(shown(await server.browser().boot())).toEqual(["high", "b", "a", "low"]);
  });

  test("lists running content before everything else, so that it resumes first", async () => {
    await using server = await startV1Server(open);
    await server.publish("first", { priority: 9 });
    const running = await server.publish("running", { priority: -5 });
    const token = await server.token("u_42");
    const run_id = newRunId(server);
    const body = { action: "start", run_id, ...running, step_id: "hello", reason: "rule" };
    await server.browser().call("POST", "progress", { token, body });
    expect(shown(await server.browser().boot(token))).toEqual(["running", "first"]);
    const end = { action: "end", run_id, seq: 1, reason: "close_button" };
    await server.browser().call("POST", "progress", { token, body: end });
    expect(shown(await server.browser().boot(token))).toEqual(["first", "running"]);
  });

  test("reports a paused app without decisions, but keeps what people hide", async () => {
    await using server = await startV1Server(open);
    await server.publish("welcome");
    const browser = await server.visitor();
    server.change(server.shop, { paused: true });
    await suppress(browser, { scope: "content", target: "welcome" });
    const boot = await browser.boot();
    expect(boot.app.paused).toBe(true);
    expect([boot.decisions, boot.refused]).toEqual([[], []]);
    expect(boot.suppressions).toHaveLength(1);
    server.change(server.shop, { paused: false });
    expect((await browser.boot()).refused).toHaveLength(1);
  });

  test("contains nothing about other people's apps, drafts, versions, or history", async () => {
    await using server = await startV1Server(open);
    const other_app = await addApp(server, appRecord({ id: "1002" as never, key: "bakery-key" as never }));
    await server.publish("welcome");
    await server.publish("of-the-bakery", {}, other_app);
    await server.publish("withdrawn");
    await server.unpublish("withdrawn");
    const ceo = await server.token("ceo");
    await server.browser().identify("ceo", ceo, { salary: "secret-attribute" });
    await suppress(server.browser(), { scope: "tag", target: "secret-tag" }, ceo);
    const text = JSON.stringify(await server.browser().boot());
    for (const secret of ["bakery", "withdrawn", "ceo", "salary", "secret", server.shop.secrets[0]?.secret ?? ""]) {
      expect(text).not.toContain(secret);
    }
    expect(shown(await server.browser({ key: "bakery-key" }).boot())).toEqual(["of-the-bakery"]);
  });

  test("names only content hidden by the person's history, without its edition", async () => {
    await using server = await startV1Server(open);
    await server.publish("welcome");
    const browser = await server.visitor();
    await suppress(browser, { scope: "content", target: "welcome" });
    const { refused } = await browser.boot();
    expect(refused.map((each) => Object.keys(each).sort())).toEqual([["content_id", "gate", "slug"]]);
  });

  test("keeps conditions on the server that the page doesn't need", async () => {
    await using server = await startV1Server(open);
    const tour = await server.publish("welcome");
    const { db } = server.store;
    // An edition from a later release with unknown targeting is hidden completely, not sent in part.
    const row = await db
      .selectFrom("versions")
      .select("edition")
      .where("id", "=", tour.version_id)
      .executeTakeFirstOrThrow();
    const edition = JSON.parse(row.edition);
    edition.targeting.segment = "secret-segment";
    await server.store.write([
      {
        query: db
          .updateTable("versions")
          .set({ edition: JSON.stringify(edition) })
          .where("id", "=", tour.version_id)
          .compile(),
      },
    ]);
    await server.publish("orders");
    const boot = await server.browser().boot();
    expect(shown(boot)).toEqual(["orders"]);
    expect(JSON.stringify(boot)).not.toContain("secret-segment");
  });

  test("stores a verified person immediately and updates last seen every 15 minutes", async () => {
    await using server = await startV1Server(open);
    const seen = async () =>
      (await server.store.db.selectFrom("people").select("last_seen_at").execute()).map((row) => row.last_seen_at);
    const token = await server.token("u_42", { exp: 9_999_999_999 });
    const start_ms = server.clock.now();
    const first = await server.browser().boot(token);
    server.clock.advance(limits.person_seen_resolution_ms - 1);
    expect((await server.browser().boot(token)).person).toEqual(first.person);
    expect(await seen()).toEqual([start_ms]);
    server.clock.advance(1);
    await server.browser().boot(token);
    expect(await seen()).toEqual([server.clock.now()]);
  });

  test("stores nothing when people are identified again without news, except last seen every 15 minutes", async () => {
    await using server = await startV1Server(open);
    const browser = server.browser();
    const identify = (attributes: object, locale?: string) =>
      browser.call<{ person: { attributes: object } }>("POST", "identify", {
        body: { external_id: "u_42", attributes, locale },
      });
    const write = server.store.write.bind(server.store);
    let writes = 0;
    server.store.write = (batch, ...rest) => {
      writes++;
      return write(batch, ...rest);
    };
    const writesOf = async (call: () => Promise<unknown>): Promise<number> => {
      const before = writes;
      await call();
      return writes - before;
    };
    await identify({ plan: "pro" });
    expect(await writesOf(() => identify({ plan: "pro" }))).toBe(0);
    expect(await writesOf(() => identify({}))).toBe(0);
    expect(await writesOf(() => identify({ plan: "free" }))).toBe(1);
    expect(await writesOf(() => identify({ plan: "free" }, "de-DE"))).toBe(1);
    server.clock.advance(limits.person_seen_resolution_ms);
    expect(await writesOf(() => identify({ plan: "free" }, "de-DE"))).toBe(1);
    expect(await writesOf(() => identify({ plan: "free" }, "de-DE"))).toBe(0);
  });

  test("works while the database is read-only", async () => {
    await using server = await startV1Server(open);
    await server.publish("welcome");
    const token = await server.token("u_42");
    server.store.write = () => Promise.reject(new StoreError("unavailable", "The disk is full."));
    expect(shown(await server.browser().boot(token))).toEqual(["welcome"]);
    expect(shown(await server.browser().boot())).toEqual(["welcome"]);
    const answer = await server
      .browser()
      .call<{ code: string }>("POST", "suppressions", { body: { scope: "all", target: "" }, token });
    expect([answer.status, answer.body.code]).toEqual([503, "store_unavailable"]);
  });
});
