import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import {
  APP,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../test/support/temporary-server.ts";

const SHOP = "https://shop.example";
const TARGET = { strategies: [{ kind: "test_id", value: "share" }] };
const OTHER = { strategies: [{ kind: "test_id", value: "export" }] };
let server: TemporaryServer;
let owner: TestBrowser;
let made = 0;

beforeAll(async () => {
  server = await startTemporaryServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  owner = await server.ownerBrowser();
});

const codeIn = (url: string): string => /fanfare_build=shop\.([\w-]+)/.exec(url)?.[1] ?? "";
const call = (method: string, path: string, body: object | undefined, token?: string) => {
  const bearer = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return server.browser().call(method, `/v1/builder${path}?app=${APP.key}`, body, { Origin: SHOP, ...bearer });
};
const createTracker = async () => {
  const body = { name: `shared_${++made}`, on: { kind: "click", target: TARGET } };
  return (await owner.call("POST", `/api/trackers?app_id=${APP.id}`, body)).json;
};
const read = async (id: string) => (await owner.call("GET", `/api/trackers/${id}?app_id=${APP.id}`)).json;
const link = (form: object) =>
  owner.call("POST", `/api/builder-links/trackers?app_id=${APP.id}`, {
    url: `${SHOP}/reports`,
    kind: "click",
    ...form,
  });
const open = async (form: object) => {
  const { json } = await link(form);
  const opened = await call("POST", "", { code: codeIn(json.url) });
  expect(opened.status).toBe(200);
  return { id: json.id as string, token: opened.json.token as string, opened: opened.json };
};
const state = (id: string, browser = owner) =>
  browser.call("GET", `/api/builder-sessions/${id}/tracker?app_id=${APP.id}`);

test("shows the page the tracker's form, and never content or people", async () => {
  const tracker = await createTracker();
  const { token, opened } = await open({ tracker_id: tracker.id, name: tracker.name, target: TARGET });
  expect(opened).toMatchObject({
    saved: false,
    tracker: { name: tracker.name, kind: "click", visible_s: 1, target: TARGET },
  });
  expect(opened).not.toHaveProperty("content");
  expect(opened.edit_url).toEndWith(`/console/${APP.id}/trackers/${tracker.id}`);
  for (const [method, path, body] of [
    ["GET", "/content", undefined],
    ["POST", "/people", { q: "a" }],
    ["GET", "/attributes", undefined],
    ["POST", "/trackers", { name: "other", on: { kind: "click", target: TARGET } }],
  ] as const) {
    expect([path, (await call(method, path, body, token)).json.code]).toEqual([path, "builder_refused"]);
  }
});

test("saves the element in the draft, and leaves the published tracker as it is", async () => {
  const tracker = await createTracker();
  const path = `/api/trackers/${tracker.id}/publish?app_id=${APP.id}`;
  await owner.call("POST", path, undefined, { "If-Match": '"1"' });
  const { id, token } = await open({ tracker_id: tracker.id, name: tracker.name });
  expect((await state(id)).json).toMatchObject({ opened: true, saves: 0, done: false, target: null });
  expect((await call("POST", "/tracker", { kind: "visible", visible_s: 3, target: OTHER }, token)).status).toBe(200);
  expect(await read(tracker.id)).toMatchObject({
    ...{ status: "live", edited: true, revision: 2, name: tracker.name },
    on: { kind: "visible", visible_s: 3, target: OTHER },
  });
  expect((await state(id)).json).toMatchObject({ saves: 1, kind: "visible", target: OTHER });
});

test("keeps the element of a tracker that isn't saved yet for its form only", async () => {
  const before = (await owner.call("GET", `/api/trackers?app_id=${APP.id}`)).json.items.length;
  const { id, token, opened } = await open({ name: "later" });
  expect(opened.tracker).toMatchObject({ name: "later", target: null });
  await call("POST", "/tracker", { kind: "click", target: TARGET }, token);
  expect((await state(id)).json).toMatchObject({ name: "later", saves: 1, target: TARGET });
  expect((await owner.call("GET", `/api/trackers?app_id=${APP.id}`)).json.items).toHaveLength(before);
});

test("ends for the page when the member is done, and for the form when it has read the element", async () => {
  const { id, token } = await open({});
  expect((await call("POST", "/tracker", { kind: "click", target: TARGET, done: true }, token)).status).toBe(200);
  expect((await call("POST", "/tracker", { kind: "click", target: OTHER }, token)).json.code).toBe(
    "builder_session_ended",
  );
  expect((await state(id)).json).toMatchObject({ done: true, target: TARGET });
  const ended = await owner.call("DELETE", `/api/builder-sessions/${id}/tracker?app_id=${APP.id}`);
  expect(ended.status).toBe(204);
  expect((await state(id)).json.code).toBe("builder_session_not_found");
  const { items } = (await owner.call("GET", "/api/audit")).json;
  expect(items.slice(0, 2).map(({ action }: { readonly action: string }) => action)).toEqual([
    "builder.end",
    "builder.open",
  ]);
});

test("lists sessions of trackers beside those of content", async () => {
  const tracker = await createTracker();
  await open({ tracker_id: tracker.id, name: tracker.name });
  const input = { slug: `tour-${made}`, name: "Tour", draft: sampleTour("Hello") };
  const content = (await owner.call("POST", `/api/contents?app_id=${APP.id}`, input)).json;
  await owner.call("POST", `/api/builder-links?app_id=${APP.id}`, { url: SHOP, content_id: content.id });
  const { items } = (await owner.call("GET", `/api/builder-sessions?app_id=${APP.id}`)).json;
  expect(items.slice(0, 2)).toMatchObject([
    { content_id: content.id, content_name: "Tour", tracker_id: null, tracker_name: null, opened: false },
    { content_id: null, content_name: null, tracker_id: tracker.id, tracker_name: tracker.name, opened: true },
  ]);
});

test("refuses unknown trackers and sessions for content", async () => {
  expect((await link({ tracker_id: "trk_none" })).json.code).toBe("tracker_not_found");
  const input = { slug: `tour-${++made}`, name: "Tour", draft: sampleTour("Hello") };
  const content = (await owner.call("POST", `/api/contents?app_id=${APP.id}`, input)).json;
  const { json } = await owner.call("POST", `/api/builder-links?app_id=${APP.id}`, {
    url: SHOP,
    content_id: content.id,
  });
  expect((await state(json.id)).json.code).toBe("builder_session_not_found");
  const { token } = (await call("POST", "", { code: codeIn(json.url) })).json;
  const pointed = await call("POST", "/tracker", { kind: "click", target: TARGET }, token);
  expect(pointed.json.code).toBe("builder_refused");
});

test("is for its origin only, has a channel of its own, and ends from the form", async () => {
  const { id, token } = await open({ name: "shared" });
  const body = { kind: "click", target: TARGET };
  const send = (origin: string) =>
    server.browser().call("POST", `/v1/builder/tracker?app=${APP.key}`, body, {
      ...{ Origin: origin, Authorization: `Bearer ${token}` },
    });
  expect((await send("https://elsewhere.example")).json.code).toBe("builder_refused");
  expect((await send(SHOP)).status).toBe(200);
  const channels = await call("POST", "/channels", { socket_id: "1.2" }, token);
  expect(channels.json.items.map(({ channel }: { readonly channel: string }) => channel)).toEqual([
    `presence-console-tracker-${id}`,
  ]);
  await owner.call("DELETE", `/api/builder-sessions/${id}/tracker?app_id=${APP.id}`);
  expect((await send(SHOP)).json.code).toBe("builder_session_ended");
});
