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
 * Creates a group or merges its attributes; null removes one. Pages can only use `groupAs`, which requires a verified
 * identity, because group data decides what members see. `seen`: tag of the state that the change is based on, if the
 * caller passed one.
 *
 * @throws ProblemError `revision_stale`, or `group_not_found` if a seen group no longer exists.
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

/** ETag of a group's data, for `If-Match`. */
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
 * Adds a person to a group, or merges the membership's attributes.
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
 * Removes a person from a group. Idempotent.
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
