import type { AppId, WebhookId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export type WebhookRow = Selectable<Schema["webhooks"]>;

export function allWebhooks(db: Db, app_id?: AppId): Promise<WebhookRow[]> {
  const query = db.selectFrom("webhooks").selectAll().where("archived_at", "is", null);
  return (app_id === undefined ? query : query.where("app_id", "=", app_id)).orderBy("id").execute();
}

export function webhookById(db: Db, app_id: AppId, id: WebhookId): Promise<WebhookRow | undefined> {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
}

export type WebhookState = Pick<WebhookRow, "url" | "events" | "filter" | "enabled">;

/** With `seen`, no row if the webhook differs from it. */
export function updateWebhook(
  db: Db,
  { app_id, id }: Pick<WebhookRow, "app_id" | "id">,
  change: Partial<WebhookState & Pick<WebhookRow, "failing_since" | "stopped_at">>,
  seen?: WebhookState,
): CompiledQuery {
  const query = db
    .updateTable("webhooks")
    .set(change)
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("archived_at", "is", null);
  if (seen === undefined) return query.compile();
  return query
    .where("url", "=", seen.url)
    .where("events", "=", seen.events)
    .where("filter", "=", seen.filter)
    .where("enabled", "=", seen.enabled)
    .compile();
}

/** Records the first failed attempt after a successful one, or with null, a successful one. */
export function setFailingSince(db: Db, id: WebhookId, failing_since: Millis | null): CompiledQuery {
  return db.updateTable("webhooks").set({ failing_since }).where("id", "=", id).compile();
}

/** Turns a failing webhook off. No row if it's off already. */
export function stopWebhook(db: Db, id: WebhookId, stopped_at: Millis): CompiledQuery {
  return db
    .updateTable("webhooks")
    .set({ enabled: 0, stopped_at })
    .where("id", "=", id)
    .where("enabled", "=", 1)
    .compile();
}

/** Deletes a webhook with its deliveries, or restores it with null. No row if it already has that state. */
export function archiveWebhook(
  db: Db,
  { app_id, id }: Pick<WebhookRow, "app_id" | "id">,
  archived_at: Millis | null,
): CompiledQuery {
  return db
    .updateTable("webhooks")
    .set({ archived_at })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("archived_at", archived_at === null ? "is not" : "is", null)
    .compile();
}

/** Stores another list of sealed signing secrets. No row if it was changed since it was read. */
export function replaceSigningSecrets(
  db: Db,
  { app_id, id, signing_secrets: before }: Pick<WebhookRow, "app_id" | "id" | "signing_secrets">,
  signing_secrets: string,
): CompiledQuery {
  return db
    .updateTable("webhooks")
    .set({ signing_secrets })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("signing_secrets", "=", before)
    .where("archived_at", "is", null)
    .compile();
}
