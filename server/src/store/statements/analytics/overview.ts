import type { AppId, ReceiverId } from "@fanfare/contract/lib/ids";
import type { StartCutoffs } from "@fanfare/contract/targeting/upcoming";
import { sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { Store } from "../../store.ts";
import { awaits, isScheduled, type Reviewer } from "../content/content-filter.ts";

/** Counts an app's live and paused content. Excludes scheduled and archived content. */
export function publicationCounts(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  app_id: AppId,
  begun: StartCutoffs,
): Promise<{ live: number; paused: number }> {
  const live = sql<number>`count(case when publications.paused_at is null and not ${isScheduled(begun, dialect)} then 1 end)`;
  return db
    .selectFrom("publications")
    .innerJoin("contents", "contents.id", "publications.content_id")
    .innerJoin("versions", "versions.id", "publications.version_id")
    .select(({ fn }) => [live.as("live"), fn.count<number>("publications.paused_at").as("paused")])
    .where("publications.app_id", "=", app_id)
    .where("contents.archived_at", "is", null)
    .executeTakeFirstOrThrow();
}

/** Counts drafts that wait for the caller's approval in an app. */
export async function waitingReviews(db: Db, app_id: AppId, reviewer: Reviewer): Promise<number> {
  const { waiting } = await db
    .selectFrom("reviews")
    .innerJoin("contents", (join) =>
      join.onRef("contents.id", "=", "reviews.content_id").onRef("contents.revision", "=", "reviews.revision"),
    )
    .select(({ fn }) => fn.countAll().as("waiting"))
    .where("reviews.app_id", "=", app_id)
    .where(awaits(reviewer))
    .where("contents.archived_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

export type Receivers = "webhooks" | "destinations";
const kindOperator = (receivers: Receivers) => (receivers === "destinations" ? "=" : "<>");

/** An app's failed deliveries since then, up to `limit`. */
export function deadDeliveries(
  db: Db,
  app_id: AppId,
  receivers: Receivers,
  { since, limit }: { readonly since: Millis; readonly limit: number },
): Promise<{ webhook_id: ReceiverId }[]> {
  return db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .select("webhook_deliveries.webhook_id")
    .where("webhooks.app_id", "=", app_id)
    .where("webhooks.kind", kindOperator(receivers), "destination")
    .where("webhooks.archived_at", "is", null)
    .where("webhook_deliveries.state", "=", "dead")
    .where("webhook_deliveries.created_at", ">=", since)
    .limit(limit)
    .execute();
}

/** An app's webhooks or destinations, with whether their deliveries fail. */
export function receiversOf(db: Db, app_id: AppId, receivers: Receivers) {
  return db
    .selectFrom("webhooks")
    .select(["id", "name", "url", "enabled", "failing_since", "stopped_at"])
    .where("app_id", "=", app_id)
    .where("kind", kindOperator(receivers), "destination")
    .where("archived_at", "is", null)
    .orderBy("id")
    .execute();
}

/** Names of attributes that received values of different types. */
export async function mixedAttributes(db: Db, app_id: AppId, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("attribute_definitions")
    .select("name")
    .where("app_id", "=", app_id)
    .where("mismatches", ">", 0)
    .orderBy("mismatches", "desc")
    .orderBy("name")
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

export async function firstSteps(db: Db, app_id: AppId) {
  const row = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom("apps").select("id").where("id", "=", app_id).where("first_page_at", "is not", null)).as(
        "connected",
      ),
      exists(selectFrom("publications").select("content_id").where("app_id", "=", app_id)).as("published"),
      sql<boolean>`(select count(*) from members) > 1 or exists (select id from account_links where purpose = 'invite')`.as(
        "invited",
      ),
      exists(selectFrom("live_updates").select("id").where("app_id", "=", app_id)).as("said"),
      exists(selectFrom("goals").select("id").where("app_id", "=", app_id).where("archived_at", "is", null)).as("goal"),
    ])
    .executeTakeFirstOrThrow();
  const { connected, published, invited, said, goal } = row;
  // SQLite returns 0 and 1.
  return {
    connected: Boolean(connected),
    published: Boolean(published),
    invited: Boolean(invited),
    said: Boolean(said),
    goal: Boolean(goal),
  };
}
