import { expect, test } from "bun:test";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

const at = (path: string): string => `/api/${path}?app_id=${APP.id}`;

/** A backend: a token with these scopes, no cookie. */
async function backEnd(...scopes: readonly string[]) {
  const { token } = (await owner.call("POST", "/api/tokens", { name: "Shop", scopes })).json;
  return (method: string, path: string, body?: unknown) =>
    server.browser().call(method, path, body, { Authorization: `Bearer ${token}` });
}

test("lets a backend identify, group, and track with the three scopes", async () => {
  const shop = await backEnd("person.read", "person.write", "event.write");
  const made = await shop("PUT", at("people/u_42"), { attributes: { name: "Ada", plan: "free" } });
  expect([made.status, made.json]).toMatchObject([201, { external_id: "u_42", attributes: { plan: "free" } }]);
  const again = await shop("PUT", at("people/u_42"), { attributes: { plan: "pro" } });
  expect([again.status, again.json.attributes]).toEqual([200, { name: "Ada", plan: "pro" }]);
  expect((await shop("PUT", at("groups/acme"), { attributes: { name: "Acme" } })).status).toBeLessThan(300);
  expect((await shop("PUT", at("people/u_42/groups/acme"), { attributes: { role: "admin" } })).status).toBe(200);
  const request = { app_id: APP.id, external_id: "u_42", events: [{ name: "order_shipped", props: { total: 12 } }] };
  expect((await shop("POST", "/api/track", request)).json).toMatchObject({ accepted: 1, rejected: [] });
  const { json } = await shop("GET", at("people/u_42"));
  expect(json).toMatchObject({ attributes: { name: "Ada", plan: "pro" }, groups: [{ external_id: "acme" }] });
});

test("counts the people of each listed group", async () => {
  for (const group of ["counted-none", "counted-two"]) {
    await owner.call("PUT", at(`groups/${group}`), { attributes: { name: group } });
  }
  const shop = await backEnd("person.write");
  for (const person of ["u_51", "u_52"]) {
    await shop("PUT", at(`people/${person}`), { attributes: {} });
    await owner.call("PUT", at(`people/${person}/groups/counted-two`), { attributes: {} });
  }
  const { json } = await owner.call("GET", `${at("groups")}&q=counted`);
  expect(json.items).toMatchObject([
    { external_id: "counted-none", people: 0 },
    { external_id: "counted-two", people: 2 },
  ]);
});

test("limits a token to its scopes and creates people only through a backend", async () => {
  const reader = await backEnd("person.read");
  const request = { app_id: APP.id, external_id: "u_7", events: [{ name: "x" }] };
  const refused = [
    await reader("PUT", at("people/u_7"), { attributes: {} }),
    await reader("PUT", at("groups/acme"), { attributes: {} }),
    await reader("PUT", at("people/u_7/groups/acme"), { attributes: {} }),
    await reader("POST", "/api/track", request),
  ];
  expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
    refused.map(() => [403, "scope_insufficient"]),
  );
  expect((await server.browser().call("PUT", at("people/u_7"), { attributes: {} })).status).toBe(401);
  expect((await owner.call("GET", at("people/u_7"))).status).toBe(404);
});

test("rejects invalid attributes and IDs, and erased people", async () => {
  const shop = await backEnd("person.read", "person.write", "person.erase");
  const wrong: readonly (readonly [path: string, body: unknown])[] = [
    ["people/u_8", { attributes: { "no spaces": 1 } }],
    ["people/u_8", { attributes: { deep: { a: 1 } } }],
    ["people/u_8", { name: "Ada" }],
    ["people/anon-8", { attributes: {} }],
  ];
  for (const [path, body] of wrong) {
    const { status, json } = await shop("PUT", at(path), body);
    expect([path, body, status, json.code]).toEqual([path, body, 400, "body_invalid"]);
  }
  expect((await shop("GET", at("people/u_8"))).status).toBe(404);
  await shop("PUT", at("people/u_9"), { attributes: {} });
  expect((await shop("DELETE", at("people/u_9"))).status).toBe(200);
  const late = await shop("PUT", at("people/u_9"), { attributes: { name: "Ada" } });
  expect([late.status, late.json.code]).toEqual([410, "person_erased"]);
});
