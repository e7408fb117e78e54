import { describe, expect, test } from "bun:test";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/v1";
import { StoreError } from "../store/store.ts";
import { temporaryStore } from "../store/testing.ts";
import { addApp, appRecord, hide, newRunId, shown, steps, v1House } from "./v1-testing.ts";

const open = temporaryStore;

describe("boot", () => {
  test("gives a stranger an identity, everything that is live, and leaves no row behind", async () => {
    await using house = await v1House(open);
    const tour = await house.publish("welcome", {
      priority: 5,
      targeting: { urls: { include: ["/orders"], exclude: [] } },
    });
    const { status, body, headers } = await house.browser().call<BootResponse>("POST", "boot", { body: {} });
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(body).toEqual({
      app: { key: "shop-key", paused: false, config_version: 2 },
      person: { id: expect.stringMatching(/^per_/), external_id: null, verified: false },
      channel_id: body.anonymous?.id ?? "",
      anonymous: { id: expect.stringMatching(/^anon-/), token: expect.any(String), storage: "browser" },
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
      server_time: new Date(house.clock.now()).toISOString(),
    });
    expect(await house.count("people")).toBe(0);
  });

  test("knows the anonymous person again, by what the page kept", async () => {
    await using house = await v1House(open);
    const browser = house.browser();
    const first = await browser.boot();
    expect(await browser.boot()).toEqual(first);
    expect((await house.browser().boot()).anonymous?.id).not.toBe(first.anonymous?.id ?? "");
  });

  test("takes an anonymous token in the header as well", async () => {
    await using house = await v1House(open);
    const first = await house.browser().boot();
    expect((await house.browser().boot(first.anonymous?.token)).anonymous).toEqual(first.anonymous);
  });

  test("orders by priority, then by age, oldest first", async () => {
    await using house = await v1House(open);
    for (const [slug, priority] of [
      ["b", 0],
      ["a", 0],
      ["low", -5],
      ["high", 9],
    ] as const)
      await house.publish(slug, { priority });
    await house.publish("b", { priority: 0 });
    expect(shown(await house.browser().boot())).toEqual(["high", "b", "a", "low"]);
  });

  test("of a paused app says so and decides nothing, yet keeps what people choose", async () => {
    await using house = await v1House(open);
    await house.publish("welcome");
    const browser = house.browser();
    await browser.boot();
    house.change(house.shop, { paused: true });
    await hide(browser, { scope: "content", target: "welcome" });
    const boot = await browser.boot();
    expect(boot.app.paused).toBe(true);
    expect([boot.decisions, boot.refused]).toEqual([[], []]);
    expect(boot.suppressions).toHaveLength(1);
    house.change(house.shop, { paused: false });
    expect((await browser.boot()).refused).toHaveLength(1);
  });

  test("tells of other people's apps, drafts, versions and pasts nothing", async () => {
    await using house = await v1House(open);
    const bakery = await addApp(house, appRecord({ id: "1002" as never, key: "bakery-key" as never }));
    await house.publish("welcome");
    await house.publish("of-the-bakery", {}, bakery);
    await house.publish("withdrawn");
    await house.unpublish("withdrawn");
    const ceo = await house.token("ceo");
    await house.browser().identify("ceo", ceo, { salary: "secret-attribute" });
    await hide(house.browser(), { scope: "tag", target: "secret-tag" }, ceo);
    const text = JSON.stringify(await house.browser().boot());
    for (const secret of ["bakery", "withdrawn", "ceo", "salary", "secret", house.shop.secrets[0]?.secret ?? ""]) {
      expect(text).not.toContain(secret);
    }
    expect(shown(await house.browser({ key: "bakery-key" }).boot())).toEqual(["of-the-bakery"]);
  });

  test("names of what it hides only what the person's own past hides, and no edition of it", async () => {
    await using house = await v1House(open);
    await house.publish("welcome");
    const browser = house.browser();
    await browser.boot();
    await hide(browser, { scope: "content", target: "welcome" });
    const { refused } = await browser.boot();
    expect(refused.map((each) => Object.keys(each).sort())).toEqual([["content_id", "gate", "slug"]]);
  });

  test("keeps targeting that the page need not judge on the server", async () => {
    await using house = await v1House(open);
    const tour = await house.publish("welcome");
    const { db } = house.store;
    // An edition of a later server, with targeting that this one does not know: it is hidden whole, not sent in part.
    const row = await db
      .selectFrom("versions")
      .select("edition")
      .where("id", "=", tour.version_id)
      .executeTakeFirstOrThrow();
    const edition = JSON.parse(row.edition);
    edition.targeting.segment = "secret-segment";
    await house.store.write([
      {
        query: db
          .updateTable("versions")
          .set({ edition: JSON.stringify(edition) })
          .where("id", "=", tour.version_id)
          .compile(),
      },
    ]);
    await house.publish("orders");
    const boot = await house.browser().boot();
    expect(shown(boot)).toEqual(["orders"]);
    expect(JSON.stringify(boot)).not.toContain("secret-segment");
  });

  test("for a proved person makes the row at once; when they were last seen is written every quarter of an hour", async () => {
    await using house = await v1House(open);
    const seen = async () =>
      (await house.store.db.selectFrom("people").select("last_seen_at").execute()).map((row) => row.last_seen_at);
    const token = await house.token("u_42", { exp: 9_999_999_999 });
    const start_ms = house.clock.now();
    const first = await house.browser().boot(token);
    house.clock.advance(limits.person_seen_resolution_ms - 1);
    expect((await house.browser().boot(token)).person).toEqual(first.person);
    expect(await seen()).toEqual([start_ms]);
    house.clock.advance(1);
    await house.browser().boot(token);
    expect(await seen()).toEqual([house.clock.now()]);
  });

  test("works while nothing can be written", async () => {
    await using house = await v1House(open);
    await house.publish("welcome");
    const token = await house.token("u_42");
    house.store.write = () => Promise.reject(new StoreError("unavailable", "The disk is full."));
    expect(shown(await house.browser().boot(token))).toEqual(["welcome"]);
    expect(shown(await house.browser().boot())).toEqual(["welcome"]);
    const answer = await house
      .browser()
      .call<{ code: string }>("POST", "suppressions", { body: { scope: "all", target: "" }, token });
    expect([answer.status, answer.body.code]).toEqual([503, "store_unavailable"]);
  });
});

describe("the anonymous cookie", () => {
  const tokenOf = (value: string | undefined) => value?.split(":")[1];

  test("is set where the page shares Fanfare's site, and only there", async () => {
    await using house = await v1House(open);
    for (const [site, storage] of [
      ["same-origin", "cookie"],
      ["same-site", "cookie"],
      ["cross-site", "browser"],
      [null, "browser"],
    ] as const) {
      const { body, headers } = await house.browser({ site }).call<BootResponse>("POST", "boot", { body: {} });
      expect(body.anonymous?.storage).toBe(storage);
      expect(headers.getSetCookie().length).toBe(storage === "cookie" ? 1 : 0);
    }
  });

  test("is out of reach of scripts, other sites and plain HTTP, and lasts 400 days", async () => {
    await using house = await v1House(open);
    const { headers, body } = await house
      .browser({ site: "same-site" })
      .call<BootResponse>("POST", "boot", { body: {} });
    expect(headers.getSetCookie()).toEqual([
      `__Host-fanfare_anon=1001:${body.anonymous?.token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`,
    ]);
  });

  test("is not set again while it holds, is renewed after 30 days, and so outlives its 400 for who keeps coming", async () => {
    await using house = await v1House(open);
    const browser = house.browser({ site: "same-site" });
    const first = await browser.boot();
    const again = await browser.call<BootResponse>("POST", "boot", { body: {} });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(again.body.anonymous).toEqual(first.anonymous);
    for (let visit = 0; visit < 20; visit++) {
      house.clock.advance(40 * DAY_MS);
      const boot = await browser.boot();
      expect(boot.anonymous?.id).toBe(first.anonymous?.id ?? "");
      expect(tokenOf(browser.cookies.get("__Host-fanfare_anon"))).toBe(boot.anonymous?.token ?? "");
    }
  });

  test("that was forged or is of an old key gives a new identity, never an error", async () => {
    await using house = await v1House(open);
    const browser = house.browser({ site: "same-site" });
    for (const value of [
      "",
      "nonsense",
      "1001:nonsense",
      `1001:${await house.token("u_42")}`,
      "~~:",
      "1001:a~1001:b",
    ]) {
      browser.cookies.set("__Host-fanfare_anon", value);
      const boot = await browser.boot();
      expect(boot.person.external_id).toBeNull();
      expect(tokenOf(browser.cookies.get("__Host-fanfare_anon"))).toBe(boot.anonymous?.token ?? "");
    }
  });

  test("holds the visitors of several apps beside each other, of a bounded number", async () => {
    await using house = await v1House(open);
    const browser = house.browser({ site: "same-site" });
    const ids: string[] = [];
    for (let index = 0; index < limits.anonymous_cookie_apps_max + 2; index++) {
      const key = `key-${index}`;
      await addApp(house, appRecord({ id: `20${index}` as never, key: key as never }));
      const visitor = house.browser({ site: "same-site", key });
      for (const pair of browser.cookies) visitor.cookies.set(...pair);
      ids.push((await visitor.boot()).anonymous?.id ?? "");
      for (const pair of visitor.cookies) browser.cookies.set(...pair);
    }
    const value = browser.cookies.get("__Host-fanfare_anon") ?? "";
    expect(value.split("~")).toHaveLength(limits.anonymous_cookie_apps_max);
    expect(value.length).toBeLessThan(4_000);
    const last = house.browser({ site: "same-site", key: "key-9" });
    last.cookies.set("__Host-fanfare_anon", value);
    expect((await last.boot()).anonymous?.id).toBe(ids[9] ?? "");
  });

  test("copies nothing that Fanfare did not write", async () => {
    await using house = await v1House(open);
    const browser = house.browser({ site: "same-site" });
    const good = "1002:abc.def-_g";
    for (const bad of ['1003:"x"', "1003:a b", "1003:a,b", "x:abc", "1003:", ":abc", `1003:${"x".repeat(5_000)}`]) {
      browser.cookies.set("__Host-fanfare_anon", `${bad}~${good}`);
      const { anonymous } = await browser.boot();
      expect(browser.cookies.get("__Host-fanfare_anon")).toBe(`${good}~1001:${anonymous?.token}`);
    }
  });

  test("is not listened to when it comes along from another site", async () => {
    await using house = await v1House(open);
    const browser = house.browser({ site: "same-site" });
    const { anonymous } = await browser.boot();
    const cookie = `__Host-fanfare_anon=${browser.cookies.get("__Host-fanfare_anon")}`;
    const stranger = await house
      .browser()
      .call<BootResponse>("POST", "boot", { body: {}, headers: { Cookie: cookie } });
    expect(stranger.body.anonymous?.id).not.toBe(anonymous?.id ?? "");
  });
});

describe("the tag of an answer", () => {
  const boot = (browser: ReturnType<Awaited<ReturnType<typeof v1House>>["browser"]>, token: string, known?: string) =>
    browser.call<BootResponse | null>("POST", "boot", {
      body: {},
      token,
      headers: known === undefined ? {} : { "If-None-Match": known },
    });

  test("answers 304 without a body while nothing changed, however much later", async () => {
    await using house = await v1House(open);
    await house.publish("welcome");
    const token = await house.token("u_42", { exp: 9_999_999_999 });
    const first = await boot(house.browser(), token);
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    house.clock.advance(90 * DAY_MS);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const { status, body, headers } = await boot(house.browser(), token, known);
      expect({ status, body, tag: headers.get("ETag") }).toEqual({ status: 304, body: null, tag });
      expect(headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
    }
    expect((await boot(house.browser(), token, '"other"')).status).toBe(200);
  });

  test("changes with everything that the page must know", async () => {
    await using house = await v1House(open);
    const tour = await house.publish("welcome");
    const token = await house.token("u_42", { exp: 9_999_999_999 });
    const browser = house.browser();
    const run_id = newRunId(house);
    const changes: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
      ["a new version", () => house.publish("welcome")],
      ["another content", () => house.publish("orders")],
      ["one that is gone", () => house.unpublish("orders")],
      ["a pause", async () => house.change(house.shop, { paused: true })],
      ["its end", async () => house.change(house.shop, { paused: false })],
      [
        "a start",
        () =>
          browser.call("POST", "progress", {
            body: { action: "start", run_id, ...tour, step_id: "hello", reason: "rule" },
            token,
          }),
      ],
      [
        "a step",
        () => browser.call("POST", "progress", { body: { action: "step", run_id, seq: 1, step_id: "bye" }, token }),
      ],
      [
        "an end",
        () => browser.call("POST", "progress", { body: { action: "end", run_id, seq: 2, reason: "escape" }, token }),
      ],
      ["a suppression", () => hide(browser, { scope: "tag", target: "sales", days: 1 }, token)],
      ["its end by time", async () => house.clock.advance(DAY_MS)],
    ];
    let tag = (await boot(browser, token)).headers.get("ETag") ?? "";
    for (const [what, change] of changes) {
      await change();
      const { status, headers } = await boot(browser, token, tag);
      expect({ what, status }).toEqual({ what, status: 200 });
      tag = headers.get("ETag") ?? "";
    }
  });

  test("is also on identify", async () => {
    await using house = await v1House(open);
    const token = await house.token("u_42");
    const call = (headers = {}) =>
      house.browser().call("POST", "identify", { body: { external_id: "u_42" }, token, headers });
    const tag = (await call()).headers.get("ETag") ?? "";
    expect((await call({ "If-None-Match": tag })).status).toBe(304);
  });
});
