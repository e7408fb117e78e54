import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/clock";
import { systemRng } from "@fanfare/contract/rng";
import { ROLES, type Role } from "@fanfare/contract/schema/api";
import { createMember } from "../accounts/members.ts";
import { mayDo } from "../accounts/policy.ts";
import { type Browser, QUICK_PASSWORDS, type TemporaryHouse, temporaryHouse } from "../testing.ts";
import { API_ACCESS } from "./api-access.ts";

let house: TemporaryHouse;
const browsers = new Map<Role | "nobody", Browser>();

beforeAll(async () => {
  house = await temporaryHouse();
  browsers.set("nobody", house.browser());
  for (const role of ROLES) {
    const member = { email: `${role}-2@example.com`, name: role, role, password: "a long pass phrase" };
    const { store } = house.house;
    await createMember({ clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS }, member);
    const browser = house.browser();
    const { email, password } = member;
    expect((await browser.call("POST", "/api/sign-in", { email, password })).status).toBe(200);
    browsers.set(role, browser);
  }
});
afterAll(() => house[Symbol.asyncDispose]());

/** The routes that really are there, whatever the table says. */
function apiRoutes(): readonly string[] {
  return house.house.routes
    .filter((route) => route.path.startsWith("/api/") && route.method !== "ALL")
    .map((route) => `${route.method} ${route.path}`);
}

test("every route of /api stands in the table of access, and nothing else does", () => {
  expect(apiRoutes().toSorted()).toEqual(Object.keys(API_ACCESS).toSorted());
});

describe("each route × each role", () => {
  const rows = Object.entries(API_ACCESS).flatMap(([route, access]) =>
    (["nobody", ...ROLES] as const).map((who) => [route, access, who] as const),
  );
  test.each(rows)("%s (%s) by %s", async (route, access, who) => {
    // Signing out would end the sign-in that the other rows need.
    if (route === "POST /api/sign-out") return;
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(":external_id", "u_42").replace(":id", "cnt_0");
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const answer = await browsers.get(who)?.call(method, `${path}?app_id=1001`, body);
    const code = answer?.json?.code;
    if (access === "anyone") expect(["sign_in_required", "role_insufficient"]).not.toContain(code);
    else if (who === "nobody") expect([answer?.status, code]).toEqual([401, "sign_in_required"]);
    else if (mayDo(who, access)) expect(["sign_in_required", "role_insufficient"]).not.toContain(code);
    else expect([answer?.status, code]).toEqual([403, "role_insufficient"]);
  });
});

test("a viewer is told who may do it", async () => {
  const answer = await browsers.get("viewer")?.call("POST", "/api/contents", {});
  expect(answer?.json.detail).toContain("owner, admin, editor");
});

test("the role counts that a member has now, not the one they had when they signed in", async () => {
  const viewer = browsers.get("viewer");
  const { db } = house.house.store;
  const set = (role: Role) => ({
    query: db.updateTable("members").set({ role }).where("email", "=", "viewer-2@example.com").compile(),
    expect: 1,
  });
  await house.house.store.write([set("editor")]);
  expect((await viewer?.call("POST", "/api/contents", {}))?.json.code).toBe("body_invalid");
  await house.house.store.write([set("viewer")]);
  expect((await viewer?.call("POST", "/api/contents", {}))?.json.code).toBe("role_insufficient");
});
