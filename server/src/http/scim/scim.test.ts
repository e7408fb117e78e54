import { beforeAll, expect, test } from "bun:test";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { OWNER } from "../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();
let token: string;
beforeAll(async () => {
  token = await tokenWith(["scim.write"]);
});

const tokenWith = async (scopes: readonly string[]): Promise<string> =>
  (await owner.call("POST", "/api/tokens", { name: "Okta", scopes })).json.token;

/** As a provisioning service calls it. */
async function scim(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${server.origin}/api/scim/v2${path}`, {
    ...{ method, headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/scim+json", ...headers } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === "" ? undefined : JSON.parse(text) };
}

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const PATCH = { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"] };
const patch = (id: string, ...Operations: readonly object[]) => scim("PATCH", `/Users/${id}`, { ...PATCH, Operations });
const filtered = (list: string, filter: string) => scim("GET", `/${list}?filter=${encodeURIComponent(filter)}`);

/** Okta's documented body for a new user. */
const oktaUser = (userName: string) => ({
  schemas: [USER],
  ...{ userName, name: { givenName: "Test", familyName: "User" } },
  emails: [{ primary: true, value: userName, type: "work" }],
  ...{ displayName: "Test User", locale: "en-US", externalId: `okta-${userName}`, groups: [], password: "1mz050nq" },
  active: true,
});

/** Microsoft Entra ID's documented body for a new user. */
const entraUser = (userName: string) => ({
  schemas: [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
  ...{ externalId: `entra-${userName}`, userName, active: true },
  ...{ displayName: "Adele Vance", emails: [{ primary: true, type: "work", value: `mail.${userName}` }] },
  meta: { resourceType: "User" },
  ...{ name: { formatted: "Adele Vance", familyName: "Vance", givenName: "Adele" }, roles: [] },
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Retail" },
});

const memberOf = async (email: string) =>
  (await owner.call("GET", "/api/members")).json.items.find((each: { email: string }) => each.email === email);

test("takes only tokens with the scope, and no cookies", async () => {
  expect((await scim("GET", "/Users", undefined, { Authorization: "Bearer nothing" })).json).toMatchObject({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: "401",
  });
  const other = await tokenWith(["member.*"]);
  expect((await scim("GET", "/Users", undefined, { Authorization: `Bearer ${other}` })).status).toBe(403);
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const by_cookie = await fetch(`${server.origin}/api/scim/v2/Users`, { headers: { Cookie: cookie } });
  expect(by_cookie.status).toBe(401);
});

test("describes itself", async () => {
  const config = await scim("GET", "/ServiceProviderConfig");
  expect(config.headers.get("Content-Type")).toContain("application/scim+json");
  expect(config.json).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    etag: { supported: true },
  });
  expect((await scim("GET", "/ResourceTypes")).json.totalResults).toBe(2);
  expect((await scim("GET", "/ResourceTypes/User")).json.endpoint).toBe("/Users");
  expect((await scim("GET", `/Schemas/${USER}`)).json.name).toBe("User");
  expect((await scim("GET", "/Nothing")).status).toBe(404);
});

test("creates, finds, updates, and deactivates a user as Okta does", async () => {
  const email = "test.user@okta.local";
  expect((await filtered("Users", `userName eq "${email}"`)).json).toMatchObject({ totalResults: 0, Resources: [] });
  const created = await scim("POST", "/Users", oktaUser(email));
  expect(created.status).toBe(201);
  const { id } = created.json;
  expect(created.headers.get("Location")).toBe(`${server.origin}/api/scim/v2/Users/${id}`);
  expect(created.json).toMatchObject({
    userName: email,
    active: true,
    externalId: `okta-${email}`,
    displayName: "Test User",
  });
  expect((await scim("POST", "/Users", oktaUser(email))).json).toMatchObject({ status: "409", scimType: "uniqueness" });
  expect((await filtered("Users", `userName eq "TEST.user@okta.local"`)).json.Resources[0].id).toBe(id);
  const put = {
    ...oktaUser(email),
    id,
    displayName: "Grace Hopper",
    name: { givenName: "Grace", familyName: "Hopper" },
  };
  expect((await scim("PUT", `/Users/${id}`, put)).json.name.familyName).toBe("Hopper");
  expect(await memberOf(email)).toMatchObject({ name: "Grace Hopper", role: "viewer", has_password: false });
  const off = await scim("PATCH", `/Users/${id}`, {
    ...PATCH,
    Operations: [{ op: "replace", value: { active: false } }],
  });
  expect([off.status, off.json.active]).toEqual([200, false]);
  expect((await memberOf(email)).deactivated).toBe(true);
  expect((await patch(id, { op: "replace", value: { active: true } })).json.active).toBe(true);
});

test("creates and changes a user as Microsoft Entra ID does", async () => {
  const upn = "adele@contoso.example";
  const { json } = await scim("POST", "/Users", entraUser(upn));
  expect(json).toMatchObject({ userName: upn, emails: [{ value: `mail.${upn}` }] });
  expect((await filtered("Users", `externalId eq "entra-${upn}"`)).json.totalResults).toBe(1);
  const changed = await patch(
    json.id,
    { op: "Replace", path: "displayName", value: "Adele V." },
    { op: "Add", path: 'emails[type eq "work"].value', value: "adele.v@contoso.example" },
    { op: "Replace", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Sales" },
  );
  expect(changed.json).toMatchObject({ displayName: "Adele V.", emails: [{ value: "adele.v@contoso.example" }] });
  expect((await patch(json.id, { op: "Replace", path: "name.familyName", value: "Vance" })).json.displayName).toBe(
    "Adele Vance",
  );
  expect((await patch(json.id, { op: "Replace", path: "active", value: "False" })).json.active).toBe(false);
  expect((await patch(json.id, { op: "Add", value: { active: "True", "name.givenName": "Ada" } })).json).toMatchObject({
    ...{ active: true, displayName: "Ada Vance" },
  });
});

test("ends sessions, tokens, and links of a deactivated member at once", async () => {
  const password = "a long pass phrase";
  const invite = (await owner.call("POST", "/api/invites", { email: "leaver@example.com", role: "owner" })).json;
  const accept = { token: new URL(invite.url).searchParams.get("token"), name: "Leah", password };
  const browser = server.browser();
  await browser.call("POST", "/api/invites/accept", accept);
  const own = (await browser.call("POST", "/api/tokens", { name: "CI", scopes: ["*.read"] })).json.token;
  const byToken = () => fetch(`${server.origin}/api/members`, { headers: { Authorization: `Bearer ${own}` } });
  expect([(await browser.call("GET", "/api/me")).status, (await byToken()).status]).toEqual([200, 200]);
  const { id } = await memberOf("leaver@example.com");
  expect((await scim("DELETE", `/Users/${id}`)).status).toBe(204);
  expect([(await browser.call("GET", "/api/me")).status, (await byToken()).status]).toEqual([401, 401]);
  const again = await server.browser().call("POST", "/api/sign-in", { email: "leaver@example.com", password });
  expect(again.json.code).toBe("member_deactivated");
  expect((await scim("GET", `/Users/${id}`)).json.active).toBe(false);
  const { items } = (await owner.call("GET", `/api/audit?resource_type=member&resource_id=${id}`)).json;
  expect(items.map(({ action }: { action: string }) => action)).toContain("member.deactivate");
  // A deactivated owner doesn't count as one.
  const { id: last } = await memberOf(OWNER.email);
  expect((await scim("DELETE", `/Users/${last}`)).json).toMatchObject({ status: "400", scimType: "mutability" });
  expect((await patch(last, { op: "replace", path: "userName", value: "evil@example.com" })).json.scimType).toBe(
    "mutability",
  );
  expect((await owner.call("GET", "/api/me")).status).toBe(200);
});

test("gives members the highest role of their groups", async () => {
  const { id } = (await scim("POST", "/Users", oktaUser("grouped@example.com"))).json;
  const group = (displayName: string, members: readonly string[] = []) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    ...{ displayName, members: members.map((value) => ({ value })) },
  });
  const admins = (await scim("POST", "/Groups", group("Fanfare Admins"))).json;
  const editors = (await scim("POST", "/Groups", group("Fanfare Editors", [id]))).json;
  const role = async () => (await memberOf("grouped@example.com")).role;
  expect(await role()).toBe("editor");
  // Entra adds with a path. Okta removes by a filter in it.
  const change = (of: { id: string }, ...Operations: readonly object[]) =>
    scim("PATCH", `/Groups/${of.id}`, { ...PATCH, Operations });
  await change(admins, { op: "Add", path: "members", value: [{ $ref: null, value: id }] });
  expect(await role()).toBe("admin");
  expect((await scim("GET", `/Users/${id}`)).json.groups).toHaveLength(2);
  await change(admins, { op: "remove", path: `members[value eq "${id}"]` });
  expect(await role()).toBe("editor");
  await change(editors, { op: "Remove", path: "members", value: [{ value: id }] });
  expect(await role()).toBe("viewer");
  await change(editors, { op: "replace", value: { id: editors.id, displayName: "Editors" } });
  const found = await filtered("Groups", 'displayName eq "Editors"');
  expect(found.json.Resources[0]).toMatchObject({ id: editors.id, members: [] });
  expect((await scim("GET", `/Groups/${editors.id}?excludedAttributes=members`)).json.members).toBeUndefined();
  expect((await scim("POST", "/Groups", group("Everyone"))).json.detail).toContain("admin, editor, or viewer");
  expect((await scim("POST", "/Groups", group("Editors"))).json.scimType).toBe("uniqueness");
  expect((await scim("POST", "/Groups", group("Viewers", ["mem_x"]))).json.scimType).toBe("invalidValue");
  // Groups don't touch owners.
  const { id: boss } = await memberOf(OWNER.email);
  await change(editors, { op: "add", path: "members", value: [{ value: boss }] });
  expect((await memberOf(OWNER.email)).role).toBe("owner");
  expect((await scim("DELETE", `/Groups/${editors.id}`)).status).toBe(204);
});

test("revokes links by and for a member whose group changes the role", async () => {
  const tokenIn = (url: string) => new URL(url).searchParams.get("token");
  const join = async (email: string, role: string) => {
    const { json } = await owner.call("POST", "/api/invites", { email, role });
    const page = server.browser();
    const accept = { token: tokenIn(json.url), name: email, password: "a long pass phrase" };
    return { page, id: (await page.call("POST", "/api/invites/accept", accept)).json.member.id };
  };
  const [admin, target] = [await join("grouped-admin@x.test", "admin"), await join("grouped-target@x.test", "viewer")];
  const open = async (member_id: string) => {
    const invite = await admin.page.call("POST", "/api/invites", { email: "grouped-again@x.test", role: "admin" });
    const reset = await admin.page.call("POST", `/api/members/${member_id}/reset-link`);
    const read = async (path: string, url: string) =>
      (await server.browser().call("POST", path, { token: tokenIn(url) })).status;
    return async () => [
      await read("/api/invites/look", invite.json.url),
      await read("/api/password-reset/look", reset.json.url),
    ];
  };
  const group = (displayName: string, member_id: string) =>
    scim("POST", "/Groups", { displayName, members: [{ value: member_id }] });
  const before_promotion = await open(target.id);
  expect((await group("Linked Admins", target.id)).status).toBe(201);
  expect(await before_promotion()).toEqual([200, 401]);
  const before_demotion = await open(target.id);
  expect((await group("Linked Editors", admin.id)).status).toBe(201);
  expect(await before_demotion()).toEqual([401, 401]);
});

test("pages lists from 1, and refuses filters it doesn't know", async () => {
  const all = (await scim("GET", "/Users?startIndex=1&count=200")).json;
  const second = (await scim("GET", "/Users?startIndex=2&count=1")).json;
  expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
  expect(second.Resources[0].id).toBe(all.Resources[1].id);
  expect((await scim("GET", "/Users?count=0")).json.Resources).toEqual([]);
  expect((await filtered("Users", 'title pr and userName sw "a"')).json.scimType).toBe("invalidFilter");
  expect((await scim("PATCH", `/Users/${all.Resources[0].id}`, {})).json.scimType).toBe("invalidSyntax");
  expect((await scim("GET", "/Users/mem_x")).status).toBe(404);
});

test("refuses a change of a version that the client hasn't seen", async () => {
  const { json, headers } = await scim("POST", "/Users", oktaUser("tagged@example.com"));
  const etag = headers.get("ETag") ?? "";
  expect(etag).toBe(json.meta.version);
  expect((await scim("GET", `/Users/${json.id}`, undefined, { "If-None-Match": etag })).status).toBe(304);
  const rename = { ...PATCH, Operations: [{ op: "replace", path: "displayName", value: "Two" }] };
  expect((await scim("PATCH", `/Users/${json.id}`, rename, { "If-Match": etag })).status).toBe(200);
  expect((await scim("PATCH", `/Users/${json.id}`, rename, { "If-Match": etag })).status).toBe(412);
});
