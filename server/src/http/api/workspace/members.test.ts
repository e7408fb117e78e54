import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { DAY_MS, HOUR_MS } from "@fanfare/contract/limits";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { OWNER, type TestBrowser } from "../../../../test/support/temporary-server.ts";

const clock = manualClock(Date.UTC(2026, 10, 21));
const PASSWORD = "a long pass phrase";
const { server, ...shared } = await sharedServer({ clock });
let { owner } = shared;

const tokenOf = (url: string): string => new URL(url).searchParams.get("token") ?? "";

async function join(email: string, role: Role): Promise<{ readonly id: string; readonly page: TestBrowser }> {
  const { json: invite } = await owner.call("POST", "/api/invites", { email, role });
  const page = server.browser();
  const input = { token: tokenOf(invite.url), name: email, password: PASSWORD };
  const { json } = await page.call("POST", "/api/invites/accept", input);
  return { id: json.member.id, page };
}

async function signIn(email: string, password = PASSWORD, code?: string) {
  const page = server.browser();
  const answer = await page.call("POST", "/api/sign-in", { email, password, ...(code === undefined ? {} : { code }) });
  return { page, ...answer };
}

test("creates an invitation link that works once and signs its person in", async () => {
  const { status, json: invite } = await owner.call("POST", "/api/invites", { email: "Bea@x.test", role: "editor" });
  expect([status, invite.email, invite.expires_at]).toEqual([201, "bea@x.test", "2026-11-28T00:00:00.000Z"]);
  const token = tokenOf(invite.url);
  const page = server.browser();
  expect((await page.call("POST", "/api/invites/look", { token })).json).toEqual({
    email: "bea@x.test",
    role: "editor",
    workspace: "Fanfare",
  });
  expect((await owner.call("GET", "/api/invites")).json.items).toMatchObject([{ id: invite.id, role: "editor" }]);
  const accepted = await page.call("POST", "/api/invites/accept", { token, name: "Bea", password: PASSWORD });
  expect([accepted.status, accepted.json.member.role]).toEqual([201, "editor"]);
  expect((await page.call("GET", "/api/me")).json.member.email).toBe("bea@x.test");
  const again = await server.browser().call("POST", "/api/invites/accept", { token, name: "Eve", password: PASSWORD });
  expect(again.json.code).toBe("link_invalid");
  expect((await owner.call("GET", "/api/invites")).json.items).toEqual([]);
  expect((await owner.call("POST", "/api/invites", { email: "bea@x.test", role: "viewer" })).json.code).toBe(
    "email_taken",
  );
});

test("accepts one of several simultaneous uses of a link", async () => {
  const { json } = await owner.call("POST", "/api/invites", { email: "race@x.test", role: "viewer" });
  const input = { token: tokenOf(json.url), name: "R", password: PASSWORD };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.browser().call("POST", "/api/invites/accept", input)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test("rejects a revoked, replaced, or expired invitation", async () => {
  const invite = async () => (await owner.call("POST", "/api/invites", { email: "cy@x.test", role: "viewer" })).json;
  const look = async (url: string) =>
    (await server.browser().call("POST", "/api/invites/look", { token: tokenOf(url) })).json.code;
  const first = await invite();
  const second = await invite();
  expect([await look(first.url), await look(second.url)]).toEqual(["link_invalid", undefined]);
  expect((await owner.call("DELETE", `/api/invites/${second.id}`)).status).toBe(204);
  expect((await owner.call("DELETE", `/api/invites/${second.id}`)).json.code).toBe("invite_not_found");
  expect(await look(second.url)).toBe("link_invalid");
  const third = await invite();
  clock.advance(7 * DAY_MS);
  expect(await look(third.url)).toBe("link_invalid");
  owner = await server.ownerBrowser();
});

test("lets only owners replace an owner's invitation", async () => {
  const admin = await join("replacing@x.test", "admin");
  const invite = (by: TestBrowser, role: Role) => by.call("POST", "/api/invites", { email: "boss@x.test", role });
  const { json: first } = await invite(owner, "owner");
  expect((await invite(admin.page, "viewer")).json.code).toBe("role_insufficient");
  const look = (url: string) => server.browser().call("POST", "/api/invites/look", { token: tokenOf(url) });
  expect((await look(first.url)).json.role).toBe("owner");
  expect((await invite(owner, "viewer")).status).toBe(201);
  expect((await look(first.url)).json.code).toBe("link_invalid");
  expect((await invite(admin.page, "editor")).status).toBe(201);
});

test("applies roles immediately and lets only owners manage owners", async () => {
  const admin = await join("admin@x.test", "admin");
  const editor = await join("editor@x.test", "editor");
  expect((await admin.page.call("POST", "/api/invites", { email: "o@x.test", role: "owner" })).json.code).toBe(
    "role_insufficient",
  );
  const me = (await owner.call("GET", "/api/me")).json.member;
  for (const [method, body] of [["PATCH", { role: "viewer" }] as const, ["DELETE", undefined] as const]) {
    expect((await admin.page.call(method, `/api/members/${me.id}`, body)).json.code).toBe("role_insufficient");
  }
  expect((await admin.page.call("PATCH", `/api/members/${editor.id}`, { role: "viewer" })).status).toBe(204);
  expect((await editor.page.call("POST", "/api/contents", {})).json.code).toBe("role_insufficient");
  const members = (await owner.call("GET", "/api/members")).json.items;
  expect(members.find((member: { id: string }) => member.id === editor.id).role).toBe("viewer");
});

test("keeps the last owner, even when two owners leave at the same time", async () => {
  const me = (await owner.call("GET", "/api/me")).json.member;
  expect((await owner.call("DELETE", `/api/members/${me.id}`)).json.code).toBe("owner_last");
  expect((await owner.call("PATCH", `/api/members/${me.id}`, { role: "admin" })).json.code).toBe("owner_last");
  const second = await join("second-owner@x.test", "owner");
  const answers = await Promise.all([
    owner.call("PATCH", `/api/members/${me.id}`, { role: "admin" }),
    second.page.call("PATCH", `/api/members/${second.id}`, { role: "admin" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const owners = server.fanfare.store.db.selectFrom("members").select("id").where("role", "=", "owner");
  expect(await owners.execute()).toHaveLength(1);
  await server.fanfare.store.write([
    { query: server.fanfare.store.db.updateTable("members").set({ role: "owner" }).where("id", "=", me.id).compile() },
  ]);
});

test("ends the sessions and tokens of a removed member immediately", async () => {
  const admin = await join("leaving@x.test", "admin");
  const { token } = (await admin.page.call("POST", "/api/tokens", { name: "x", scopes: ["*"] })).json;
  expect((await owner.call("DELETE", `/api/members/${admin.id}`)).status).toBe(204);
  expect((await admin.page.call("GET", "/api/me")).json.code).toBe("sign_in_required");
  const script = { Authorization: `Bearer ${token}` };
  expect((await server.browser().call("GET", "/api/apps", undefined, script)).json.code).toBe("token_invalid");
  expect((await owner.call("DELETE", `/api/members/${admin.id}`)).json.code).toBe("member_not_found");
});

test.each(["removed", "demoted"])("revokes the links of a member who is %s", async (fate) => {
  const friend = await join(`friend-${fate}@x.test`, "editor");
  const admin = await join(`backdoor-${fate}@x.test`, "admin");
  const invite = await admin.page.call("POST", "/api/invites", { email: `again-${fate}@x.test`, role: "admin" });
  const reset = await admin.page.call("POST", `/api/members/${friend.id}/reset-link`);
  const kept = await owner.call("POST", "/api/invites", { email: `kept-${fate}@x.test`, role: "viewer" });
  const path = `/api/members/${admin.id}`;
  const done = await (fate === "removed" ? owner.call("DELETE", path) : owner.call("PATCH", path, { role: "editor" }));
  expect(done.status).toBe(204);
  const look = (url: string) => server.browser().call("POST", "/api/invites/look", { token: tokenOf(url) });
  expect((await look(invite.json.url)).json.code).toBe("link_invalid");
  expect((await look(kept.json.url)).status).toBe(200);
  const choice = { token: tokenOf(reset.json.url), password: PASSWORD };
  expect((await server.browser().call("POST", "/api/password-reset", choice)).json.code).toBe("link_invalid");
});

test.each(["owner", "admin", "viewer"])("revokes a reset link for an editor who becomes %s", async (role) => {
  const admin = await join(`maker-${role}@x.test`, "admin");
  const editor = await join(`target-${role}@x.test`, "editor");
  const reset = await admin.page.call("POST", `/api/members/${editor.id}/reset-link`);
  expect((await owner.call("PATCH", `/api/members/${editor.id}`, { role })).status).toBe(204);
  const choice = { token: tokenOf(reset.json.url), password: "another pass phrase" };
  expect((await server.browser().call("POST", "/api/password-reset", choice)).json.code).toBe("link_invalid");
  expect((await owner.call("DELETE", `/api/members/${editor.id}`)).status).toBe(204);
});

test("ends one session immediately and keeps the member's other sessions", async () => {
  const { id, page } = await join("two-places@x.test", "editor");
  const phone = await signIn("two-places@x.test");
  const listed = (await page.call("GET", "/api/me/sign-ins")).json.items;
  expect(listed).toHaveLength(2);
  const other = listed.find((each: { current: boolean }) => !each.current);
  expect((await page.call("DELETE", `/api/me/sign-ins/${other.id}`)).status).toBe(204);
  expect((await phone.page.call("GET", "/api/me")).json.code).toBe("sign_in_required");
  expect((await page.call("GET", "/api/me")).status).toBe(200);

  const tablet = await signIn("two-places@x.test");
  expect((await page.call("DELETE", "/api/me/sign-ins")).status).toBe(204);
  expect((await tablet.page.call("GET", "/api/me")).status).toBe(401);
  const [last] = (await owner.call("GET", `/api/members/${id}/sign-ins`)).json.items;
  expect((await owner.call("DELETE", `/api/members/${id}/sign-ins/${last.id}`)).status).toBe(204);
  expect((await page.call("GET", "/api/me")).status).toBe(401);
});

test("rejects ending the session of another member", async () => {
  const { page } = await join("nosy@x.test", "editor");
  const [mine] = (await owner.call("GET", "/api/me/sign-ins")).json.items;
  expect((await page.call("DELETE", `/api/me/sign-ins/${mine.id}`)).json.code).toBe("sign_in_not_found");
});

test("requires the old password for a new one and ends the other sessions", async () => {
  const { page } = await join("careful@x.test", "editor");
  const elsewhere = await signIn("careful@x.test");
  const change = { current_password: "not this one", password: "another pass phrase" };
  expect((await page.call("PUT", "/api/me/password", change)).json.code).toBe("password_wrong");
  expect(
    (await page.call("PUT", "/api/me/password", { ...change, current_password: PASSWORD, password: "password1234" }))
      .json,
  ).toMatchObject({ code: "body_invalid", fields: [{ pointer: "/password" }] });
  expect((await page.call("PUT", "/api/me/password", { ...change, current_password: PASSWORD })).status).toBe(204);
  expect((await page.call("GET", "/api/me")).status).toBe(200);
  expect((await elsewhere.page.call("GET", "/api/me")).status).toBe(401);
  expect((await signIn("careful@x.test")).status).toBe(401);
  expect((await signIn("careful@x.test", "another pass phrase")).status).toBe(200);
});

test("limits password guesses from an open page", async () => {
  const { page } = await join("open-page@x.test", "editor");
  const guess = { current_password: "a guess", password: "another pass phrase" };
  for (let index = 0; index < 10; index++) {
    expect((await page.call("PUT", "/api/me/password", guess)).json.code).toBe("password_wrong");
  }
  expect((await page.call("PUT", "/api/me/password", guess)).json.code).toBe("rate_limited");
  clock.advance(HOUR_MS / 6);
});

test("sets a new password once by a reset link and ends every session", async () => {
  const { id, page } = await join("forgetful@x.test", "editor");
  const { json } = await owner.call("POST", `/api/members/${id}/reset-link`, {});
  const input = { token: tokenOf(json.url), password: "a newer pass phrase" };
  const look = async (url: string) =>
    (await server.browser().call("POST", "/api/password-reset/look", { token: tokenOf(url) })).json;
  expect(await look(json.url)).toEqual({ email: "forgetful@x.test" });
  expect((await server.browser().call("POST", "/api/password-reset", input)).status).toBe(204);
  expect((await server.browser().call("POST", "/api/password-reset", input)).json.code).toBe("link_invalid");
  expect(await look(json.url)).toMatchObject({ code: "link_invalid" });
  expect((await page.call("GET", "/api/me")).status).toBe(401);
  expect((await signIn("forgetful@x.test", "a newer pass phrase")).status).toBe(200);
  const late = (await owner.call("POST", `/api/members/${id}/reset-link`, {})).json;
  clock.advance(DAY_MS);
  const over = { token: tokenOf(late.url), password: "a newest pass phrase" };
  expect(await look(late.url)).toMatchObject({ code: "link_invalid" });
  expect((await server.browser().call("POST", "/api/password-reset", over)).json.code).toBe("link_invalid");
  owner = await server.ownerBrowser();
});

test("lets members change their own name", async () => {
  expect((await owner.call("PATCH", "/api/me", { name: "Ada Lovelace" })).status).toBe(204);
  expect((await owner.call("GET", "/api/me")).json.member).toMatchObject({ name: "Ada Lovelace", email: OWNER.email });
});

test("returns members in pages", async () => {
  const first = (await owner.call("GET", "/api/members?limit=2")).json;
  const second = (await owner.call("GET", `/api/members?limit=2&after=${first.next}`)).json;
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect([new Set(ids).size, ids]).toEqual([4, ids.toSorted()]);
});

test("rejects a role change based on an outdated role", async () => {
  const { id } = await join("tag@x.test", "viewer");
  const seen = async (): Promise<string> =>
    (await owner.call("GET", "/api/members?limit=200")).json.items.find((each: { id: string }) => each.id === id).etag;
  const before = { "If-Match": `"${await seen()}"` };
  expect((await owner.call("PATCH", `/api/members/${id}`, { role: "editor" }, before)).status).toBe(204);
  const late = await owner.call("PATCH", `/api/members/${id}`, { role: "admin" }, before);
  expect([late.status, late.json.code, late.json.current]).toEqual([412, "revision_stale", { etag: await seen() }]);
});
