import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { ROLES, type Role } from "@fanfare/contract/schema/accounts/sign-in";
import {
  QUICK_PASSWORDS,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../../test/support/temporary-server.ts";
import { isRoleAllowed } from "../../../accounts/access/policy.ts";
import { createMember } from "../../../accounts/members/members.ts";
import { namesApp } from "../../routing/mount-routes.ts";
import { ROUTE_ACCESS } from "./access.ts";

let server: TemporaryServer;
const browsers = new Map<Role | "nobody", TestBrowser>();

beforeAll(async () => {
  server = await startTemporaryServer();
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
afterAll(() => server[Symbol.asyncDispose]());

/** Routes that actually exist, independent of the table. */
function apiRoutes(): readonly string[] {
  return server.fanfare.routes
    .filter((route) => route.path.startsWith("/api/") && route.method !== "ALL")
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
