import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { sampleTour, startTemporaryServer, type TestBrowser } from "../../../../test/support/temporary-server.ts";

const APP_ID = "1001";

async function create(page: TestBrowser, slug: string, name = slug) {
  const made = await page.call("POST", "/api/contents", { app_id: APP_ID, slug, name, draft: sampleTour(name) });
  expect(made.status).toBe(201);
  return made.json;
}

const patch = (page: TestBrowser, id: string, revision: number | string | undefined, change: unknown) =>
  page.call(
    "PATCH",
    `/api/contents/${id}?app_id=${APP_ID}`,
    change,
    revision === undefined ? {} : { "If-Match": typeof revision === "number" ? `"${revision}"` : revision },
  );

test("creates audited content that is found at its location", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const made = await page.call("POST", "/api/contents", {
    app_id: APP_ID,
    slug: "welcome",
    name: "Welcome",
    draft: sampleTour("Hello"),
  });
  expect(made.status).toBe(201);
  expect(made.headers.get("ETag")).toBe('"1"');
  expect(made.json).toMatchObject({
    slug: "welcome",
    name: "Welcome",
    type: "tour",
    steps: 1,
    status: "draft",
    revision: 1,
    live_version: null,
    published_at: null,
    updated_by: "owner",
    draft: sampleTour("Hello"),
  });
  const found = await page.call("GET", made.headers.get("Location") ?? "");
  expect(found.json).toEqual(made.json);
  const entry = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("action", "=", "content.create")
    .where("resource_id", "=", made.json.id)
    .executeTakeFirstOrThrow();
  const { json: me } = await page.call("GET", "/api/me");
  expect(entry.member_id).toBe(me.member.id);
});

test("takes the app's source language for new content, which then keeps its own", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const write = async (source_locale: string) => {
    const { json } = await page.call("GET", `/api/apps/${APP_ID}`);
    const change = { settings: { source_locale } };
    return await page.call("PATCH", `/api/apps/${APP_ID}`, change, { "If-Match": `"${json.revision}"` });
  };
  expect((await create(page, "before")).draft.locale).toBe("en");
  expect(await write("de")).toMatchObject({ status: 200, json: { settings: { source_locale: "de" } } });
  const made = await create(page, "after");
  expect(made.draft.locale).toBe("de");
  const { draft } = (
    await page.call("POST", "/api/contents", {
      ...{ app_id: APP_ID, slug: "own", name: "Own", draft: { ...sampleTour("Ciao"), locale: "it" } },
    })
  ).json;
  expect(draft.locale).toBe("it");
  const translated = { ...sampleTour("Hello"), translations: { DE: { "hello.title": "Hallo" } } };
  const unknown = await page.call("POST", "/api/contents", {
    ...{ app_id: APP_ID, slug: "unknown", name: "Unknown", draft: translated },
  });
  expect(unknown.json.draft.locale).toBeUndefined();
  await write("fr");
  expect((await patch(page, made.id, 1, { draft: sampleTour("Neu") })).json.draft.locale).toBe("de");
  expect(await write("not a language")).toMatchObject({ json: { code: "body_invalid" } });
});

test("duplicates the whole draft under a free slug, without its publication", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const draft = {
    ...sampleTour("Hello"),
    locale: "en",
    translations: { ar: { "hello.title": "مرحبا" } },
    tags: ["first-run"],
  };
  const name = "n".repeat(120);
  const original = (await page.call("POST", "/api/contents", { app_id: APP_ID, slug: "welcome", name, draft })).json;
  const publish = `/api/contents/${original.id}/publish?app_id=${APP_ID}`;
  expect((await page.call("POST", publish, undefined, { "If-Match": '"1"' })).status).toBe(200);
  const copy = (change = {}) => page.call("POST", `/api/contents/${original.id}/duplicate?app_id=${APP_ID}`, change);

  const first = await copy();
  expect([first.status, first.headers.get("ETag")]).toEqual([201, '"1"']);
  expect(first.json).toMatchObject({ slug: "welcome-copy", status: "draft", live_version: null, published_at: null });
  expect([first.json.name.length, first.json.name.endsWith(" copy")]).toEqual([120, true]);
  expect(first.json.draft).toEqual(original.draft);
  expect((await page.call("GET", first.headers.get("Location") ?? "")).json).toEqual(first.json);

  const slugs = (await Promise.all([copy({ name: "A" }), copy({ name: "B" })])).map(({ json }) => json.slug).sort();
  expect(slugs).toEqual(["welcome-copy-2", "welcome-copy-3"]);
  const audit = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select("detail")
    .where("resource_id", "=", first.json.id)
    .execute();
  expect(audit.map(({ detail }) => JSON.parse(detail ?? "{}"))).toMatchObject([{ copy_of: "welcome" }]);
  const unknown = await page.call("POST", `/api/contents/cnt_none/duplicate?app_id=${APP_ID}`, {});
  expect(unknown).toMatchObject({ status: 404, json: { code: "content_not_found" } });
});

test("lists automatic content in the order in which it appears, page by page", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const make = async (slug: string, priority: number, trigger = "automatic") => {
    const draft = { ...sampleTour(slug), priority, trigger: { kind: trigger } };
    await page.call("POST", `/api/contents?app_id=${APP_ID}`, { slug, name: slug, draft });
  };
  for (const [slug, priority] of [
    ["first", 0],
    ["low", -5],
    ["high", 20],
    ["second", 0],
  ] as const) {
    await make(slug, priority);
  }
  await make("by-link", 50, "link");
  const list = `/api/contents?app_id=${APP_ID}&trigger=automatic&sort=-priority&limit=2`;
  const one = (await page.call("GET", list)).json;
  const two = (await page.call("GET", `${list}&after=${one.next}`)).json;
  const found = [...one.items, ...two.items].map(({ slug, priority }) => [slug, priority]);
  expect(found).toEqual([
    ["high", 20],
    ["first", 0],
    ["second", 0],
    ["low", -5],
  ]);
  expect([one.total, two.next]).toEqual([4, null]);
});

describe("content edit", () => {
  test("raises the revision and changes the given fields", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    const { id } = await create(page, "welcome");
    const edited = await patch(page, id, 1, { name: "New name" });
    expect(edited).toMatchObject({ status: 200, json: { name: "New name", slug: "welcome", revision: 2 } });
    expect(edited.headers.get("ETag")).toBe('"2"');
    const unchanged = await patch(page, id, 2, { name: "New name", draft: sampleTour("welcome") });
    expect(unchanged).toMatchObject({ status: 200, json: { revision: 2 } });
  });

  test("is rejected with 428 without a revision, and with 412 with another one", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    const { id } = await create(page, "welcome");
    for (const tag of [undefined, "*", "1", '"1", "2"']) {
      expect(await patch(page, id, tag, { name: "New" })).toMatchObject({
        status: 428,
        json: { code: "revision_required" },
      });
    }
    for (const tag of ['"x"', '"0"', '"-1"', '""', 'W/"old"', '"999"']) {
      expect(await patch(page, id, tag, { name: "New" })).toMatchObject({
        status: 412,
        json: { code: "revision_stale", current: { revision: 1 } },
      });
    }
    expect((await page.call("GET", `/api/contents/${id}?app_id=${APP_ID}`)).json.name).toBe("welcome");
  });

  test("accepts the weak tag that a compressing proxy makes of a revision", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    const { id } = await create(page, "welcome");
    expect(await patch(page, id, 'W/"1"', { name: "New" })).toMatchObject({ status: 200, json: { revision: 2 } });
    expect(await patch(page, id, 'W/"1"', { name: "Newer" })).toMatchObject({ status: 412 });
    expect((await patch(page, id, "*", { name: "Newest" })).json.detail).toContain("overwrite other people's changes");
  });

  test("is rejected with 412 and the current one for an older revision", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    const { id } = await create(page, "welcome");
    await patch(page, id, 1, { name: "First" });
    expect(await patch(page, id, 1, { name: "Second" })).toMatchObject({
      status: 412,
      json: { code: "revision_stale", current: { revision: 2, updated_by: "owner" } },
    });
  });

  test("succeeds for one of two simultaneous members", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    const { id } = await create(page, "welcome");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => patch(page, id, 1, { name: `N${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    const audited = await server.fanfare.store.db
      .selectFrom("audit_entries")
      .select("id")
      .where("action", "=", "content.update")
      .execute();
    expect(audited).toHaveLength(1);
  });
});

test("keeps slugs unique when creating and changing content", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  await create(page, "welcome");
  const { id } = await create(page, "other");
  const taken = { status: 409, json: { code: "slug_taken", fields: [{ pointer: "/slug" }] } };
  const duplicate = { app_id: APP_ID, slug: "welcome", name: "Twin", draft: sampleTour("Twin") };
  expect(await page.call("POST", "/api/contents", duplicate)).toMatchObject(taken);
  expect(await patch(page, id, 1, { slug: "welcome" })).toMatchObject(taken);
  expect((await page.call("GET", `/api/contents?app_id=${APP_ID}`)).json.total).toBe(2);
});

test("rejects invalid content at each wrong field and stores nothing", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const good = { app_id: APP_ID, slug: "welcome", name: "Welcome", draft: sampleTour("Hello") };
  const bad: readonly (readonly [body: unknown, pointer: string])[] = [
    [{ ...good, slug: "Not a slug" }, "/slug"],
    [{ ...good, name: "" }, "/name"],
    [{ ...good, name: ["Welcome"] }, "/name"],
    [{ ...good, name: "a\0b" }, "/name"],
    [{ ...good, system: 1 }, "/system"],
    [{ ...good, revision: 9 }, "/revision"],
    [{ ...good, draft: { body: { type: "tour", steps: [] } } }, "/draft/body/steps"],
    [{ ...good, draft: { ...sampleTour("x"), html: "<b>" } }, "/draft/html"],
    [
      JSON.parse(JSON.stringify(good).replace('"text":"Look."', '"text":"Look.","href":"javascript:alert(1)"')),
      "/draft/body/steps/0/blocks/0/spans/0/href",
    ],
  ];
  for (const [body, pointer] of bad) {
    const answer = await page.call("POST", "/api/contents", body);
    expect(answer).toMatchObject({ status: 400, json: { code: "body_invalid" } });
    expect(answer.json.fields.map((field: { pointer: string }) => field.pointer)).toContain(pointer);
  }
  expect(await page.call("POST", "/api/contents", "{")).toMatchObject({ status: 400, json: { code: "json_invalid" } });
  const huge = { ...good, name: "x".repeat(600_000) };
  expect(await page.call("POST", "/api/contents", huge)).toMatchObject({
    status: 413,
    json: { code: "body_too_large" },
  });
  expect((await page.call("GET", `/api/contents?app_id=${APP_ID}`)).json).toEqual({ items: [], next: null, total: 0 });
});

test("lists no content for an unknown app or the console's app", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const own = server.fanfare.apps.byKey("fanfare-console")?.id;
  for (const app_id of ["7", own, "shop"]) {
    expect(await page.call("GET", `/api/contents?app_id=${app_id}`)).toMatchObject({
      status: 404,
      json: { code: "app_not_found" },
    });
  }
  expect(await page.call("GET", "/api/contents")).toMatchObject({ status: 400, json: { code: "query_invalid" } });
});

test("hides the console's own tour from every content route", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const { id } = await server.fanfare.store.db
    .selectFrom("contents")
    .select("id")
    .where("system", "=", 1)
    .executeTakeFirstOrThrow();
  const gone = { status: 404, json: { code: "content_not_found" } };
  const with_tag = { "If-Match": '"1"' };
  expect((await page.call("GET", `/api/contents?app_id=${APP_ID}`)).json.total).toBe(0);
  expect(await page.call("GET", `/api/contents/${id}?app_id=${APP_ID}`)).toMatchObject(gone);
  expect(await page.call("GET", `/api/contents/${id}/versions`)).toMatchObject(gone);
  expect(await patch(page, id, 1, { name: "Mine" })).toMatchObject(gone);
  expect(await page.call("POST", `/api/contents/${id}/publish`, { app_id: APP_ID }, with_tag)).toMatchObject(gone);
  expect(await page.call("POST", `/api/contents/${id}/unpublish`, { app_id: APP_ID })).toMatchObject(gone);
});

describe("content list", () => {
  test("pages by keyset: each content once, in order, even while others are added", async () => {
    const clock = manualClock(Date.UTC(2026, 0, 1));
    await using server = await startTemporaryServer({ clock });
    const page = await server.ownerBrowser();
    for (let index = 0; index < 7; index++) {
      // Pairs share a timestamp, so that the ID decides between them.
      if (index % 2 === 0) clock.advance(1_000);
      await create(page, `tour-${index}`, `Tour ${String.fromCharCode(0x67 - index)}`);
    }
    for (const sort of ["-updated_at", "updated_at", "name", "-name"]) {
      const seen: string[] = [];
      let after = "";
      do {
        const { json } = await page.call("GET", `/api/contents?app_id=${APP_ID}&limit=3&sort=${sort}${after}`);
        seen.push(...json.items.map((item: { slug: string }) => item.slug));
        expect(json.total).toBe(7);
        after = json.next === null ? "" : `&after=${json.next}`;
      } while (after !== "");
      expect(new Set(seen).size).toBe(7);
      const by_name = ["tour-6", "tour-5", "tour-4", "tour-3", "tour-2", "tour-1", "tour-0"];
      if (sort === "name") expect(seen).toEqual(by_name);
      if (sort === "-name") expect(seen).toEqual(by_name.toReversed());
    }
    const first = await page.call("GET", `/api/contents?app_id=${APP_ID}&limit=3&sort=-updated_at`);
    await create(page, "newcomer");
    const second = await page.call(
      "GET",
      `/api/contents?app_id=${APP_ID}&limit=10&sort=-updated_at&after=${first.json.next}`,
    );
    expect(second.json.items).toHaveLength(4);
  });

  test("rejects a forged cursor or one of another order", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    await create(page, "one");
    await create(page, "two");
    const { json } = await page.call("GET", `/api/contents?app_id=${APP_ID}&limit=1&sort=name`);
    const forged = Buffer.from('["name",{"a":1},"x"]').toString("base64url");
    for (const query of [`sort=updated_at&after=${json.next}`, `after=nonsense`, `sort=name&after=${forged}`]) {
      expect(await page.call("GET", `/api/contents?app_id=${APP_ID}&${query}`)).toMatchObject({
        status: 400,
        json: { code: "query_invalid", fields: [{ pointer: "/after" }] },
      });
    }
  });

  test("searches name and slug in any case, with wildcards as plain characters", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    await create(page, "first-order", "Your FIRST order");
    await create(page, "discount", "100% off_season");
    await create(page, "uebung", "Übung macht");
    const found = async (q: string): Promise<string[]> => {
      const { json } = await page.call("GET", `/api/contents?app_id=${APP_ID}&q=${encodeURIComponent(q)}`);
      expect(json.total).toBe(json.items.length);
      return json.items.map((item: { slug: string }) => item.slug).toSorted();
    };
    expect(await found("first ORD")).toEqual(["first-order"]);
    expect(await found("UEBUNG")).toEqual(["uebung"]);
    expect(await found("Übung")).toEqual(["uebung"]);
    expect(await found("0% o")).toEqual(["discount"]);
    expect(await found("%")).toEqual(["discount"]);
    expect(await found("_")).toEqual(["discount"]);
    expect(await found("\\")).toEqual([]);
    expect(await found("' or 1=1 --")).toEqual([]);
  });

  test("reports draft, live, or edited for the requested app", async () => {
    await using server = await startTemporaryServer();
    const page = await server.ownerBrowser();
    const draft = await create(page, "draft");
    const live = await create(page, "live");
    const changed = await create(page, "changed");
    for (const { id } of [live, changed]) {
      await page.call("POST", `/api/contents/${id}/publish`, { app_id: APP_ID }, { "If-Match": '"1"' });
    }
    await patch(page, changed.id, 1, { draft: sampleTour("Edited") });
    const ids = async (status: string): Promise<string[]> => {
      const { json } = await page.call("GET", `/api/contents?app_id=${APP_ID}&status=${status}`);
      return json.items.map((item: { id: string; status: string }) => `${item.id} ${item.status}`);
    };
    expect(await ids("draft")).toEqual([`${draft.id} draft`]);
    expect(await ids("live")).toEqual([`${live.id} live`]);
    expect(await ids("changed")).toEqual([`${changed.id} changed`]);
    expect(await ids("all")).toHaveLength(3);
  });
});

test("lists tags by use, without those of archived content", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const make = async (slug: string, tags: readonly string[]): Promise<string> => {
    const draft = { ...sampleTour(slug), tags };
    const made = await page.call("POST", "/api/contents", { app_id: APP_ID, slug, name: slug, draft });
    return made.json.id;
  };
  await make("one", ["onboarding", "Österreich"]);
  await make("two", ["onboarding"]);
  const id = await make("gone", ["old"]);
  await page.call("POST", `/api/contents/${id}/archive`, { app_id: APP_ID });
  expect(await page.call("GET", "/api/tags")).toMatchObject({
    status: 200,
    json: {
      items: [
        { tag: "onboarding", contents: 2 },
        { tag: "Österreich", contents: 1 },
      ],
    },
  });
});

test("creates an incomplete draft only with the lenient preference", async () => {
  await using fixture = await startTemporaryServer();
  const page = await fixture.ownerBrowser();
  const steps = [{ kind: "centered", id: "a", title: "", blocks: [] }];
  const body = { app_id: APP_ID, slug: "untitled", name: "Untitled", draft: { body: { type: "tour", steps } } };
  expect((await page.call("POST", "/api/contents", body)).json.code).toBe("body_invalid");
  const made = await page.call("POST", "/api/contents", body, { Prefer: "handling=lenient" });
  expect([made.status, made.json.draft_issues]).toEqual([201, 1]);
});
