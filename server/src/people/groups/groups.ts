import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { assertNotStale, stateTag } from "../../accounts/edit-conflict.ts";
import { deleteMembership, type GroupRow, groupByExternalId } from "../../store/statements/people/groups.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { requirePerson } from "../person/person-by-name.ts";
import { type Changes, groupChange, groupConflict, membershipChange } from "./group-changes.ts";

/**
 * Makes a group, or adds to what is known of it; null takes an attribute away. A page tells of a group by
 * `groupAs` alone, which asks for proof: what is known of a group decides what its members see. `seen`: the tag of what was
 * known when the change was made, where the caller says it.
 *
 * @throws ProblemError `revision_stale`, and `group_not_found` of one that was seen and is not there.
 */
export async function putGroup(
  deps: PeopleDeps,
  app: AppRecord,
  external_id: string,
  changes: Changes,
  member_id: MemberId | null,
  seen?: string,
): Promise<GroupRow> {
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const { row, known, statements } = await groupChange(deps, app, external_id, changes);
    if (seen !== undefined) assertNotStale(seen, groupTag(existing(known)));
    const audit = auditStatement(deps, {
      member_id,
      action: "group.put",
      resource: { type: "group", id: row.id },
      app_id: app.id,
      detail: { external_id, changed: Object.keys(changes) },
    });
    if ((await deps.store.write([...statements, audit])).outcome === "committed") return row;
  }
  throw groupConflict();
}

/** The tag of what is known of a group, for `If-Match`. */
export function groupTag({ attributes }: Pick<GroupRow, "attributes">): string {
  return stateTag(attributes);
}

/** @throws ProblemError `group_not_found`. */
export async function existingGroup(
  deps: Pick<PeopleDeps, "store">,
  app_id: AppId,
  external_id: string,
): Promise<GroupRow> {
  const group =
    external_id.includes("\0") || !external_id.isWellFormed()
      ? undefined
      : await groupByExternalId(deps.store.db, app_id, external_id);
  return existing(group);
}

function existing(group: GroupRow | undefined): GroupRow {
  if (group !== undefined) return group;
  throw new ProblemError("group_not_found", "Group not found in this app. Create it first with PUT /api/groups/{id}.");
}

/**
 * Puts a person into a group, or adds to what is known of their place in it.
 *
 * @throws ProblemError `person_not_found`, `group_not_found`, `memberships_full`.
 */
export async function addMembership(
  deps: PeopleDeps,
  app: AppRecord,
  requester: { readonly name: string; readonly group: string },
  changes: Changes,
  member_id: MemberId | null,
): Promise<void> {
  const [person, group] = await Promise.all([
    requirePerson(deps, app, requester.name),
    existingGroup(deps, app.id, requester.group),
  ]);
  const place = { person_id: person.id, group_id: group.id };
  for (let attempt = 1; attempt <= limits.person_write_attempts_max; attempt++) {
    const { statements } = await membershipChange(deps, app, place, changes);
    const audit = auditStatement(deps, {
      member_id,
      action: "membership.put",
      resource: { type: "group", id: group.id },
      app_id: app.id,
      detail: { person_id: person.id, changed: Object.keys(changes) },
    });
    if ((await deps.store.write([...statements, audit])).outcome === "committed") return;
  }
  throw groupConflict();
}

/**
 * Takes a person out of a group. Who is not in it stays out.
 *
 * @throws ProblemError `person_not_found`, `group_not_found`.
 */
export async function removeMembership(
  deps: PeopleDeps,
  app: AppRecord,
  requester: { readonly name: string; readonly group: string },
  member_id: MemberId | null,
): Promise<void> {
  const { store } = deps;
  const [person, group] = await Promise.all([
    requirePerson(deps, app, requester.name),
    existingGroup(deps, app.id, requester.group),
  ]);
  await store.write([
    { query: deleteMembership(store.db, person.id, group.id), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "membership.end",
      resource: { type: "group", id: group.id },
      app_id: app.id,
      detail: { person_id: person.id },
    }),
  ]);
}
