import type { AuditId, ContentId, GoalId, PersonId } from "@fanfare/contract/lib/ids";
import type { Db } from "../../schema/schema.ts";
import type { AuditRow } from "../accounts/audit-log.ts";
import type { MilestoneRow } from "../analytics/goals.ts";
import type { PersonRow } from "../people/people.ts";

export async function peopleWithIds(db: Db, ids: readonly PersonId[]): Promise<readonly PersonRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("people")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}

export async function auditEntriesWithIds(db: Db, ids: readonly AuditId[]): Promise<readonly AuditRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("audit_entries")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}

/** Completions of these goals by these people, with the goal's name. */
export async function completionsOf(
  db: Db,
  goal_ids: readonly GoalId[],
  person_ids: readonly PersonId[],
): Promise<readonly (MilestoneRow & { readonly goal_name: string })[]> {
  if (goal_ids.length === 0 || person_ids.length === 0) return [];
  return db
    .selectFrom("milestones")
    .innerJoin("goals", "goals.id", "milestones.goal_id")
    .selectAll("milestones")
    .select("goals.name as goal_name")
    .where("goal_id", "in", [...goal_ids])
    .where("person_id", "in", [...person_ids])
    .execute();
}

export async function goalsWithIds(db: Db, ids: readonly GoalId[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("goals")
    .select(["id", "app_id"])
    .where("id", "in", [...ids])
    .execute();
}

export async function contentsWithIds(db: Db, ids: readonly ContentId[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("contents")
    .select(["id", "slug", "name", "type", "draft"])
    .where("id", "in", [...ids])
    .execute();
}
