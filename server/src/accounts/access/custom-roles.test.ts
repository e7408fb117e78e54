import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type MemberId, newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { WORKSPACE_ROLE } from "@fanfare/contract/schema/accounts/role";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { appRecord } from "../../../test/support/v1-server.ts";
import { assignmentsOf, deleteCustomRole } from "../../store/statements/accounts/custom-roles.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { Actor } from "./actor.ts";
import { assignRole, deleteRole } from "./custom-roles.ts";
import { NO_APP_ROLES } from "./member-access.ts";

const [used, next] = [newId("rol", systemClock, systemRng), newId("rol", systemClock, systemRng)];

test.each([
  ["another role", 1, next],
  ["the workspace role", 1, WORKSPACE_ROLE],
  ["nothing", 0, undefined],
] as const)("keeps a role that a member gets while %s replaces it", async (_, uses, replacement) => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const { members, apps, custom_roles, member_app_roles } = sampleRows("early");
  const late = { ...members, id: newId("mem", systemClock, systemRng), email: "late@x.test" };
  const assignment = { ...member_app_roles, role_id: used };
  await store.write([
    { query: insertRow(store.db, "members", members) },
    { query: insertRow(store.db, "members", late) },
    { query: insertRow(store.db, "apps", apps) },
    { query: insertRow(store.db, "custom_roles", { ...custom_roles, id: used }) },
    { query: insertRow(store.db, "custom_roles", { ...custom_roles, id: next, name: "Next" }) },
    ...Array.from({ length: uses }, () => ({ query: insertRow(store.db, "member_app_roles", assignment) })),
  ]);
  const assignMeanwhile: typeof store.write = async (batch) => {
    await store.write([{ query: insertRow(store.db, "member_app_roles", { ...assignment, member_id: late.id }) }]);
    return await store.write(batch);
  };
  const renewed: MemberId[] = [];
  const deps = {
    ...{ store: { ...store, write: assignMeanwhile }, clock: systemClock, rng: systemRng },
    renewMember: (member_id: MemberId) => void renewed.push(member_id),
  };
  const owner: Actor = {
    ...{ member_id: members.id, role: "owner", app_roles: NO_APP_ROLES },
    ...{ token_id: undefined, scopes: undefined, signed_in: undefined },
  };
  await expect(deleteRole(deps, owner, used, replacement)).rejects.toMatchObject({ code: "role_in_use" });
  expect(await assignmentsOf(store.db, used)).toHaveLength(uses + 1);
  expect(renewed).toEqual([]);
});

test("refuses to give a member a role that is deleted meanwhile", async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const { members, apps, custom_roles } = sampleRows("early");
  const editor = {
    ...members,
    id: newId("mem", systemClock, systemRng),
    email: "editor@x.test",
    role: "editor" as const,
  };
  await store.write([
    { query: insertRow(store.db, "members", members) },
    { query: insertRow(store.db, "members", editor) },
    { query: insertRow(store.db, "apps", apps) },
    { query: insertRow(store.db, "custom_roles", { ...custom_roles, id: used }) },
  ]);
  const deleteMeanwhile: typeof store.write = async (batch) => {
    await store.write([{ query: deleteCustomRole(store.db, used) }]);
    return await store.write(batch);
  };
  const deps = {
    ...{ store: { ...store, write: deleteMeanwhile }, clock: systemClock, rng: systemRng },
    renewMember() {},
  };
  const owner: Actor = {
    ...{ member_id: members.id, role: "owner", app_roles: NO_APP_ROLES },
    ...{ token_id: undefined, scopes: undefined, signed_in: undefined },
  };
  const given = { id: editor.id, app: appRecord({ id: apps.id }), role_id: used };
  await expect(assignRole(deps, owner, given)).rejects.toMatchObject({ code: "role_not_found" });
});
