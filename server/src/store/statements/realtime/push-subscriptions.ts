import type { AppId, PersonId, PushSubscriptionId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";

export type PushSubscriptionRow = Selectable<Schema["push_subscriptions"]>;
export type PushKeyRow = Selectable<Schema["push_keys"]>;

export function pushKeyOf(db: Db, app_id: AppId): Promise<PushKeyRow | undefined> {
  return db.selectFrom("push_keys").selectAll().where("app_id", "=", app_id).executeTakeFirst();
}

/** The first key stays. */
export function insertPushKey(db: Db, row: PushKeyRow): CompiledQuery {
  return db.insertInto("push_keys").values(row).onConflict(keepExisting).compile();
}

/** An endpoint belongs to one browser, so it moves to the person who uses the browser now. */
export function upsertPushSubscription(db: Db, row: PushSubscriptionRow): CompiledQuery {
  const { person_id, sealed, service, confirmed_at } = row;
  return db
    .insertInto("push_subscriptions")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["app_id", "endpoint_hash"]).doUpdateSet({ person_id, sealed, service, confirmed_at }),
    )
    .compile();
}

export function pushSubscriptionByEndpoint(
  db: Db,
  app_id: AppId,
  endpoint_hash: string,
): Promise<PushSubscriptionRow | undefined> {
  return db
    .selectFrom("push_subscriptions")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("endpoint_hash", "=", endpoint_hash)
    .executeTakeFirst();
}

/** Last confirmed first. */
export function pushSubscriptionsOf(db: Db, person_id: PersonId): Promise<PushSubscriptionRow[]> {
  return db
    .selectFrom("push_subscriptions")
    .selectAll()
    .where("person_id", "=", person_id)
    .orderBy("confirmed_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Deletes all but the last confirmed ones. */
export function deleteOldestPushSubscriptions(db: Db, person_id: PersonId, kept: number): CompiledQuery {
  return db
    .deleteFrom("push_subscriptions")
    .where("person_id", "=", person_id)
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("push_subscriptions as newest")
        .select("newest.id")
        .where("newest.person_id", "=", person_id)
        .orderBy("newest.confirmed_at", "desc")
        .orderBy("newest.id", "desc")
        .limit(kept),
    )
    .compile();
}

export function deletePushSubscription(db: Db, id: PushSubscriptionId): CompiledQuery {
  return db.deleteFrom("push_subscriptions").where("id", "=", id).compile();
}

export function deleteOwnPushSubscription(db: Db, id: string, person_id: PersonId): CompiledQuery {
  return db
    .deleteFrom("push_subscriptions")
    .where("id", "=", id as PushSubscriptionId) // Cast: an unknown ID deletes nothing.
    .where("person_id", "=", person_id)
    .compile();
}

export async function countSubscribedPeople(db: Db, app_id: AppId): Promise<number> {
  const { people } = await db
    .selectFrom("push_subscriptions")
    .select(({ fn }) => fn.count<number>("person_id").distinct().as("people"))
    .where("app_id", "=", app_id)
    .executeTakeFirstOrThrow();
  return Number(people);
}

export function movePushSubscriptions(db: Db, from: PersonId, into: PersonId): CompiledQuery {
  return db.updateTable("push_subscriptions").set({ person_id: into }).where("person_id", "=", from).compile();
}
