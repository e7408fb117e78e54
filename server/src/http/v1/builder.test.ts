import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import {
  APP,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../test/support/temporary-server.ts";

const SHOP = "https://shop.example";
const clock = manualClock(Date.UTC(2026, 10, 23));
let server: TemporaryServer;
let owner: TestBrowser;
let content: { readonly id: string; readonly revision: number; readonly draft: { readonly body: object } };
let made = 0;

beforeAll(async () => {
  server = await startTemporaryServer({ clock });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  owner = await server.ownerBrowser();
  const input = { slug: `tour-${++made}`, name: "Tour", draft: sampleTour("Hello") };
  content = (await owner.call("POST", `/api/contents?app_id=${APP.id}`, input)).json;
});

const link = (url = `${SHOP}/orders`, content_id = content.id) =>
  owner.call("POST", `/api/builder-links?app_id=${APP.id}`, { url, content_id });
const codeIn = (url: string): string => /fanfare_build=shop\.([\w-]+)/.exec(url)?.[1] ?? "";
const call = (
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string> = {},
  key: string = APP.key,
) => server.browser().call(method, `/v1/builder${path}?app=${key}`, body, { Origin: SHOP, ...headers });
const open = async (): Promise<string> => {
  const { status, json } = await call("POST", "", { code: codeIn((await link()).json.url) });
  expect(status).toBe(200);
  return json.token;
};
/** The first gate that blocks, or none. */
const decidingGate = ({ gates }: { readonly gates: readonly { gate: string; status: string; label: string }[] }) =>
  gates.find(({ status }) => status === "block") ?? { gate: null, label: null };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const read = (token: string, headers = {}, key?: string) =>
  call("GET", "/content", undefined, { ...bearer(token), ...headers }, key);

describe("builder link", () => {
  test("opens the content for its member, with the code in the fragment", async () => {
    const { json, status } = await link(`${SHOP}/orders?page=2`);
    expect(status).toBe(201);
    expect(json.url).toMatch(/^https:\/\/shop\.example\/orders\?page=2#fanfare_build=shop\.[\w-]{43}$/);
    const opened = (await call("POST", "", { code: codeIn(json.url) })).json;
    expect(opened).toMatchObject({ app: { id: APP.id }, member: { role: "owner" }, content: { id: content.id } });
    expect(opened.edit_url).toEndWith(`/console/${APP.id}/content/${content.id}`);
    expect((await read(opened.token)).json.id).toBe(content.id);
  });

  test("works once, and a second use ends the session", async () => {
    const { url } = (await link()).json;
    const { token } = (await call("POST", "", { code: codeIn(url) })).json;
    const again = await call("POST", "", { code: codeIn(url) });
    expect([again.status, again.json.code]).toEqual([401, "builder_link_used"]);
    expect((await read(token)).json.code).toBe("builder_session_ended");
  });

  test("gives one of several simultaneous uses a session, which has then ended", async () => {
    const { url } = (await link()).json;
    const answers = await Promise.all(Array.from({ length: 5 }, () => call("POST", "", { code: codeIn(url) })));
    for (const { json } of answers.filter(({ status }) => status === 200)) {
      expect((await read(json.token)).status).toBe(401);
    }
  });

  test("is rejected for another origin or app without being used up", async () => {
    const code = codeIn((await link()).json.url);
    const { json: other } = await owner.call("POST", "/api/apps", { name: "Other" });
    expect((await call("POST", "", { code }, { Origin: "https://evil.example" })).json.code).toBe("builder_refused");
    expect((await call("POST", "", { code }, {}, other.key)).json.code).toBe("builder_refused");
    expect((await call("POST", "", { code })).status).toBe(200);
  });

  test("expires, and ends with the member's session", async () => {
    const first = codeIn((await link()).json.url);
    const second = codeIn((await link()).json.url);
    clock.advance(limits.builder_code_minutes * MINUTE_MS);
    expect((await call("POST", "", { code: first })).json.code).toBe("builder_link_invalid");
    await owner.call("POST", "/api/sign-out", {});
    expect((await call("POST", "", { code: second })).json.code).toBe("builder_link_invalid");
    expect((await call("POST", "", { code: "made-up" })).json.code).toBe("builder_link_invalid");
  });
});

describe("builder session", () => {
  test("is rejected for another origin, another app, and the API", async () => {
    const token = await open();
    const { json: other } = await owner.call("POST", "/api/apps", { name: "Other" });
    expect((await read(token, { Origin: "https://evil.example" })).json.code).toBe("builder_refused");
    expect((await read(token, {}, other.key)).json.code).toBe("builder_refused");
    const api = await server.browser().call("GET", `/api/contents/${content.id}?app_id=${APP.id}`, undefined, {
      ...{ Origin: SHOP, ...bearer(token) },
    });
    expect([api.status, api.json.code]).toEqual([401, "token_invalid"]);
    expect((await read(token)).status).toBe(200);
  });

  test("saves an incomplete draft, rejects a stale one, and publishes", async () => {
    const token = await open();
    const body = { ...content.draft.body, steps: [{ id: "one", kind: "centered", title: "Changed", blocks: [] }] };
    const draft = { ...content.draft, body };
    const tag = (revision: number) => ({ ...bearer(token), "If-Match": `"${revision}"` });
    expect((await call("PATCH", "/content", { draft }, bearer(token))).json.code).toBe("revision_required");
    const saved = await call("PATCH", "/content", { draft }, tag(content.revision));
    expect([saved.status, saved.json.revision, saved.json.updated_by]).toEqual([
      200,
      content.revision + 1,
      expect.any(String),
    ]);
    expect((await call("PATCH", "/content", { draft }, tag(content.revision))).json.code).toBe("revision_stale");
    const bare = { ...draft, body: { ...body, steps: [{ ...body.steps[0], title: "" }] } };
    const lenient = { ...tag(saved.json.revision), Prefer: "handling=lenient" };
    const incomplete = await call("PATCH", "/content", { draft: bare }, lenient);
    expect([incomplete.status, incomplete.json.draft_issues]).toEqual([200, 1]);
    const refused = await call("POST", "/publish", {}, tag(incomplete.json.revision));
    expect(refused.json.code).toBe("edition_invalid");
    const mended = await call("PATCH", "/content", { draft }, tag(incomplete.json.revision));
    const published = await call("POST", "/publish", {}, tag(mended.json.revision));
    expect([published.status, published.json.content.status]).toEqual([200, "live"]);
  });

  test("explains who would see the draft, without the causes of private gates", async () => {
    const token = await open();
    const targeting = {
      urls: { include: ["/orders*"], exclude: [] },
      audience: { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } },
    };
    const tag = { ...bearer(token), "If-Match": `"${content.revision}"` };
    await call("PATCH", "/content", { draft: { ...content.draft, targeting } }, tag);
    const gates = async (url: string) => (await call("POST", "/gates", { url }, bearer(token))).json;
    const blocked = await gates(`${SHOP}/orders`);
    const { gate, label } = decidingGate(blocked);
    expect([blocked.outcome, gate, label]).toEqual(["hide", "audience", "Audience"]);
    expect(JSON.stringify(blocked)).not.toContain("plan");
    const statuses = Object.fromEntries(
      (await gates(`${SHOP}/cart`)).gates.map(({ gate, status }: { gate: string; status: string }) => [gate, status]),
    );
    expect(statuses).toMatchObject({ url: "block", schedule: "pass" });
    // A draft isn't published.
    expect(statuses).not.toHaveProperty("not_published");
  });

  test("finds people by name or ID, explains the draft for them, and returns nothing else about them", async () => {
    const token = await open();
    const put = (id: string, attributes: object) =>
      owner.call("PUT", `/api/people/${id}?app_id=${APP.id}`, { attributes });
    await put("u_ada", { name: "Ada Lovelace", email: "zoe@shop.example", plan: "pro" });
    const audience = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
    // Content of the same priority and millisecond is ordered by random IDs.
    const draft = { ...content.draft, priority: 1, targeting: { urls: { include: [], exclude: [] }, audience } };
    await call("PATCH", "/content", { draft }, { ...bearer(token), "If-Match": `"${content.revision}"` });
    const find = async (q: string) => (await call("POST", "/people", { q }, bearer(token))).json.items;
    const ada = { external_id: "u_ada", name: "Ada Lovelace" };
    expect([await find("love"), await find("u_a"), await find("zoe")]).toEqual([[ada], [ada], []]);
    const gates = async (person?: string) =>
      decidingGate((await call("POST", "/gates", { url: `${SHOP}/`, person }, bearer(token))).json);
    expect([(await gates()).gate, (await gates("u_ada")).gate]).toEqual(["audience", null]);
    expect((await call("POST", "/people", { q: "a" })).json.code).toBe("builder_session_ended");
  });

  test("returns the draft as a person reads it, filled, in their language, and next to live content", async () => {
    const token = await open();
    const put = (id: string, attributes: object) =>
      owner.call("PUT", `/api/people/${id}?app_id=${APP.id}`, { attributes });
    await put("u_zoe", { name: "Zoe", email: "zoe@shop.example" });
    const steps = (title: string) => [{ id: "one", kind: "centered", title, blocks: [] }];
    const draft = {
      ...content.draft,
      body: { ...content.draft.body, steps: steps("Hello, {{name|you}}") },
      trigger: { kind: "automatic" },
      locale: "en",
      translations: { de: { "one.title": "Hallo, {{name|du}}" } },
    };
    const tag = { ...bearer(token), "If-Match": `"${content.revision}"` };
    expect((await call("PATCH", "/content", { draft }, tag)).status).toBe(200);
    const gates = async (person?: string) =>
      (await call("POST", "/gates", { url: `${SHOP}/`, person }, { ...bearer(token), "Accept-Language": "de" })).json;
    const { edition } = await gates("u_zoe");
    expect(edition).toMatchObject({ locale: "en", body: { steps: steps("Hello, Zoe") } });
    expect(JSON.stringify(edition)).not.toContain("zoe@shop.example");
    expect((await gates("u_nobody")).edition.body.steps).toEqual(steps("Hello, you"));
    expect(await gates()).not.toHaveProperty("edition");

    // Live content with a higher priority goes first, as it would if the draft were live.
    const above = { ...sampleTour("Above"), trigger: { kind: "automatic" }, priority: 50 };
    const input = { slug: `above-${made}`, name: "Above", draft: above };
    const { json: higher } = await owner.call("POST", `/api/contents?app_id=${APP.id}`, input);
    const live = { "If-Match": `"${higher.revision}"` };
    expect((await owner.call("POST", `/api/contents/${higher.id}/publish?app_id=${APP.id}`, {}, live)).status).toBe(
      200,
    );
    const { gates: results } = await gates("u_zoe");
    expect(results.find(({ gate }: { gate: string }) => gate === "outranked")).toMatchObject({ status: "block" });
    await owner.call("POST", `/api/contents/${higher.id}/archive?app_id=${APP.id}`, {}, live);
  });

  test("lists the names of people's attributes, without values, for its own app", async () => {
    const token = await open();
    await owner.call("PUT", `/api/people/u_eve?app_id=${APP.id}`, { attributes: { favorite_color: "teal" } });
    const { json } = await call("GET", "/attributes", undefined, bearer(token));
    expect(json.items).toContain("favorite_color");
    expect(JSON.stringify(json)).not.toContain("teal");
    expect((await call("GET", "/attributes", undefined)).json.code).toBe("builder_session_ended");
  });

  test("creates drafts of trackers in its app, for members who may", async () => {
    const token = await open();
    const on = { kind: "click", target: { strategies: [{ kind: "test_id", value: "share" }] } };
    const create = () => call("POST", "/trackers", { name: "report_shared", on }, bearer(token));
    const { status, json } = await create();
    expect([status, json]).toEqual([
      200,
      { id: expect.any(String), name: "report_shared", edit_url: expect.any(String) },
    ]);
    expect(json.edit_url).toEndWith(`/console/${APP.id}/trackers/${json.id}`);
    const { json: stored } = await owner.call("GET", `/api/trackers/${json.id}?app_id=${APP.id}`);
    expect(stored).toMatchObject({ on, status: "draft", urls: { include: [], exclude: [] } });
    expect((await create()).json.code).toBe("name_taken");
    expect((await call("POST", "/trackers", { name: "tour_completed", on }, bearer(token))).json.code).toBe(
      "body_invalid",
    );
    expect((await call("POST", "/trackers", { name: "seen", on })).json.code).toBe("builder_session_ended");
    const [entry] = (await owner.call("GET", "/api/audit?resource_type=tracker")).json.items;
    expect([entry.action, entry.member_id]).toEqual(["tracker.create", expect.any(String)]);
  });

  test("lets its connection into the channels of its content and its own only, while it's open", async () => {
    const token = await open();
    const ask = (headers = {}) => call("POST", "/channels", { socket_id: "1.2" }, { ...bearer(token), ...headers });
    const { items } = (await ask()).json;
    const [of_content, own] = items;
    expect(items.map(({ channel }: { channel: string }) => channel)).toEqual([
      `presence-console-content-${content.id}`,
      expect.stringMatching(/^private-console-builder-bld_/),
    ]);
    const { user_id, user_info } = JSON.parse(of_content.channel_data);
    expect(user_info).toEqual({ member_id: expect.any(String), name: expect.any(String), on_page: true });
    expect(user_id).toBe(`${user_info.member_id}.${own.channel.replace("private-console-builder-", "")}`);
    expect((await ask({ Origin: "https://evil.example" })).json.code).toBe("builder_refused");
    expect((await call("POST", "/channels", { socket_id: "1.2:x" }, bearer(token))).json.code).toBe("body_invalid");
    expect((await call("POST", "/place", { step_id: "one" }, bearer(token))).status).toBe(200);
    expect((await call("POST", "/place", { step_id: "one" })).json.code).toBe("builder_session_ended");
    await call("DELETE", "", undefined, bearer(token));
    expect((await ask()).json.code).toBe("builder_session_ended");
  });

  test("replaces its token on each page", async () => {
    const token = await open();
    const { json } = await call("POST", "/resume", {}, bearer(token));
    expect((await read(token)).json.code).toBe("builder_session_ended");
    expect((await read(json.token)).status).toBe(200);
  });

  test("ends when idle, after its maximum time, and with its member's session", async () => {
    const idle = await open();
    clock.advance(limits.builder_idle_minutes * MINUTE_MS);
    expect((await read(idle)).status).toBe(401);
    const long = await open();
    const step_ms = limits.builder_idle_minutes * MINUTE_MS - MINUTE_MS;
    for (let used_ms = step_ms; used_ms < limits.builder_hours_max * HOUR_MS; used_ms += step_ms) {
      clock.advance(step_ms);
      expect((await read(long)).status).toBe(200);
    }
    clock.advance(step_ms);
    expect((await read(long)).status).toBe(401);
    owner = await server.ownerBrowser();
    const signed_out = await open();
    await owner.call("POST", "/api/sign-out", {});
    expect((await read(signed_out)).status).toBe(401);
  });

  test("loses its rights with the member's role", async () => {
    const token = await open();
    const { db } = server.fanfare.store;
    const set = (role: "owner" | "viewer") => ({ query: db.updateTable("members").set({ role }).compile() });
    await server.fanfare.store.write([set("viewer")]);
    const refused = await call("PATCH", "/content", { name: "X" }, { ...bearer(token), "If-Match": '"1"' });
    await server.fanfare.store.write([set("owner")]);
    expect(refused.json.code).toBe("role_insufficient");
  });

  test("is listed, and ends from the console or the page", async () => {
    const first = await open();
    clock.advance(1);
    const second = await open();
    const list = async () =>
      (await owner.call("GET", `/api/builder-sessions?app_id=${APP.id}`)).json.items.filter(
        (each: { content_id: string }) => each.content_id === content.id,
      );
    const [newest] = await list();
    expect(await list()).toHaveLength(2);
    expect(newest).toMatchObject({ own: true, opened: true, origin: SHOP, content_name: "Tour" });
    expect((await owner.call("DELETE", `/api/builder-sessions/${newest.id}?app_id=${APP.id}`)).status).toBe(204);
    expect((await read(second)).status).toBe(401);
    expect((await call("DELETE", "", undefined, bearer(first))).status).toBe(200);
    expect(await list()).toHaveLength(0);
    const actions = (await owner.call("GET", "/api/audit?limit=10")).json.items.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions.filter((each: string) => each === "builder.end")).toHaveLength(2);
  });
});
