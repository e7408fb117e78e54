import type { EndReason, RunState, StartReason } from "@fanfare/contract/events/events";
import type { AppId, ContentId, PersonId, RunId, VersionId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Bit, JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import { prepared } from "../prepared.ts";

export type RunRow = Selectable<Schema["runs"]>;

/**
 * A person's runs of one content item, aggregated. A reset leaves only its time. The last 6 columns describe the open
 * run.
 */
export interface RunSummaryRow {
  readonly content_id: ContentId;
  readonly completed: Bit;
  readonly ended: Bit;
  readonly last_ended_at: Millis | null;
  readonly reset_at: Millis | null;
  readonly open_id: RunId | null;
  readonly open_version_id: VersionId | null;
  readonly open_step_id: string | null;
  readonly open_seq: number | null;
  readonly open_done: JsonText | null;
  readonly open_reason: StartReason | null;
}

/** `max` selects the open run, because a person has at most one per content item. */
export const runSummaries = prepared((db: Db, person_id: PersonId) =>
  db
    .selectFrom("runs")
    .select([
      "content_id",
      sql<Bit>`max(case when state = 'completed' and reset_at is null then 1 else 0 end)`.as("completed"),
      sql<Bit>`max(case when state = 'active' or reset_at is not null then 0 else 1 end)`.as("ended"),
      sql<Millis | null>`max(case when reset_at is null then ended_at end)`.as("last_ended_at"),
      sql<Millis | null>`max(reset_at)`.as("reset_at"),
      sql<RunId | null>`max(case when state = 'active' then id end)`.as("open_id"),
      sql<VersionId | null>`max(case when state = 'active' then version_id end)`.as("open_version_id"),
      sql<string | null>`max(case when state = 'active' then step_id end)`.as("open_step_id"),
      sql<number | null>`max(case when state = 'active' then seq end)`.as("open_seq"),
      sql<JsonText | null>`max(case when state = 'active' then done end)`.as("open_done"),
      sql<StartReason | null>`max(case when state = 'active' then start_reason end)`.as("open_reason"),
    ])
    .where("person_id", "=", person_id)
    .groupBy("content_id")
    .compile(),
);

export function runById(db: Db, app_id: AppId, id: RunId): Promise<RunRow | undefined> {
  return db.selectFrom("runs").selectAll().where("app_id", "=", app_id).where("id", "=", id).executeTakeFirst();
}

export function openRunOf(db: Db, person_id: PersonId, content_id: ContentId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("person_id", "=", person_id)
    .where("content_id", "=", content_id)
    .where("state", "=", "active")
    .executeTakeFirst();
}

/** No row if the ID is taken or the person has an open run of this content. */
export function insertRun(db: Db, row: RunRow): CompiledQuery {
  return db.insertInto("runs").values(row).onConflict(keepExisting).compile();
}

/** Sets a person's ended runs of a content item aside, so that decisions no longer count them. */
export function resetRuns(
  db: Db,
  of: { readonly person_id: PersonId; readonly content_id: ContentId },
  now_ms: Millis,
): CompiledQuery {
  return db
    .updateTable("runs")
    .set({ reset_at: now_ms })
    .where("person_id", "=", of.person_id)
    .where("content_id", "=", of.content_id)
    .where("state", "<>", "active")
    .where("reset_at", "is", null)
    .compile();
}

/** A move of a run. Applies only while the run is at `seq`. */
export interface RunMove {
  readonly app_id: AppId;
  readonly person_id: PersonId;
  readonly id: RunId;
  readonly seq: number;
}

/** Moves an active run to a position, or ends it. */
export function moveRun(
  db: Db,
  move: RunMove,
  to:
    | Pick<RunRow, "step_id" | "done">
    | { readonly state: RunState; readonly end_reason: EndReason; readonly ended_at: Millis },
): CompiledQuery {
  return db
    .updateTable("runs")
    .set((eb) => ({ ...to, seq: eb("seq", "+", 1) }))
    .where("app_id", "=", move.app_id)
    .where("person_id", "=", move.person_id)
    .where("id", "=", move.id)
    .where("seq", "=", move.seq)
    .where("state", "=", "active")
    .compile();
}
