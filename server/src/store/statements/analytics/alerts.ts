import type { AlertKind, AlertResolution } from "@fanfare/contract/alerts/alert";
import type { AlertId, AppId, ContentId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type AlertRow = Selectable<Schema["alerts"]>;

export function openAlerts(db: Db): Promise<AlertRow[]> {
  return db.selectFrom("alerts").selectAll().where("resolved_at", "is", null).orderBy("id").execute();
}

export async function alertsWithIds(db: Db, ids: readonly AlertId[]): Promise<readonly AlertRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("alerts")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}

export interface AlertList {
  readonly app_id: AppId;
  readonly kinds: readonly AlertKind[];
  readonly state: "all" | "open" | "resolved";
  /** Only older ones. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Alerts of an app and of the server, newest first. */
export function alertsOf(db: Db, { app_id, kinds, state, after, limit }: AlertList): Promise<AlertRow[]> {
  let query = db
    .selectFrom("alerts")
    .selectAll()
    .where((eb) => eb.or([eb("app_id", "is", null), eb("app_id", "=", app_id)]))
    .where("kind", "in", [...kinds]);
  if (state !== "all") query = query.where("resolved_at", state === "open" ? "is" : "is not", null);
  // Cast: compared as text.
  if (after !== undefined) query = query.where("id", "<", after as AlertId);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** No row if it was resolved meanwhile. */
export function setAlertHealthy(db: Db, id: AlertId, since: Millis | null): CompiledQuery {
  return db
    .updateTable("alerts")
    .set({ healthy_since: since })
    .where("id", "=", id)
    .where("resolved_at", "is", null)
    .compile();
}

/** No row if it was resolved before. */
export function resolveAlert(db: Db, id: AlertId, resolved_at: Millis, resolution: AlertResolution): CompiledQuery {
  return db
    .updateTable("alerts")
    .set({ resolved_at, resolution })
    .where("id", "=", id)
    .where("resolved_at", "is", null)
    .compile();
}

export function deleteOldAlerts(db: Db, resolved_before: Millis): CompiledQuery {
  return db.deleteFrom("alerts").where("resolved_at", "<", resolved_before).compile();
}

/** Live content of an app, with the version's publication. */
export function publishedSince(
  db: Db,
  app_id: AppId,
): Promise<{ content_id: ContentId; name: string; type: Schema["contents"]["type"]; published_at: Millis }[]> {
  return db
    .selectFrom("publications")
    .innerJoin("contents", "contents.id", "publications.content_id")
    .select(["contents.id as content_id", "contents.name", "contents.type", "publications.published_at"])
    .where("publications.app_id", "=", app_id)
    .where("publications.paused_at", "is", null)
    .where("contents.archived_at", "is", null)
    .orderBy("contents.id")
    .execute();
}

export interface ContentCount {
  readonly content_id: string;
  /** Whether it's within the recent days. */
  readonly recent: 0 | 1;
  readonly views: number;
  readonly completed: number;
}

export interface CountedDays {
  readonly from: Millis;
  readonly recent_from: Millis;
  readonly to: Millis;
}

/** Views and completions of content in two periods, from the daily counts of these events. */
export function contentCounts(
  db: Db,
  app_id: AppId,
  { from, recent_from, to }: CountedDays,
  names: { readonly views: readonly string[]; readonly completed: readonly string[] },
): Promise<ContentCount[]> {
  const count = (counted: readonly string[]) =>
    sql<number>`sum(case when name in (${sql.join(counted.map((name) => sql.lit(name)))}) then events else 0 end)`;
  return db
    .selectFrom("event_rollups")
    .select("content_id")
    .select(sql<0 | 1>`case when day >= ${recent_from} then 1 else 0 end`.as("recent"))
    .select([count(names.views).as("views"), count(names.completed).as("completed")])
    .where("app_id", "=", app_id)
    .where("day", ">=", from)
    .where("day", "<", to)
    .where("name", "in", [...names.views, ...names.completed])
    .where("facets", "not like", '%"unseen":true%')
    .groupBy(["content_id", "recent"])
    .execute();
}

/** Completions of goals in two periods, most recent ones first. */
export function goalCounts(
  db: Db,
  app_id: AppId,
  { from, recent_from, to }: CountedDays,
): Promise<{ name: string; recent: number; earlier: number }[]> {
  const since = (compared: "<" | ">=") =>
    sql<number>`sum(case when reached_at ${sql.raw(compared)} ${recent_from} then 1 else 0 end)`;
  return db
    .selectFrom("milestones")
    .innerJoin("goals", "goals.id", "milestones.goal_id")
    .select("goals.name")
    .select([since(">=").as("recent"), since("<").as("earlier")])
    .where("goals.app_id", "=", app_id)
    .where("goals.archived_at", "is", null)
    .where("reached_at", ">=", from)
    .where("reached_at", "<", to)
    .groupBy(["goals.id", "goals.name"])
    .orderBy("recent", "desc")
    .orderBy("goals.name")
    .execute();
}

/** Newest written answers of an app's surveys. */
export function writtenAnswers(
  db: Db,
  app_id: AppId,
  { recent_from, to }: CountedDays,
  limit: number,
): Promise<{ name: string; text: string | null }[]> {
  return db
    .selectFrom("survey_answers")
    .innerJoin("contents", "contents.id", "survey_answers.content_id")
    .select(["contents.name", "survey_answers.text"])
    .where("survey_answers.app_id", "=", app_id)
    .where("survey_answers.text", "is not", null)
    .where("answered_at", ">=", recent_from)
    .where("answered_at", "<", to)
    .orderBy("answered_at", "desc")
    .limit(limit)
    .execute();
}

export function contentNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return (
    db
      .selectFrom("contents")
      .select(["id", "name"])
      // Casts: IDs of the daily counts.
      .where("id", "in", ids as ContentId[])
      .execute()
  );
}
