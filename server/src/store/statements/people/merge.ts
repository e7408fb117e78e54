import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { Statement } from "../../store.ts";
import { moveExposures } from "../analytics/exposures.ts";
import { endReplacedFunnelRuns, moveFunnelRows } from "../analytics/funnel-rows.ts";
import { moveMilestones } from "../analytics/goals.ts";
import { moveOccasions } from "../analytics/occasions.ts";
import { moveAnswers } from "../analytics/survey-answers.ts";
import { moveResponses } from "../analytics/survey-responses.ts";
import { moveFeedReads } from "../realtime/feed.ts";
import { moveDeliveries } from "../realtime/live-update-deliveries.ts";
import { moveMessagePushes } from "../realtime/message-pushes.ts";
import { movePushSubscriptions } from "../realtime/push-subscriptions.ts";
import { moveListings } from "./segment-people.ts";

interface Merge {
  readonly app_id: AppId;
  /** Anonymous person. */
  readonly from: PersonId;
  /** Identified person. */
  readonly into: PersonId;
  readonly now_ms: Millis;
}

/**
 * Moves all of an anonymous person's data to the identified person in one batch. The first statement checks that the
 * anonymous person isn't merged yet. The last 3 statements move suppressions.
 */
export function mergeStatements(db: Db, merge: Merge): readonly Statement[] {
  return [
    { query: markMerged(db, merge), expect: 1 },
    ...endShorterRuns(db, merge).map((query) => ({ query })),
    ...[merge.into, merge.from].map((id) => ({ query: endReplacedFunnelRuns(db, id, merge.now_ms) })),
    { query: moveRuns(db, merge) },
    { query: moveEvents(db, merge) },
    ...moveDeliveries(db, merge.from, merge.into).map((query) => ({ query })),
    ...moveMessagePushes(db, merge.from, merge.into).map((query) => ({ query })),
    { query: movePushSubscriptions(db, merge.from, merge.into) },
    ...moveFeedReads(db, merge.from, merge.into).map((query) => ({ query })),
    ...moveMilestones(db, merge.from, merge.into).map((query) => ({ query })),
    ...moveOccasions(db, merge.from, merge.into).map((query) => ({ query })),
    ...moveExposures(db, merge.from, merge.into).map((query) => ({ query })),
    ...moveFunnelRows(db, merge.from, merge.into).map((query) => ({ query })),
    { query: moveAnswers(db, merge.from, merge.into) },
    { query: moveResponses(db, merge.from, merge.into) },
    { query: moveMemberships(db, merge) },
    ...moveListings(db, merge.from, merge.into).map((query) => ({ query })),
    { query: moveDecisions(db, merge) },
    { query: dropShorterSuppressions(db, merge) },
    { query: dropSupersededSuppressions(db, merge) },
    { query: moveSuppressions(db, merge) },
  ];
}

function markMerged(db: Db, { app_id, from, into }: Merge): CompiledQuery {
  return db
    .updateTable("people")
    .set({ merged_into: into })
    .where("app_id", "=", app_id)
    .where("id", "=", from)
    .where("merged_into", "is", null)
    .compile();
}

/**
 * Of two open runs of the same content, the one with more moves continues, and the page adopts it. With as many, it's the
 * identified person's: pages that identify late start an anonymous run each time.
 */
function endShorterRuns(db: Db, { from, into, now_ms }: Merge): readonly CompiledQuery[] {
  const end = (loser: PersonId, winner: PersonId, wins: ">" | ">=") =>
    db
      .updateTable("runs")
      .set((eb) => ({ state: "dismissed", end_reason: "replaced", ended_at: now_ms, seq: eb("seq", "+", 1) }))
      .where("person_id", "=", loser)
      .where("state", "=", "active")
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("runs as other")
            .select("other.id")
            .where("other.person_id", "=", winner)
            .where("other.state", "=", "active")
            .whereRef("other.content_id", "=", "runs.content_id")
            .whereRef("other.seq", wins, "runs.seq"),
        ),
      )
      .compile();
  return [end(into, from, ">"), end(from, into, ">=")];
}

function moveRuns(db: Db, { from, into }: Merge): CompiledQuery {
  return db.updateTable("runs").set({ person_id: into }).where("person_id", "=", from).compile();
}

function moveEvents(db: Db, { from, into }: Merge): CompiledQuery {
  return db.updateTable("events").set({ person_id: into }).where("person_id", "=", from).compile();
}

/** Keeps the identified person's existing membership attributes. */
function moveMemberships(db: Db, { from, into }: Merge): CompiledQuery {
  return db
    .updateTable("memberships")
    .set({ person_id: into })
    .where("person_id", "=", from)
    .where("group_id", "not in", (eb) =>
      eb.selectFrom("memberships as known").select("known.group_id").where("known.person_id", "=", into),
    )
    .compile();
}

function moveDecisions(db: Db, { from, into }: Merge): CompiledQuery {
  return db.updateTable("decision_log").set({ person_id: into }).where("person_id", "=", from).compile();
}

/** Of two suppressions of the same target, the later date wins. Here the identified person's is later or equal. */
function dropShorterSuppressions(db: Db, { from, into }: Merge): CompiledQuery {
  return db
    .deleteFrom("suppressions")
    .where("person_id", "=", from)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("suppressions as other")
          .select("other.id")
          .where("other.person_id", "=", into)
          .whereRef("other.scope", "=", "suppressions.scope")
          .whereRef("other.target", "=", "suppressions.target")
          .whereRef("other.expires_at", ">=", "suppressions.expires_at"),
      ),
    )
    .compile();
}

/** The anonymous person's remaining suppressions outlast their counterparts. */
function dropSupersededSuppressions(db: Db, { from, into }: Merge): CompiledQuery {
  return db
    .deleteFrom("suppressions")
    .where("person_id", "=", into)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("suppressions as other")
          .select("other.id")
          .where("other.person_id", "=", from)
          .whereRef("other.scope", "=", "suppressions.scope")
          .whereRef("other.target", "=", "suppressions.target"),
      ),
    )
    .compile();
}

function moveSuppressions(db: Db, { from, into }: Merge): CompiledQuery {
  return db.updateTable("suppressions").set({ person_id: into }).where("person_id", "=", from).compile();
}
