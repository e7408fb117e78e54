import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";
import { silentLog } from "../../../lib/log.ts";
import { createControlClient } from "../../../operations/control-client.ts";

const clock = manualClock(Date.UTC(2026, 10, 21));
const { server, ...shared } = await sharedServer({ clock });
let { owner } = shared;

const make = async (scopes: readonly string[], more: Record<string, unknown> = {}) =>
  (await owner.call("POST", "/api/tokens", { name: "Deploy", scopes, ...more })).json;

/** A script: no cookie, no origin. */
async function script(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const is_json = /[/+]json/.test(response.headers.get("Content-Type") ?? "");
  return { status: response.status, json: is_json ? JSON.parse(text) : undefined };
}

test("shows a token once, stores a hash, and reports the last use", async () => {
  const { id, token } = await make(["content.read"]);
  expect(token).toMatch(/^fft_[A-Za-z0-9_-]{43}$/);
  expect((await script(token, "GET", `/api/contents?app_id=${APP.id}`)).status).toBe(200);
  const list = await owner.call("GET", "/api/tokens");
  expect(list.text).not.toContain(token);
  const shown = list.json.items.find((item: { id: string }) => item.id === id);
  expect(shown).toMatchObject({ name: "Deploy", scopes: ["content.read"], last_used_at: "2026-11-21T00:00:00.000Z" });
  const rows = await server.fanfare.store.db.selectFrom("api_tokens").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token.slice(4));
});

test("needs no origin with a token and ignores any cookie", async () => {
  const { token } = await make(["token.read"]);
  const cookie = [...owner.cookies].map((pair) => pair.join("=")).join("; ");
  const answer = await fetch(`${server.origin}/api/contents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, Cookie: cookie, "Content-Type": "application/json" },
    body: "{}",
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, "scope_insufficient"]);
});

test("rejects a revoked, expired, or unknown token", async () => {
  const revoked = await make(["*"]);
  const short = await make(["*"], { expires_in_days: 1 });
  expect((await owner.call("DELETE", `/api/tokens/${revoked.id}`)).status).toBe(204);
  expect((await owner.call("DELETE", `/api/tokens/${revoked.id}`)).json.code).toBe("token_not_found");
  expect((await script(short.token, "GET", "/api/apps")).status).toBe(200);
  clock.advance(DAY_MS);
  for (const token of [revoked.token, short.token, `fft_${"a".repeat(43)}`, "nonsense"]) {
    expect((await script(token, "GET", "/api/apps")).json.code).toBe("token_invalid");
  }
  owner = await server.ownerBrowser();
});

test("rejects an unknown scope and suggests the closest one", async () => {
  const answer = await owner.call("POST", "/api/tokens", { name: "x", scopes: ["content.raed"] });
  expect(answer.json).toMatchObject({ code: "body_invalid", fields: [{ pointer: "/scopes/0" }] });
  expect(answer.json.detail).toContain("Did you mean content.read?");
});

test("rejects creating a token with more scopes than its creator", async () => {
  const { token } = await make(["token.*", "content.read"]);
  const input = { name: "x", scopes: ["content.*"] };
  expect((await script(token, "POST", "/api/tokens", input)).json.code).toBe("scope_insufficient");
  expect((await script(token, "POST", "/api/tokens", { ...input, scopes: ["content.read"] })).status).toBe(201);
});

test("rejects creating a member with more permissions than the token", async () => {
  const { token } = await make(["member.*", "comment.*", "*.read"]);
  const narrow = await make(["member.write"]);
  const { json: invited } = await owner.call("POST", "/api/invites", { email: "eve@x.test", role: "viewer" });
  const input = { token: new URL(invited.url).searchParams.get("token"), name: "Eve", password: "a long pass phrase" };
  const eve = (await server.browser().call("POST", "/api/invites/accept", input)).json.member;
  const me = (await owner.call("GET", "/api/me")).json.member;
  const invite = (by: string, role: string) =>
    script(by, "POST", "/api/invites", { email: `${role}@x.test`, role }).then(({ json }) => json.code);
  expect(await invite(token, "owner")).toBe("scope_insufficient");
  expect(await invite(token, "editor")).toBe("scope_insufficient");
  expect(await invite(narrow.token, "viewer")).toBe("scope_insufficient");
  expect(await invite(token, "viewer")).toBeUndefined();
  const raise = (role: string) => script(token, "PATCH", `/api/members/${eve.id}`, { role });
  expect((await raise("admin")).json.code).toBe("scope_insufficient");
  expect((await raise("viewer")).status).toBe(204);
  const reset = (by: string, id: string) => script(by, "POST", `/api/members/${id}/reset-link`);
  expect((await reset(token, me.id)).json.code).toBe("scope_insufficient");
  expect((await reset(token, eve.id)).status).toBe(201);
  expect((await reset(narrow.token, eve.id)).json.code).toBe("scope_insufficient");
  const everything = await make(["*"]);
  expect((await reset(everything.token, me.id)).status).toBe(201);
  await owner.call("DELETE", `/api/members/${eve.id}`);
});

test("requires exactly the declared scope for each route", async () => {
  const everything = await make(["*"]);
  const made = new Map<string, string>();
  const tokenWith = async (scope: string): Promise<string> => {
    const token = made.get(scope) ?? (await make([scope])).token;
    made.set(scope, token);
    return token;
  };
  for (const [route, { access }] of Object.entries(API_ROUTES)) {
    if (access === "anyone") continue;
    const [method = "", pattern = ""] = route.split(" ");
    const path = `${pattern.replaceAll(/:\w+/g, "cnt_0")}?app_id=${APP.id}`;
    const body = method === "GET" ? undefined : {};
    const codeFor = async (token: string) => (await script(token, method, path, body)).json?.code;
    if (access.startsWith("self.")) {
      expect([route, await codeFor(everything.token)]).toEqual([route, "scope_insufficient"]);
      continue;
    }
    const fitting = await tokenWith(access);
    const other = await tokenWith(access.startsWith("content.") ? "webhook.*" : "content.*");
    expect([route, await codeFor(fitting)]).not.toEqual([route, "scope_insufficient"]);
    expect([route, await codeFor(other)]).toEqual([route, "scope_insufficient"]);
  }
});

test("limits a member's token to the member's current permissions", async () => {
  const { token } = await make(["*"]);
  const set = (role: "owner" | "viewer") => [
    { query: server.fanfare.store.db.updateTable("members").set({ role }).compile(), expect: 1 },
  ];
  await server.fanfare.store.write(set("viewer"));
  expect((await script(token, "POST", "/api/contents", {})).json.code).toBe("role_insufficient");
  await server.fanfare.store.write(set("owner"));
  expect((await script(token, "POST", "/api/contents", {})).json.code).toBe("query_invalid");
});

test("creates, lists, and revokes tokens without a member by command line", async () => {
  const client = createControlClient(server.config, silentLog);
  const made = await client("token.create", { name: "Nightly", scopes: ["*.read"] });
  expect((await script(made.token, "GET", "/api/apps")).status).toBe(200);
  expect((await script(made.token, "POST", "/api/contents", {})).json.code).toBe("scope_insufficient");
  expect((await client("token.list", {})).items).toContainEqual(
    expect.objectContaining({ id: made.id, member_id: null }),
  );
  await client("token.revoke", { id: made.id });
  expect((await script(made.token, "GET", "/api/apps")).json.code).toBe("token_invalid");
});

test("records no member for changes by an operator's token", async () => {
  const { token } = await createControlClient(server.config, silentLog)("token.create", {
    name: "CI",
    scopes: ["content.*"],
  });
  const input = { app_id: APP.id, name: "By script", slug: "by-script", draft: sampleTour("Hello") };
  const made = await script(token, "POST", "/api/contents", input);
  expect([made.status, made.json.updated_by]).toEqual([201, null]);
});

test("returns tokens in pages", async () => {
  const first = (await owner.call("GET", "/api/tokens?limit=2")).json;
  expect(first.items).toHaveLength(2);
  const second = (await owner.call("GET", `/api/tokens?limit=2&after=${first.next}`)).json;
  expect(second.items[0].id > first.items[1].id).toBe(true);
});
