import { beforeAll, expect, test } from "bun:test";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import type { RouteDeclaration } from "@fanfare/contract/schema/routes/route";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../test/support/temporary-server.ts";

const { owner } = await sharedServer({
  contents: { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] },
});
let id: string;
beforeAll(async () => {
  await owner.call("PUT", `/api/people/ada?app_id=${APP.id}`, {});
  id = (await owner.call("GET", `/api/contents?app_id=${APP.id}`)).json.items[0].id;
});

const deprecated = (root: string) => ["@1795392000", `<${root}docs#deprecations>; rel="deprecation"`];
async function ask(method: string, path: string, body?: object) {
  const { status, json, headers } = await owner.call(method, path, body);
  return { status, json, deprecation: [headers.get("Deprecation"), headers.get("Link")] };
}

test("takes the app from the query, or from the body with a deprecation", async () => {
  const goal = (name: string) => ({ name, event_name: "order_shipped" });
  const now = await ask("POST", `/api/goals?app_id=${APP.id}`, goal("First"));
  expect([now.status, now.deprecation]).toEqual([201, [null, null]]);
  const former = await ask("POST", "/api/goals", { app_id: APP.id, ...goal("Second") });
  expect([former.status, former.json.name, former.deprecation]).toEqual([201, "Second", deprecated("../")]);
  const bodiless = await ask("POST", `/api/contents/${id}/pause`, { app_id: APP.id });
  expect([bodiless.status, bodiless.deprecation]).toEqual([200, deprecated("../../../")]);
});

test("takes a query parameter by its former name with a deprecation, but not by both", async () => {
  const at = `/api/explain?app_id=${APP.id}&person=ada`;
  const now = await ask("GET", `${at}&content_id=welcome`);
  expect([now.json.items.length, now.deprecation]).toEqual([1, [null, null]]);
  const former = await ask("GET", `${at}&content=welcome`);
  expect([former.json.items, former.deprecation]).toEqual([now.json.items, deprecated("../")]);
  expect((await ask("GET", `${at}&content=welcome&content_id=welcome`)).json.code).toBe("query_invalid");
});

test("takes the page of every list as after, or as before with a deprecation where lists had that", async () => {
  const lists = Object.entries<RouteDeclaration>(API_ROUTES).filter(([, { query }]) => query && "limit" in query.shape);
  expect(lists.filter(([, { query }]) => query && "before" in query.shape)).toEqual([]);
  const [first] = (await owner.call("GET", "/api/audit?limit=1")).json.items;
  const now = await ask("GET", `/api/audit?limit=1&after=${first.id}`);
  const former = await ask("GET", `/api/audit?limit=1&before=${first.id}`);
  expect([now.json.items.length, now.deprecation]).toEqual([1, [null, null]]);
  expect([former.json, former.deprecation]).toEqual([now.json, deprecated("../")]);
});

test("refuses unknown fields beside a deprecated app, and both apps at once", async () => {
  const unknown = await ask("POST", `/api/contents/${id}/pause`, { app_id: APP.id, why: "x" });
  expect([unknown.json.code, unknown.json.fields[0].pointer]).toEqual(["body_invalid", "/why"]);
  const goal = { app_id: APP.id, name: "Third", event_name: "order_shipped" };
  expect((await ask("POST", `/api/goals?app_id=${APP.id}`, goal)).json.fields[0].pointer).toBe("/app_id");
  expect((await ask("POST", "/api/goals", { name: "Third", event_name: "x" })).json.fields[0].pointer).toBe("/app_id");
});
