import type { AppId, ContentId, RunId } from "@fanfare/contract/lib/ids";

import type { Db } from "../../schema/schema.ts";

/**
 * Lists an app's runs of a content item with their people, newest first. `after` is the last run of the previous page.
 */
export function runsOfContent(
  db: Db,
  at: { readonly app_id: AppId; readonly content_id: ContentId },
  after: { readonly started_at: number; readonly id: RunId } | undefined,
  rows_max: number,
) {
  const query = db
    .selectFrom("runs")
    .innerJoin("people", "people.id", "runs.person_id")
    .innerJoin("versions", "versions.id", "runs.version_id")
    .select([
      "runs.id",
      "runs.state",
      "runs.start_reason",
      "runs.end_reason",
      "runs.started_at",
      "runs.ended_at",
      "versions.number as version",
      "people.id as person_id",
      "people.external_id",
      "people.anonymous_id",
      "people.attributes",
    ])
    .where("runs.content_id", "=", at.content_id)
    .where("runs.app_id", "=", at.app_id)
    .orderBy("runs.started_at", "desc")
    .orderBy("runs.id", "desc")
    .limit(rows_max);
  if (after === undefined) return query.execute();
  return query
    .where("runs.started_at", "<=", after.started_at)
    .where((eb) => eb.or([eb("runs.started_at", "<", after.started_at), eb("runs.id", "<", after.id)]))
    .execute();
}

export function celebrationCounts(
  db: Db,
  app_id: AppId,
  ids: readonly ContentId[],
): Promise<{ content_id: string; name: string; events: number }[]> {
  return db
    .selectFrom("event_rollups")
    .select(({ fn }) => ["content_id", "name", fn.sum<number>("events").as("events")])
    .where("app_id", "=", app_id)
    .where("content_id", "in", [...ids])
    .where("name", "in", ["celebration_played", "celebration_skipped"])
    .groupBy(["content_id", "name"])
    .execute();
}
