import { beforeAll, describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { ROLES, type Role } from "@fanfare/contract/schema/accounts/sign-in";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { QUICK_PASSWORDS, type TestBrowser } from "../../../../test/support/temporary-server.ts";
import { APP_ACTIONS, isRoleAllowed } from "../../../accounts/access/policy.ts";
import { createMember } from "../../../accounts/members/members.ts";
import { namesApp } from "../../routing/mount-routes.ts";
import { ROUTE_ACCESS } from "./access.ts";

const browsers = new Map<Role | "nobody", TestBrowser>();

const { server } = await sharedServer();
beforeAll(async () => {
  browsers.set("nobody", server.browser());
  for (const role of ROLES) {
    const member = { email: `${role}-2@example.com`, name: role, role, password: "a long pass phrase" };
    const { store } = server.fanfare;
    await createMember({ clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS }, member);
    const browser = server.browser();
    const { email, password } = member;
    expect((await browser.call("POST", "/api/sign-in", { email, password })).status).toBe(200);
    browsers.set(role, browser);
  }
});

/** Routes that actually exist, independent of the table. SCIM is a protocol of its own, with its own guard and tests. */
function apiRoutes(): readonly string[] {
  return server.fanfare.routes
    .filter(({ path, method }) => path.startsWith("/api/") && !path.startsWith("/api/scim/") && method !== "ALL")
    .map((route) => `${route.method} ${route.path}`);
}

test("serves every declared route of /api and no other", () => {
  expect(apiRoutes().toSorted()).toEqual(Object.keys(ROUTE_ACCESS).toSorted());
});

describe("each route and role", () => {
  const rows = Object.entries(ROUTE_ACCESS).flatMap(([route, { access, query }]) =>
    (["nobody", ...ROLES] as const).map((caller) => [route, access, caller, query] as const),
  );
  test.each(rows)("%s (%s) by %s", async (route, access, caller, query) => {
    // Signing out would end the session that the other rows need.
    if (route === "POST /api/sign-out") return;
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(":external_id", "u_42").replace(":id", "cnt_0");
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const answer = await browsers.get(caller)?.call(method, `${path}${namesApp(query) ? "?app_id=1001" : ""}`, body);
    const code = answer?.json?.code;
    if (access === "anyone") expect(["sign_in_required", "role_insufficient"]).not.toContain(code);
    else if (caller === "nobody") expect([answer?.status, code]).toEqual([401, "sign_in_required"]);
    else if (isRoleAllowed(caller, access)) expect(["sign_in_required", "role_insufficient"]).not.toContain(code);
    else expect([answer?.status, code]).toEqual([403, "role_insufficient"]);
  });
});

describe("each route and custom role in the app", () => {
  const ADDS = ["app.read", "content.read", "content.write", "theme.write", "secret.read"];
  /** By workspace role: a custom role that allows more, and one that allows less. */
  const callers = { viewer: ADDS, admin: ["app.read", "content.read"] } as const;
  const custom = new Map<string, TestBrowser>();

  beforeAll(async () => {
    const owner = await server.ownerBrowser();
    for (const [role, permissions] of Object.entries(callers)) {
      const email = `custom-${role}@example.com`;
      const member = { email, name: role, role: role as Role, password: "a long pass phrase" };
      const { store } = server.fanfare;
      const { id } = await createMember(
        { clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS },
        member,
      );
      const made = await owner.call("POST", "/api/roles", { name: `Of ${role}`, permissions });
      expect(made.status).toBe(201);
      const given = await owner.call("PUT", `/api/members/${id}/app-role?app_id=1001`, { role_id: made.json.id });
      expect(given.status).toBe(204);
      const browser = server.browser();
      expect((await browser.call("POST", "/api/sign-in", { email, password: member.password })).status).toBe(200);
      custom.set(role, browser);
    }
  });

  const rows = Object.entries(ROUTE_ACCESS).flatMap(([route, { access, query }]) =>
    access === "anyone" ? [] : (["viewer", "admin"] as const).map((role) => [route, access, role, query] as const),
  );
  test.each(rows)("%s (%s) by a custom role over %s", async (route, access, role, query) => {
    if (route === "POST /api/sign-out") return;
    const [method = "", pattern = ""] = route.split(" ");
    const of_app = pattern.startsWith("/api/apps/:id");
    const path = pattern.replace(":external_id", "u_42").replace(":id", of_app ? "1001" : "cnt_0");
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const in_query = namesApp(query);
    const answer = await custom.get(role)?.call(method, `${path}${in_query ? "?app_id=1001" : ""}`, body);
    const permissions: readonly string[] = callers[role];
    const by_app = APP_ACTIONS.includes(access) && permissions.includes(access);
    const by_workspace = isRoleAllowed(role, access);
    const about_app = APP_ACTIONS.includes(access) && (of_app || in_query);
    const allowed = about_app ? by_app : by_workspace || by_app;
    if (allowed) expect(answer?.json?.code).not.toBe("role_insufficient");
    else expect([answer?.status, answer?.json?.code]).toEqual([403, "role_insufficient"]);
  });

  test("checks the app that a former request names in its body", async () => {
    const body = { app_id: "1001", person: "ada", url: "https://shop.example/" };
    const answer = await custom.get("admin")?.call("POST", "/api/debug-links", body);
    expect([answer?.status, answer?.json?.code]).toEqual([403, "role_insufficient"]);
    const encoded = await custom.get("admin")?.call("GET", "/api/apps/%31001/secrets");
    expect([encoded?.status, encoded?.json?.code]).toEqual([403, "role_insufficient"]);
  });
});

test("lists the allowed roles for a viewer", async () => {
  const answer = await browsers.get("viewer")?.call("POST", "/api/contents", {});
  expect(answer?.json.detail).toContain("owner, admin, editor");
});

test("applies the member's current role, not the one at sign-in", async () => {
  const viewer = browsers.get("viewer");
  const { db } = server.fanfare.store;
  const set = (role: Role) => ({
    query: db.updateTable("members").set({ role }).where("email", "=", "viewer-2@example.com").compile(),
    expect: 1,
  });
  await server.fanfare.store.write([set("editor")]);
  expect((await viewer?.call("POST", "/api/contents", {}))?.json.code).toBe("query_invalid");
  await server.fanfare.store.write([set("viewer")]);
  expect((await viewer?.call("POST", "/api/contents", {}))?.json.code).toBe("role_insufficient");
});
