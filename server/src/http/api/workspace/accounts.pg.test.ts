import { expect, test } from "bun:test";
import { APP, OWNER, startTemporaryServer } from "../../../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../../../test/support/temporary-store.ts";
import { totpCodeAt } from "../../../accounts/sign-in/totp.ts";
import { silentLog } from "../../../lib/log.ts";
import { createControlClient } from "../../../operations/control-client.ts";

const PASSWORD = "a long pass phrase";

test("runs invitations, roles, tokens, sessions, audit, and apps on PostgreSQL", async () => {
  await using postgres = await temporaryPostgresStore();
  await using server = await startTemporaryServer({ environment: { FANFARE_DATABASE_URL: postgres.url } });
  const owner = await server.ownerBrowser();
  const client = createControlClient(server.config, silentLog);

  const invited = (await owner.call("POST", "/api/invites", { email: "bea@x.test", role: "admin" })).json;
  const token = new URL(invited.url).searchParams.get("token");
  const bea = server.browser();
  const input = { token, name: "Bea", password: PASSWORD };
  const joined = await Promise.all(
    [bea, server.browser()].map((page) => page.call("POST", "/api/invites/accept", input)),
  );
  expect(joined.filter(({ status }) => status === 201)).toHaveLength(1);
  const members = (await owner.call("GET", "/api/members")).json.items;
  // A cursor of no member: a page without rows.
  expect((await owner.call("GET", "/api/members?after=no-member")).json).toEqual({ items: [], next: null });
  expect(members.map(({ role }: { role: string }) => role)).toEqual(["owner", "admin"]);
  expect(members[0].last_seen_at).toMatch(/^\d{4}-/);
  expect((await owner.call("PATCH", `/api/members/${members[0].id}`, { role: "admin" })).json.code).toBe("owner_last");
  expect((await owner.call("DELETE", `/api/members/${members[0].id}`)).json.code).toBe("owner_last");
  const resetLink = () => owner.call("POST", `/api/members/${members[1].id}/reset-link`, {});
  const role = (await owner.call("POST", "/api/roles", { name: "Reader", permissions: ["content.read"] })).json;
  for (const [method, path, body] of [
    ["PUT", `/api/members/${members[1].id}/app-role?app_id=${APP.id}`, { role_id: role.id }],
    ["PATCH", `/api/roles/${role.id}`, { permissions: ["person.read"] }],
    ["DELETE", `/api/roles/${role.id}?replacement=workspace_role`, undefined],
  ] as const) {
    const reset = new URL((await resetLink()).json.url).searchParams.get("token");
    expect([method, (await owner.call(method, path, body)).status]).toEqual([method, method === "PATCH" ? 200 : 204]);
    const look = await server.browser().call("POST", "/api/password-reset/look", { token: reset });
    expect(look.json.code).toBe("link_invalid");
  }
  expect((await resetLink()).status).toBe(201);

  const made = (await owner.call("POST", "/api/tokens", { name: "x", scopes: ["app.*"], expires_in_days: 1 })).json;
  const script = { Authorization: `Bearer ${made.token}`, "Idempotency-Key": "one" };
  const create = () => server.browser().call("POST", "/api/apps", { name: "Staging" }, script);
  const first = await create();
  expect([first.status, (await create()).text]).toEqual([201, first.text]);
  expect((await server.browser().call("DELETE", `/api/apps/${first.json.id}`, undefined, script)).status).toBe(204);
  await server.fanfare.operator.app_remover.idle();
  expect((await owner.call("DELETE", `/api/apps/${APP.id}`)).json.code).toBe("app_last");
  const rotated = await client("key.rotate", { app: APP.id });
  await expect(client("key.rotate", { app: APP.id })).rejects.toMatchObject({ code: "secrets_full" });
  const [old] = (await client("key.list", { app: APP.id })).items.filter(({ id }) => id !== rotated.id);
  await client("key.revoke", { app: APP.id, id: old?.id ?? "" });

  const { secret } = (await owner.call("POST", "/api/me/two-factor", { password: OWNER.password })).json;
  const bits = [...secret].map((each) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(each).toString(2).padStart(5, "0"));
  const key = Uint8Array.from(bits.join("").match(/.{8}/g) ?? [], (octet) => Number.parseInt(octet, 2));
  const code = totpCodeAt(key, Math.floor(Date.now() / 30_000));
  const confirmed = await owner.call("POST", "/api/me/two-factor/confirm", { code });
  expect(confirmed.json.recovery_codes).toHaveLength(10);
  const signIn = (more: object) => server.browser().call("POST", "/api/sign-in", { ...OWNER, ...more });
  expect((await signIn({})).json.code).toBe("second_factor_required");
  expect((await signIn({ code })).json.code).toBe("second_factor_failed");
  expect((await signIn({ code: confirmed.json.recovery_codes[0] })).status).toBe(200);
  expect((await owner.call("DELETE", "/api/me/sign-ins")).status).toBe(204);

  const entries = (await owner.call("GET", "/api/audit?limit=3&action=app.delete")).json.items;
  expect(entries).toMatchObject([{ resource_id: first.json.id }]);
  expect(await client("audit.verify", {})).toMatchObject({ intact: true });
  const { store } = server.fanfare;
  const tampered = store.db.updateTable("audit_entries").set({ detail: "{}" }).where("action", "=", "app.delete");
  await store.write([{ query: tampered.compile(), expect: 1 }]);
  expect(await client("audit.verify", {})).toMatchObject({ intact: false });
});
