import { isId, type MemberId, newId, type ProvisionedGroupId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { deleteLinksOf } from "../../store/statements/accounts/account-links.ts";
import { memberById, setRole } from "../../store/statements/accounts/team.ts";
import {
  clearGroup,
  deleteProvisionedGroup,
  type GroupMemberRow,
  groupMembers,
  type ProvisionedGroupRow,
  provisionedGroup,
  updateProvisionedGroup,
} from "../../store/statements/identity/provisioning.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { isUniqueViolation, type Statement } from "../../store/store.ts";
import type { Actor } from "../access/actor.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import type { TeamDeps } from "../members/team.ts";
import { ScimError } from "./scim-error.ts";

type GroupRole = ProvisionedGroupRow["role"];

/** Highest first. Groups can't grant the owner role. */
const GROUP_ROLES = ["admin", "editor", "viewer"] as const satisfies readonly GroupRole[];

export interface GroupInput {
  readonly display_name: string;
  readonly external_id: string | null;
  readonly member_ids: readonly string[];
}

/**
 * The role that a group's name has, such as "Fanfare Editors".
 *
 * @throws ScimError `invalidValue`.
 */
function roleOf(display_name: string): GroupRole {
  const found = GROUP_ROLES.filter((role) => new Set(words(display_name)).has(role));
  const [role] = found;
  if (role !== undefined && found.length === 1) return role;
  const detail = `Name the group after one role: admin, editor, or viewer, as in “Fanfare Editors”. “${display_name}” has ${found.length === 0 ? "none" : "several"}.`;
  throw new ScimError(400, detail, "invalidValue");
}

/** In lower case, without the plural's s. */
function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ""));
}

/** @throws ScimError 404. */
export async function findGroup(
  { store }: Pick<TeamDeps, "store">,
  id: string,
): Promise<{ readonly group: ProvisionedGroupRow; readonly members: readonly GroupMemberRow[] }> {
  const group = isId("pgr", id) ? await provisionedGroup(store.db, id) : undefined;
  if (group === undefined) throw new ScimError(404, "No group has this ID.");
  return { group, members: await groupMembers(store.db, { group_id: group.id }) };
}

/** @throws ScimError `uniqueness`, `tooMany`, or `invalidValue`. */
export async function createGroup(deps: TeamDeps, actor: Actor, input: GroupInput): Promise<ProvisionedGroupId> {
  const { clock, rng, store } = deps;
  const id = newId("pgr", clock, rng);
  const { display_name, external_id } = input;
  const now_ms = clock.now();
  const row = { id, display_name, external_id, role: roleOf(display_name), created_at: now_ms, updated_at: now_ms };
  const insert = { query: insertRow(store.db, "provisioned_groups", row), expect: 1 };
  await writeGroup(deps, actor, { group: row, members: [] }, { input, before: [insert] });
  return id;
}

/** @throws ScimError `uniqueness`, `tooMany`, or `invalidValue`. */
export async function updateGroup(
  deps: TeamDeps,
  actor: Actor,
  known: Awaited<ReturnType<typeof findGroup>>,
  input: GroupInput,
): Promise<void> {
  const { display_name, external_id } = input;
  const group = {
    ...{ ...known.group, display_name, external_id, role: roleOf(display_name) },
    updated_at: deps.clock.now(),
  };
  const change = { query: updateProvisionedGroup(deps.store.db, group), expect: 1 };
  await writeGroup(deps, actor, { ...known, group }, { input, before: [change] });
}

/** Its members keep the role of their other groups, or become viewers. */
export async function deleteGroup(
  deps: TeamDeps,
  actor: Actor,
  known: Awaited<ReturnType<typeof findGroup>>,
): Promise<void> {
  const remove = { query: deleteProvisionedGroup(deps.store.db, known.group.id), expect: 1 };
  const input = { display_name: known.group.display_name, external_id: null, member_ids: [] };
  await writeGroup(deps, actor, known, { input, before: [], after: [remove] });
}

interface GroupChange {
  readonly input: GroupInput;
  readonly before: readonly Statement[];
  readonly after?: readonly Statement[];
}

/**
 * Replaces the group's members, and gives everyone who is concerned the highest role of their groups. A changed role
 * revokes the links by and for its member, as in `changeRole`.
 */
async function writeGroup(
  deps: TeamDeps,
  actor: Actor,
  { group, members }: { readonly group: ProvisionedGroupRow; readonly members: readonly GroupMemberRow[] },
  { input, before, after = [] }: GroupChange,
): Promise<void> {
  const { db } = deps.store;
  const member_ids = [...new Set(input.member_ids)].map(memberIdOf);
  if (member_ids.length > limits.provisioned_group_members_max) {
    const detail = `A group can have ${limits.provisioned_group_members_max} members.`;
    throw new ScimError(400, detail, "tooMany");
  }
  const concerned = [...new Set([...members.map(({ member_id }) => member_id), ...member_ids])];
  const roles = await rolesAfter(deps, group, { concerned, member_ids });
  const rows = member_ids.map((member_id) => ({ group_id: group.id, member_id }));
  const statements: readonly Statement[] = [
    ...before,
    { query: clearGroup(db, group.id) },
    ...rows.map((row) => ({ query: insertRow(db, "provisioned_group_members", row), expect: 1 })),
    ...roles.flatMap(({ member_id, role, was }) => [
      { query: setRole(db, member_id, role, was), expect: 1 },
      { query: deleteLinksOf(db, member_id) },
      auditStatement(deps, {
        ...{ member_id: actor.member_id, action: "member.set_role" },
        ...{ resource: { type: "member", id: member_id }, detail: { role, was, group: group.display_name } },
      }),
    ]),
    ...after,
  ];
  const written = await deps.store.write(statements).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ScimError(409, "A group with this name exists.", "uniqueness") : error;
  });
  if (written.outcome !== "committed") {
    throw new ScimError(412, "Roles or groups changed meanwhile. Repeat the request.");
  }
  for (const { member_id } of roles) deps.renewMember(member_id);
}

interface RoleChange {
  readonly member_id: MemberId;
  readonly role: GroupRole;
  readonly was: GroupRole;
}

/** @throws ScimError `invalidValue` for someone who isn't a member. */
async function rolesAfter(
  { store: { db } }: TeamDeps,
  group: ProvisionedGroupRow,
  { concerned, member_ids }: { readonly concerned: readonly MemberId[]; readonly member_ids: readonly MemberId[] },
): Promise<readonly RoleChange[]> {
  const others = concerned.length === 0 ? [] : await groupMembers(db, { member_ids: concerned });
  const changes: RoleChange[] = [];
  for (const member_id of concerned) {
    const member = await memberById(db, member_id);
    if (member === undefined) throw new ScimError(400, `No member has the ID ${member_id}.`, "invalidValue");
    const { role: was } = member;
    const held = others.filter((each) => each.member_id === member_id && each.group_id !== group.id);
    const granted = [
      ...held.map(({ group_role }) => group_role),
      ...(member_ids.includes(member_id) ? [group.role] : []),
    ];
    const role = GROUP_ROLES.find((each) => granted.includes(each)) ?? "viewer";
    if (was !== "owner" && role !== was) changes.push({ member_id, role, was });
  }
  return changes;
}

function memberIdOf(text: string): MemberId {
  if (isId("mem", text)) return text;
  throw new ScimError(400, `No member has the ID ${text}.`, "invalidValue");
}
