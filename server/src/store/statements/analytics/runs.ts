import type { EndReason, RunState } from "@fanfare/contract/events/events";
import type { AppId, ContentId, PersonId, RunId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
import { prepared } from "../prepared.ts";

export type RunRow = Selectable<Schema["runs"]>;

/** What decisions need of a run. */
const PAST_RUN_COLUMNS = [
  ...(["content_id", "state", "reset_at", "ended_at"] as const),
  ...(["id", "version_id", "step_id", "seq", "done", "start_reason"] as const),
] as const;

export type PastRunRow = Pick<RunRow, (typeof PAST_RUN_COLUMNS)[number]>;

/** A person's runs of all content. Aggregating them in SQL takes longer than reading them. */
export const pastRuns = prepared((db: Db, person_id: PersonId) =>
  db.selectFrom("runs").select(PAST_RUN_COLUMNS).where("person_id", "=", person_id).compile(),
);

export function runById(db: Db, app_id: AppId, id: RunId): Promise<RunRow | undefined> {
  return db.selectFrom("runs").selectAll().where("app_id", "=", app_id).where("id", "=", id).executeTakeFirst();
}

export type RunPosition = Pick<RunRow, "id" | "step_id" | "seq" | "state">;

/** Where these runs of a person are, or where they ended. */
export function runPositions(db: Db, person_id: PersonId, ids: readonly RunId[]): Promise<RunPosition[]> {
  return db
    .selectFrom("runs")
    .select(["id", "step_id", "seq", "state"])
    .where("id", "in", [...ids])
    .where("person_id", "=", person_id)
    .execute();
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
