import type { PersonId } from "@fanfare/contract/lib/ids";

import type { Db } from "../../schema/schema.ts";

export function eventsOf(db: Db, person_id: PersonId) {
  return db
    .selectFrom("events")
    .select(["id", "name", "props", "happened_at", "received_at"])
    .where("person_id", "=", person_id)
    .orderBy("received_at")
    .execute();
}

export function runsOf(db: Db, person_id: PersonId) {
  return db
    .selectFrom("runs")
    .select([
      "id",
      "content_id",
      "version_id",
      "state",
      "step_id",
      "start_reason",
      "end_reason",
      "started_at",
      "ended_at",
    ])
    .where("person_id", "=", person_id)
    .orderBy("started_at")
    .execute();
}

export function readsOf(db: Db, person_id: PersonId) {
  return db
    .selectFrom("feed_reads")
    .select(["item", "read_at"])
    .where("person_id", "=", person_id)
    .orderBy("read_at")
    .execute();
}

export function emailsOf(db: Db, person_id: PersonId) {
  return db
    .selectFrom("live_update_emails")
    .select(["live_update_id", "state", "reason", "changed_at"])
    .where("person_id", "=", person_id)
    .orderBy("changed_at")
    .execute();
}

export function pushesOf(db: Db, person_id: PersonId) {
  return db
    .selectFrom("live_update_pushes")
    .select(["live_update_id", "state", "reason", "changed_at", "opened_at"])
    .where("person_id", "=", person_id)
    .orderBy("changed_at")
    .execute();
}

export function exposuresOf(db: Db, person_id: PersonId) {
  return db
    .selectFrom("exposures")
    .select(["content_id", "experiment", "arm", "exposed_at"])
    .where("person_id", "=", person_id)
    .orderBy("exposed_at")
    .execute();
}

export function allSuppressionsOf(db: Db, person_id: PersonId) {
  return db
    .selectFrom("suppressions")
    .select(["id", "scope", "target", "reason", "created_at", "expires_at"])
    .where("person_id", "=", person_id)
    .orderBy("created_at")
    .execute();
}
