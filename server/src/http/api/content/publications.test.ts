import { describe, expect, test } from "bun:test";
import {
  editorBrowser,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";

const APP_ID = "1001";

async function create(page: TestBrowser, slug = "welcome"): Promise<string> {
  const { json } = await page.call("POST", "/api/contents", {
    app_id: APP_ID,
    slug,
    name: slug,
    draft: sampleTour("Hello"),
  });
  return json.id;
}

const publish = (page: TestBrowser, id: string, revision = 1) =>
  page.call("POST", `/api/contents/${id}/publish`, { app_id: APP_ID }, { "If-Match": `"${revision}"` });
const unpublish = (page: TestBrowser, id: string) =>
  page.call("POST", `/api/contents/${id}/unpublish`, { app_id: APP_ID });
const edit = (page: TestBrowser, id: string, revision: number, title: string) =>
  page.call(
    "PATCH",
    `/api/contents/${id}?app_id=${APP_ID}`,
    { draft: sampleTour(title) },
    { "If-Match": `"${revision}"` },
  );

async function shown(server: TemporaryServer) {
  const { json } = await server.browser().call("POST", "/v1/boot?app=shop", {});
  return json.decisions.map((each: { edition: { body: { steps: { title: string }[] } }; version_number: number }) => [
    each.version_number,
    each.edition.body.steps[0]?.title,
  ]);
}

async function listen(server: TemporaryServer, key: string) {
  const signals: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${key}?protocol=7&client=test&version=1`);
  const subscribed = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    const { event, data: text } = JSON.parse(String(data));
    if (event === "pusher:connection_established") {
      socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "fanfare" } }));
    }
    if (event === "pusher_internal:subscription_succeeded") subscribed.resolve();
    if (event === "content-changed") {
      signals.push(JSON.parse(text));
      for (const wake of waiting.splice(0)) wake();
    }
  };
  await subscribed.promise;
  return {
    signals,
    async until(count: number) {
      while (signals.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return signals;
    },
    [Symbol.dispose]: () => socket.close(),
  };
}

async function counts(server: TemporaryServer, id: string) {
  const { db } = server.fanfare.store;
  const [versions, publications, audited, app] = await Promise.all([
    db
      .selectFrom("versions")
      .select("id")
      .where("content_id", "=", id as never)
      .execute(),
    db
      .selectFrom("publications")
      .select("app_id")
      .where("content_id", "=", id as never)
      .execute(),
    db.selectFrom("audit_entries").select("action").where("resource_id", "=", id).execute(),
    db
      .selectFrom("apps")
      .select("config_version")
      .where("key", "=", "shop" as never)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    versions: versions.length,
    publications: publications.length,
    audited: audited.map((entry) => entry.action).toSorted(),
    config_version: app.config_version,
  };
}

test("shows the draft to visitors on publish and edits on the next publish", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  expect(await shown(server)).toEqual([]);

  const first = await publish(page, id);
  expect(first).toMatchObject({ status: 200, json: { first: true, content: { status: "live", live_version: 1 } } });
  expect(await shown(server)).toEqual([[1, "Hello"]]);

  expect((await edit(page, id, 1, "Edited")).json.status).toBe("changed");
  expect(await shown(server)).toEqual([[1, "Hello"]]);

  expect(await publish(page, id, 2)).toMatchObject({
    json: { first: false, content: { status: "live", live_version: 2 } },
  });
  expect(await shown(server)).toEqual([[2, "Edited"]]);
  expect((await page.call("GET", `/api/contents/${id}/versions`)).json.items).toMatchObject([
    { number: 2, created_by: "owner", live_in: [APP_ID] },
    { number: 1, created_by: "owner", live_in: [] },
  ]);
});

test("lists the warnings about the draft or a version, with the app's own state", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const warningsOf = async (id: string, query = "") =>
    (await page.call("GET", `/api/contents/${id}/warnings?app_id=${APP_ID}${query}`)).json;
  const id = await create(page);
  expect(await warningsOf(id)).toEqual({ items: [] });
  await publish(page, id);

  const on_plan = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const start = { label: "More", action: { kind: "start", content: "more" } };
  const steps = [{ kind: "centered", id: "hello", title: "Step 1", blocks: [], buttons: [start] }];
  const draft = {
    ...{ ...sampleTour("Hello"), body: { type: "tour", steps } },
    targeting: { urls: { include: [], exclude: [] }, audience: on_plan },
  };
  await page.call("PATCH", `/api/contents/${id}?app_id=${APP_ID}`, { draft }, { "If-Match": '"1"' });
  const { items } = await warningsOf(id);
  expect(items.map(({ cause }: { cause: { code: string } }) => cause.code)).toEqual([
    "default_title",
    "starts_missing",
  ]);
  expect(items[1]).toMatchObject({
    message: "Step 1 “Step 1” starts “more”, which doesn't exist.",
    ...{ part_id: "hello", tab: null, variant: null },
  });

  await page.call("POST", "/api/contents", { app_id: APP_ID, slug: "more", name: "More", draft: sampleTour("More") });
  await server.browser().call("POST", "/v1/identify?app=shop", { external_id: "ada", attributes: { plan: "free" } });
  expect((await warningsOf(id)).items.map(({ message }: { message: string }) => message)).toEqual([
    "Step 1 “Step 1” still has its default title.",
    "Step 1 “Step 1” starts “More”, which isn't published in this app.",
    "No people match the audience right now.",
  ]);
  const [first] = (await page.call("GET", `/api/contents/${id}/versions`)).json.items.toReversed();
  expect(await warningsOf(id, `&version_id=${first.id}`)).toEqual({ items: [] });
  expect(await warningsOf(id, "&version_id=ver_none")).toMatchObject({ code: "version_not_found" });
});

test("warns about a typed target until a page has shown its part", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  let revision = 1;
  const pointAt = async (value: string, more = {}) => {
    const target = { strategies: [{ kind: "css", value }], ...more };
    const steps = [{ kind: "anchored", id: "hello", title: "Hello", blocks: [], target }];
    const draft = { ...sampleTour("Hello"), body: { type: "tour", steps } };
    const match = { "If-Match": `"${revision++}"` };
    expect((await page.call("PATCH", `/api/contents/${id}?app_id=${APP_ID}`, { draft }, match)).status).toBe(200);
  };
  const codes = async () => {
    const { items } = (await page.call("GET", `/api/contents/${id}/warnings?app_id=${APP_ID}`)).json;
    return items.map(({ cause }: { cause: { code: string } }) => cause.code);
  };
  await pointAt("#save");
  expect(await codes()).toEqual(["unseen_target"]);
  await publish(page, id, revision);
  expect(await codes()).toEqual(["unseen_target"]);
  const events = [{ name: "tour_step_seen", props: { content_id: id, version: 1, step_id: "hello" } }];
  const sent = await page.call("POST", "/api/track", { app_id: APP_ID, external_id: "ada", events });
  expect(sent.status).toBe(200);
  expect(await codes()).toEqual([]);
  await pointAt("#store");
  expect(await codes()).toEqual(["unseen_target"]);
  await pointAt("#store", { picked: true });
  expect(await codes()).toEqual([]);
});

test("reports each member's own first publish for a celebration", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  expect((await publish(page, await create(page))).json.first).toBe(true);
  const grace = await editorBrowser(page, server);
  const { json } = await grace.call("POST", "/api/contents", {
    app_id: APP_ID,
    slug: "two",
    name: "Two",
    draft: sampleTour("Two"),
  });
  expect((await publish(grace, json.id)).json.first).toBe(true);
  const more = await edit(grace, json.id, 1, "More actions");
  expect((await publish(grace, json.id, more.json.revision)).json.first).toBe(false);
});

test("keeps a version unchanged when the draft changes", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  await publish(page, id);
  const frozen = () =>
    server.fanfare.store.db
      .selectFrom("versions")
      .selectAll()
      .where("content_id", "=", id as never)
      .orderBy("number")
      .execute();
  const before = await frozen();
  expect(JSON.parse(before[0]?.edition ?? "")).toEqual({ ...sampleTour("Hello"), locale: "en" });
  await edit(page, id, 1, "Edited");
  await publish(page, id, 2);
  await unpublish(page, id);
  expect((await frozen())[0]).toEqual(before[0]);
});

test("writes one version, row, audit entry, and config_version step per publish", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  const before = await counts(server, id);
  // Five concurrent publishes: one freezes a version, and the others reuse it.
  const answers = await Promise.all(Array.from({ length: 5 }, () => publish(page, id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(answers.filter(({ json }) => json.first)).toHaveLength(1);
  expect(await counts(server, id)).toEqual({
    versions: 1,
    publications: 1,
    audited: ["content.create", "content.publish"],
    config_version: before.config_version + 1,
  });
  // Publishing again freezes nothing new and sends no signal.
  await publish(page, id);
  expect(await counts(server, id)).toMatchObject({ versions: 1, config_version: before.config_version + 1 });
});

test("signals open pages after the commit, with the version they can fetch", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  using visitor = await listen(server, "shop");
  await publish(page, id);
  const [signal] = await visitor.until(1);
  const stored = (await counts(server, id)).config_version;
  expect(signal).toEqual({ config_version: stored, spread_ms: 1_500 });
  const { json } = await server.browser().call("POST", "/v1/boot?app=shop", {});
  expect(json.app.config_version).toBe(stored);
  expect(json.decisions).toHaveLength(1);

  await unpublish(page, id);
  expect((await visitor.until(2))[1]).toEqual({ config_version: stored + 1, spread_ms: 400 });
  expect(await shown(server)).toEqual([]);
});

test("signals open consoles on a create, an edit, and a publish", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  using other = await listen(server, "fanfare-console");
  const id = await create(page);
  await edit(page, id, 1, "Edited");
  await publish(page, id, 2);
  expect(await other.until(3)).toEqual(
    Array(3).fill({ config_version: other.signals[0]?.["config_version"], spread_ms: 0 }),
  );
});

test("signals open consoles when something needs attention", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  using other = await listen(server, "fanfare-console");
  const [app_id, external_id] = [APP_ID, "u_1"];
  const seats = (value: unknown) =>
    page.call("PUT", `/api/people/${external_id}?app_id=${app_id}`, { attributes: { seats: value } });
  expect((await seats(5)).status).toBe(201);
  expect((await seats("many")).status).toBe(200);
  await other.until(1);
  const { json } = await page.call("GET", `/api/overview?app_id=${app_id}`);
  expect(json.attention).toEqual([{ kind: "attributes_mixed", names: ["seats"] }]);
  const events = [{ name: "step_prepare_failed", props: { content_id: "cnt_1", step_id: "one", why: "failed" } }];
  expect((await page.call("POST", "/api/track", { app_id, external_id, events })).status).toBe(200);
  await other.until(2);
});

describe("batch that fails in the middle", () => {
  for (const table of ["publications", "apps", "audit_entries"]) {
    test(`stores and signals nothing at ${table}, and can be retried`, async () => {
      await using server = await startTemporaryServer();
      const page = await server.ownerBrowser();
      const id = await create(page);
      const before = await counts(server, id);
      using visitor = await listen(server, "shop");
      await plant(server, table);
      const failed = await publish(page, id);
      expect(failed).toMatchObject({ status: 500, json: { code: "internal" } });
      expect(failed.text).not.toContain("planted");
      expect(await counts(server, id)).toEqual(before);
      await lift(server);
      expect((await publish(page, id)).status).toBe(200);
      // The first signal is from the second attempt, because the failed one sent none.
      expect((await visitor.until(1))[0]).toMatchObject({ config_version: before.config_version + 1 });
      expect(await counts(server, id)).toMatchObject({ versions: 1, publications: 1 });
    });
  }
});

const PLANTED: Readonly<Record<string, string>> = {
  publications: "before insert on publications",
  apps: "before update on apps",
  audit_entries: "before insert on audit_entries",
};

async function plant(server: TemporaryServer, table: string): Promise<void> {
  await raw(server, `create trigger planted ${PLANTED[table]} begin select raise(abort, 'planted fault'); end`);
}

async function lift(server: TemporaryServer): Promise<void> {
  await raw(server, "drop trigger planted");
}

/** Runs raw SQL that Fanfare itself never writes. */
async function raw({ fanfare: server }: TemporaryServer, statement: string): Promise<void> {
  const compiled = server.store.db.selectFrom("apps").selectAll().compile();
  await server.store.write([{ query: { ...compiled, sql: statement, parameters: [] } }]);
}

test("requires the current revision to publish", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  expect(await page.call("POST", `/api/contents/${id}/publish`, { app_id: APP_ID })).toMatchObject({
    status: 428,
    json: { code: "revision_required" },
  });
  await edit(page, id, 1, "Edited");
  expect(await publish(page, id, 1)).toMatchObject({
    status: 412,
    json: { code: "revision_stale", current: { revision: 2 } },
  });
  expect(await shown(server)).toEqual([]);
});

test("rejects an unpublishable draft at the invalid field", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  const broken = JSON.stringify({ ...sampleTour("Hello"), body: { type: "tour", steps: [] } });
  const query = server.fanfare.store.db
    .updateTable("contents")
    .set({ draft: broken })
    .where("id", "=", id as never)
    .compile();
  await server.fanfare.store.write([{ query, expect: 1 }]);
  const refused = await publish(page, id);
  expect(refused).toMatchObject({
    status: 422,
    json: { code: "edition_invalid", fields: [{ pointer: "/draft/body/steps" }] },
  });
  expect((await counts(server, id)).versions).toBe(0);
});

test("stores an incomplete draft on request, with its issues, and never live", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const draft = { ...sampleTour("Hello"), body: { type: "tour", steps: [] } };
  const whole = { app_id: APP_ID, name: "Half", slug: "half", draft: sampleTour("Hello") };
  const { id } = (await page.call("POST", "/api/contents", whole)).json;
  const save = (revision: number, more: Readonly<Record<string, string>>) =>
    page.call("PATCH", `/api/contents/${id}?app_id=${APP_ID}`, { draft }, { "If-Match": `"${revision}"`, ...more });
  const refused = { status: 400, json: { code: "body_invalid", fields: [{ pointer: "/draft/body/steps" }] } };
  expect(await save(1, {})).toMatchObject(refused);
  expect(await save(1, { Prefer: "handling=strict" })).toMatchObject(refused);
  const saved = await save(1, { Prefer: "respond-async, Handling=lenient; now" });
  expect(saved).toMatchObject({ status: 200, json: { status: "draft", draft: { body: { steps: [] } } } });
  expect(await publish(page, id, 2)).toMatchObject({
    status: 422,
    json: { code: "edition_invalid", fields: [{ pointer: "/draft/body/steps" }] },
  });
  expect(await counts(server, id)).toMatchObject({ versions: 0 });
  expect(await shown(server)).toEqual([]);
  expect(await page.call("GET", `/api/explain?app_id=${APP_ID}&person=u_1&content_id=half`)).toMatchObject({
    status: 422,
    json: { code: "edition_invalid" },
  });

  await edit(page, id, 2, "Whole");
  expect((await publish(page, id, 3)).status).toBe(200);
  const half = await save(3, { Prefer: "handling=lenient" });
  expect(half.json).toMatchObject({ status: "changed", live_version: 1 });
  expect(await shown(server)).toEqual([[1, "Whole"]]);
});

test("ignores unpublishing a draft, and publishes the same version again", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  const before = await counts(server, id);
  expect((await unpublish(page, id)).status).toBe(200);
  expect(await counts(server, id)).toEqual(before);
  await publish(page, id);
  expect((await unpublish(page, id)).json.content).toMatchObject({ status: "draft", live_version: null });
  expect((await publish(page, id)).json).toMatchObject({ first: false, content: { live_version: 1 } });
  expect((await counts(server, id)).versions).toBe(1);
});

test("rejects publishing to an unknown app", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page);
  for (const app_id of ["999", server.fanfare.apps.byKey("fanfare-console")?.id]) {
    const answer = await page.call("POST", `/api/contents/${id}/publish`, { app_id }, { "If-Match": '"1"' });
    expect(answer).toMatchObject({ status: 404, json: { code: "app_not_found" } });
  }
});
