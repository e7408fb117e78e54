import type { AppId, ContentId, GroupId, PersonId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/**
 * Records that these groups did a task. The rows are the groups for which that's new. A group that doesn't exist is left
 * out. Sorted, so that concurrent requests lock rows in the same order.
 */
export function addGroupTask(
  db: Db,
  task: {
    readonly app_id: AppId;
    readonly content_id: ContentId;
    readonly task_id: string;
    readonly done_by: PersonId;
    readonly done_at: Millis;
  },
  external_ids: readonly string[],
): CompiledQuery {
  const { app_id, content_id, task_id, done_by, done_at } = task;
  return sql`insert into group_tasks (group_id, content_id, task_id, app_id, done_by, done_at)
    select id, cast(${content_id} as text), cast(${task_id} as text), app_id, cast(${done_by} as text), cast(${done_at} as bigint)
    from groups where app_id = ${app_id} and external_id in (${sql.join([...external_ids])}) order by id
    on conflict (group_id, content_id, task_id) do nothing returning group_id`.compile(db);
}

/** The tasks of these checklists that these groups did. */
export function groupTasks(
  db: Db,
  group_ids: readonly GroupId[],
  content_ids: readonly ContentId[],
): Promise<{ group_id: GroupId; content_id: ContentId; task_id: string }[]> {
  return db
    .selectFrom("group_tasks")
    .select(["group_id", "content_id", "task_id"])
    .where("group_id", "in", [...group_ids])
    .where("content_id", "in", [...content_ids])
    .orderBy("group_id")
    .orderBy("content_id")
    .orderBy("task_id")
    .execute();
}

/** Checklists to which the person's tasks already count in some group. */
export async function sharedBefore(
  db: Db,
  person_id: PersonId,
  content_ids: readonly ContentId[],
): Promise<ReadonlySet<ContentId>> {
  const rows = await db
    .selectFrom("group_tasks")
    .select("content_id")
    .distinct()
    .where("done_by", "=", person_id)
    .where("content_id", "in", [...content_ids])
    .execute();
  return new Set(rows.map(({ content_id }) => content_id));
}

/** External IDs of people who belong to these groups by a stored membership. */
export async function memberNames(
  db: Db,
  app_id: AppId,
  external_ids: readonly string[],
  rows_max: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("groups")
    .innerJoin("memberships", "memberships.group_id", "groups.id")
    .innerJoin("people", "people.id", "memberships.person_id")
    .select("people.external_id")
    .where("groups.app_id", "=", app_id)
    .where("groups.external_id", "in", [...external_ids])
    .where("people.verified", "=", 1)
    .limit(rows_max)
    .execute();
  return rows.flatMap(({ external_id }) => external_id ?? []);
}

export interface GroupProgressRow {
  readonly id: GroupId;
  readonly external_id: string;
  readonly attributes: JsonText;
  /** In the order in which they were done. */
  readonly tasks: readonly { readonly task_id: string; readonly done_at: Millis }[];
}

/** Groups that did any task of a checklist, by ID, after `after`. Uses the content's index. */
export async function groupProgressOf(
  db: Db,
  of: { readonly app_id: AppId; readonly content_id: ContentId },
  after: string,
  rows_max: number,
): Promise<readonly GroupProgressRow[]> {
  const { rows: page } = await sql<{ group_id: GroupId }>`select distinct group_id from group_tasks
    where content_id = ${of.content_id} and app_id = ${of.app_id} and group_id > ${after}
    order by group_id limit ${sql.lit(rows_max)}`.execute(db);
  if (page.length === 0) return [];
  const ids = page.map(({ group_id }) => group_id);
  const [groups, tasks] = await Promise.all([
    db.selectFrom("groups").select(["id", "external_id", "attributes"]).where("id", "in", ids).orderBy("id").execute(),
    db
      .selectFrom("group_tasks")
      .select(["group_id", "task_id", "done_at"])
      .where("content_id", "=", of.content_id)
      .where("group_id", "in", ids)
      .orderBy("done_at")
      .orderBy("task_id")
      .execute(),
  ]);
  const tasks_of = Map.groupBy(tasks, ({ group_id }) => group_id);
  return groups.map((group) => ({ ...group, tasks: tasks_of.get(group.id) ?? [] }));
}

export function tasksDoneBy(
  db: Db,
  person_id: PersonId,
): Promise<{ group: string; content_id: ContentId; task_id: string; done_at: Millis }[]> {
  return db
    .selectFrom("group_tasks")
    .innerJoin("groups", "groups.id", "group_tasks.group_id")
    .select(["groups.external_id as group", "content_id", "task_id", "done_at"])
    .where("done_by", "=", person_id)
    .orderBy("done_at")
    .execute();
}

/** Checklists of which a group did any task, the latest first. */
export async function checklistsOf(
  db: Db,
  group_id: GroupId,
  rows_max: number,
): Promise<readonly { content_id: ContentId; name: string; task_ids: readonly string[]; last_done_at: Millis }[]> {
  const rows = await db
    .selectFrom("group_tasks")
    .innerJoin("contents", "contents.id", "group_tasks.content_id")
    .select(["group_tasks.content_id", "contents.name", "task_id", "done_at"])
    .where("group_id", "=", group_id)
    .orderBy("done_at")
    .orderBy("task_id")
    .execute();
  const by_content = [...Map.groupBy(rows, ({ content_id }) => content_id)].map(([content_id, tasks]) => ({
    content_id,
    name: tasks[0]?.name ?? "",
    task_ids: tasks.map(({ task_id }) => task_id),
    last_done_at: tasks.at(-1)?.done_at ?? 0,
  }));
  return by_content.toSorted((one, other) => other.last_done_at - one.last_done_at).slice(0, rows_max);
}
