import { expect, test } from "bun:test";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import type { TestBrowser } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

async function memberWith(role: string): Promise<{ readonly id: string; readonly browser: TestBrowser }> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const { json: invite } = await owner.call("POST", "/api/invites", { email, role });
  const token = new URL(invite.url).searchParams.get("token");
  const browser = server.browser();
  const accepted = await browser.call("POST", "/api/invites/accept", {
    token,
    name: role,
    password: "correct horse 9",
  });
  return { id: accepted.json.member.id, browser };
}

async function roleWith(name: string, permissions: readonly string[]): Promise<string> {
  const { status, json } = await owner.call("POST", "/api/roles", { name, permissions });
  expect(status).toBe(201);
  return json.id;
}

const give = (by: TestBrowser, member_id: string, role_id: string | null) =>
  by.call("PUT", `/api/members/${member_id}/app-role?app_id=1001`, { role_id });

test("creates, renames, and lists a role, and refuses permissions that it can't contain", async () => {
  const id = await roleWith("Copywriter", ["content.write", "content.read"]);
  const { items } = (await owner.call("GET", "/api/roles")).json;
  const made = items.find((role: { id: string }) => role.id === id);
  expect(made.permissions).toEqual(["app.read", "content.read", "content.write"]);
  expect(
    (await owner.call("POST", "/api/roles", { name: "Copywriter", permissions: ["content.read"] })).json.code,
  ).toBe("name_taken");
  for (const permission of ["backup.read", "app.delete", "content.wriet", "self.read"]) {
    const refused = await owner.call("POST", "/api/roles", { name: "Other", permissions: [permission] });
    expect([refused.status, refused.json.code]).toEqual([400, "body_invalid"]);
  }
  const stale = await owner.call("PATCH", `/api/roles/${id}`, { name: "Writer" }, { "If-Match": '"old"' });
  expect(stale.json.code).toBe("revision_stale");
  const renamed = await owner.call("PATCH", `/api/roles/${id}`, { name: "Writer" }, { "If-Match": `"${made.etag}"` });
  expect([renamed.status, renamed.json.name]).toEqual([200, "Writer"]);
  const { items: audit } = (await owner.call("GET", "/api/audit?limit=1")).json;
  expect([audit[0].action, audit[0].detail.name]).toEqual(["role.update", "Writer"]);
});

test("applies a role and each change of it immediately, to sessions and API tokens", async () => {
  const { id, browser } = await memberWith("admin");
  const { json: token } = await browser.call("POST", "/api/tokens", { name: "CI", scopes: ["*"] });
  const by_token = () =>
    server.browser().call("GET", "/api/people?app_id=1001", undefined, { Authorization: `Bearer ${token.token}` });
  expect((await by_token()).status).toBe(200);
  const role_id = await roleWith("Reader", ["content.read"]);
  expect((await give(owner, id, role_id)).status).toBe(204);
  expect((await by_token()).json.code).toBe("role_insufficient");
  const me = (await browser.call("GET", "/api/me")).json.member;
  expect(me.app_roles[0].permissions).not.toContain("person.read");
  await owner.call("PATCH", `/api/roles/${role_id}`, { permissions: ["content.read", "person.read"] });
  expect((await by_token()).status).toBe(200);
});

test("refuses to grant more than the member holds in the app", async () => {
  const { id: admin_id, browser: admin } = await memberWith("admin");
  const { id: other } = await memberWith("viewer");
  const limited = await roleWith("Limited", ["content.read"]);
  const publisher = await roleWith("Publisher", ["content.read", "content.publish"]);
  expect((await give(admin, other, publisher)).status).toBe(204);
  expect((await give(owner, admin_id, limited)).status).toBe(204);
  const refusals = [
    await give(admin, other, publisher),
    // The workspace role allows more than the custom one.
    await give(admin, admin_id, null),
    await admin.call("PATCH", `/api/members/${other}`, { role: "editor" }),
    await admin.call("POST", "/api/invites", { email: "more@example.com", role: "admin" }),
    await admin.call("POST", "/api/roles", { name: "Mine", permissions: ["content.read"] }),
  ];
  expect(refusals.map(({ json }) => json.code)).toEqual(refusals.map(() => "role_insufficient"));
  expect((await give(admin, other, limited)).status).toBe(204);
  const { json: token } = await owner.call("POST", "/api/tokens", { name: "SCIM", scopes: ["member.write"] });
  const by_token = await server
    .browser()
    .call(
      "PUT",
      `/api/members/${other}/app-role?app_id=1001`,
      { role_id: publisher },
      { Authorization: `Bearer ${token.token}` },
    );
  expect(by_token.json.code).toBe("scope_insufficient");
});

test("refuses a password reset link for a member who may do more in an app", async () => {
  const { id: admin_id, browser: admin } = await memberWith("admin");
  const { id: other } = await memberWith("viewer");
  const { items } = (await owner.call("GET", "/api/policy")).json;
  const viewing = items
    .filter((item: { per_app: boolean; roles: readonly string[] }) => item.per_app && item.roles.includes("viewer"))
    .map(({ action }: { action: string }) => action);
  await give(owner, admin_id, await roleWith("Viewing", viewing));
  expect((await admin.call("POST", `/api/members/${other}/reset-link`)).status).toBe(201);
  await give(owner, other, await roleWith("Publishing", [...viewing, "content.publish"]));
  expect((await admin.call("POST", `/api/members/${other}/reset-link`)).json.code).toBe("role_insufficient");
});

test("revokes links by and for a member whose role in an app changes", async () => {
  const { id: admin_id, browser: admin } = await memberWith("admin");
  const { id: other } = await memberWith("viewer");
  const linkToken = (url: string) => new URL(url).searchParams.get("token");
  const { items } = (await owner.call("GET", "/api/policy")).json;
  const all = items
    .filter((item: { per_app: boolean }) => item.per_app)
    .map(({ action }: { action: string }) => action);
  const [whole, next, guest] = await Promise.all([
    roleWith("Whole", all),
    roleWith("Whole too", all),
    roleWith("Guest", ["content.read"]),
  ]);
  /** Which links outlive the change: an invitation by the admin, and their reset link for the other member. */
  const afterwards = async (change: () => Promise<{ readonly status: number }>) => {
    const invite = await admin.call("POST", "/api/invites", { email: "outlives@example.com", role: "admin" });
    const reset = await admin.call("POST", `/api/members/${other}/reset-link`);
    expect([invite.status, reset.status]).toEqual([201, 201]);
    expect([200, 204]).toContain((await change()).status);
    const look = async (path: string, url: string) =>
      (await server.browser().call("POST", path, { token: linkToken(url) })).status === 200;
    return {
      invite: await look("/api/invites/look", invite.json.url),
      reset: await look("/api/password-reset/look", reset.json.url),
    };
  };
  const none = { invite: false, reset: false };
  expect(await afterwards(() => give(owner, other, guest))).toEqual({ invite: true, reset: false });
  const edit = (id: string, body: object) => owner.call("PATCH", `/api/roles/${id}`, body);
  const wider = { permissions: ["content.read", "content.publish"] };
  expect(await afterwards(() => edit(guest, wider))).toEqual({ invite: true, reset: false });
  expect(await afterwards(() => edit(guest, { name: "Visitor" }))).toEqual({ invite: true, reset: true });
  expect(await afterwards(() => give(owner, admin_id, whole))).toEqual(none);
  const replaced = () => owner.call("DELETE", `/api/roles/${whole}?replacement=${next}`);
  expect(await afterwards(replaced)).toEqual(none);
  expect(await afterwards(() => edit(next, { permissions: all.slice(0, -1) }))).toEqual(none);
  await edit(next, { permissions: all });
  expect(await afterwards(() => give(owner, admin_id, null))).toEqual(none);
});

test("asks for a replacement before a role in use is deleted", async () => {
  const { id } = await memberWith("viewer");
  const [old, next] = [await roleWith("Old", ["content.read"]), await roleWith("Next", ["content.read"])];
  await give(owner, id, old);
  expect((await owner.call("DELETE", `/api/roles/${old}`)).json.code).toBe("role_in_use");
  expect((await owner.call("DELETE", `/api/roles/${old}?replacement=${old}`)).json.code).toBe("role_in_use");
  expect((await owner.call("DELETE", `/api/roles/${old}?replacement=rol_none`)).json.code).toBe("role_not_found");
  expect((await owner.call("DELETE", `/api/roles/${old}?replacement=${next}`)).status).toBe(204);
  const roleOf = async () =>
    (await owner.call("GET", "/api/members?limit=100")).json.items.find((member: { id: string }) => member.id === id)
      .app_roles;
  expect(await roleOf()).toEqual([{ app_id: "1001", role_id: next }]);
  expect((await owner.call("DELETE", `/api/roles/${next}?replacement=workspace_role`)).status).toBe(204);
  expect(await roleOf()).toEqual([]);
});

test("gives owners no custom role, and a new owner none", async () => {
  const { id } = await memberWith("editor");
  const role_id = await roleWith("Narrow", ["content.read"]);
  const { id: owner_id } = (await owner.call("GET", "/api/me")).json.member;
  expect((await give(owner, owner_id, role_id)).json.code).toBe("owner_unrestricted");
  await give(owner, id, role_id);
  expect((await owner.call("PATCH", `/api/members/${id}`, { role: "owner" })).status).toBe(204);
  expect((await owner.call("DELETE", `/api/roles/${role_id}`)).status).toBe(204);
});
