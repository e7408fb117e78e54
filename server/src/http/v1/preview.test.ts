import { beforeAll, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../test/support/temporary-server.ts";

const SHOP = "https://shop.example";
const clock = manualClock(Date.UTC(2026, 10, 23));
let content: { readonly id: string; readonly revision: number; readonly draft: object };
const audience = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };

const { server, ...shared } = await sharedServer({ clock });
let { owner } = shared;
beforeAll(async () => {
  const tour = sampleTour("Hello {{name|there}}");
  const draft = { ...tour, targeting: { ...tour.targeting, audience } };
  content = (await owner.call("POST", `/api/contents?app_id=${APP.id}`, { slug: "tour", name: "Tour", draft })).json;
});

const links = `/api/preview-links?app_id=${APP.id}`;
const create = (more: object = {}) =>
  owner.call("POST", links, { url: `${SHOP}/orders`, content_id: content.id, ...more });
const allow = async (preview_links: boolean): Promise<void> => {
  const { revision } = (await owner.call("GET", `/api/apps/${APP.id}`)).json;
  const tag = { "If-Match": `"${revision}"` };
  expect((await owner.call("PATCH", `/api/apps/${APP.id}`, { settings: { preview_links } }, tag)).status).toBe(200);
};
const tokenIn = (url: string): string => /fanfare_preview=shop\.([\w-]+)/.exec(url)?.[1] ?? "";
const read = (token: string, headers: Record<string, string> = {}, key: string = APP.key) =>
  server
    .browser()
    .call("POST", `/v1/preview?app=${key}`, {}, { Origin: SHOP, Authorization: `Bearer ${token}`, ...headers });
const codeOf = async (...call: Parameters<typeof read>): Promise<string> => (await read(...call)).json.code;

test("shows the current draft without sign-in, without who would see it", async () => {
  expect((await create()).json.code).toBe("preview_links_off");
  await allow(true);
  const { json, status } = await create();
  expect(status).toBe(201);
  expect(json.url).toMatch(/^https:\/\/shop\.example\/orders#fanfare_preview=shop\.ffp_[\w-]{43}$/);
  expect(Date.parse(json.expires_at) - clock.now()).toBe(7 * DAY_MS);
  const shown = await read(tokenIn(json.url));
  expect([shown.status, shown.json.name, shown.json.shared_by]).toEqual([200, "Tour", expect.any(String)]);
  expect(shown.text).toContain("Hello there");
  expect(shown.text).not.toContain("audience");
  expect(Object.keys(shown.json.edition)).toEqual(["body", "locale"]);
  const draft = sampleTour("Changed");
  const tag = { "If-Match": `"${content.revision}"` };
  await owner.call("PATCH", `/api/contents/${content.id}?app_id=${APP.id}`, { draft }, tag);
  expect((await read(tokenIn(json.url))).text).toContain("Changed");
});

test("is bound to its app and origin, and opens nothing else", async () => {
  const token = tokenIn((await create()).json.url);
  const { json: other } = await owner.call("POST", "/api/apps", { name: "Other" });
  expect(await codeOf(token, { Origin: "https://evil.example" })).toBe("preview_link_invalid");
  expect(await codeOf(token, {}, other.key)).toBe("preview_link_invalid");
  expect(await codeOf(token.slice(0, -1))).toBe("preview_link_invalid");
  const stranger = server.browser();
  const bearer = { Origin: SHOP, Authorization: `Bearer ${token}` };
  const builder = await stranger.call("GET", `/v1/builder/content?app=${APP.key}`, undefined, bearer);
  const api = await stranger.call("GET", `/api/contents/${content.id}?app_id=${APP.id}`, undefined, bearer);
  expect([builder.json.code, api.json.code]).toEqual(["builder_session_ended", "token_invalid"]);
  const rows = await server.fanfare.store.db.selectFrom("preview_links").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token.slice("ffp_".length));
});

test("ends by expiry, revocation, the app's setting, and its member's role", async () => {
  const { db } = server.fanfare.store;
  const token = tokenIn((await create({ expires_in_days: 1 })).json.url);
  await allow(false);
  expect(await codeOf(token)).toBe("preview_links_off");
  await allow(true);
  const set = (role: "owner" | "viewer") => ({ query: db.updateTable("members").set({ role }).compile() });
  await server.fanfare.store.write([set("viewer")]);
  expect(await codeOf(token)).toBe("preview_link_invalid");
  await server.fanfare.store.write([set("owner")]);
  expect((await read(token)).status).toBe(200);
  clock.advance(DAY_MS);
  expect(await codeOf(token)).toBe("preview_link_invalid");
  clock.advance(limits.preview_link_days_max * DAY_MS);
  owner = await server.ownerBrowser();
  const last = await create();
  const list = async () => (await owner.call("GET", links)).json.items;
  expect(await list()).toEqual([expect.objectContaining({ own: true, origin: SHOP, last_used_at: null })]);
  await read(tokenIn(last.json.url));
  expect((await list())[0].last_used_at).toBe(new Date(clock.now()).toISOString());
  const gone = await owner.call("DELETE", `/api/preview-links/${last.json.id}?app_id=${APP.id}`);
  expect([gone.status, await codeOf(tokenIn(last.json.url)), await list()]).toEqual([204, "preview_link_invalid", []]);
  const { items } = (await owner.call("GET", "/api/audit?limit=3")).json;
  expect(items.map(({ action }: { action: string }) => action)).toContain("preview_link.revoke");
});

test("has a limit per app, and refuses origins that the app doesn't allow", async () => {
  const { json: app } = await owner.call("GET", `/api/apps/${APP.id}`);
  const { store } = server.fanfare;
  await create();
  const row = await store.db.selectFrom("preview_links").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  const rows = Array.from({ length: limits.preview_links_max - 1 }, (_, n) => ({
    ...row,
    id: newId("prv", clock, systemRng),
    token_hash: `${n}`,
  }));
  await store.write([{ query: store.db.insertInto("preview_links").values(rows).compile() }]);
  expect((await create()).json.code).toBe("preview_links_full");
  const tag = { "If-Match": `"${app.revision}"` };
  await owner.call("PATCH", `/api/apps/${APP.id}`, { allowed_origins: ["https://other.example"] }, tag);
  expect((await create()).json.code).toBe("body_invalid");
});
