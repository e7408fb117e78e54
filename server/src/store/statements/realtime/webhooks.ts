import type { AppId, DestinationId, ReceiverId, WebhookId } from "@fanfare/contract/lib/ids";
import type { WebhookKind } from "@fanfare/contract/realtime/webhook-topics";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

/** A webhook or a destination. */
export type WebhookRow = Selectable<Schema["webhooks"]>;
interface WebhookOnly {
  readonly id: WebhookId;
  readonly kind: WebhookKind;
}
export type StoredWebhook = Omit<WebhookRow, keyof WebhookOnly> & WebhookOnly;

export function webhooksOf(db: Db, app_id: AppId): Promise<StoredWebhook[]> {
  return receiversOf(db, app_id).where("kind", "<>", "destination").$narrowType<WebhookOnly>().execute();
}

export function destinationsOf(db: Db, app_id: AppId): Promise<WebhookRow[]> {
  return receiversOf(db, app_id).where("kind", "=", "destination").execute();
}

function receiversOf(db: Db, app_id: AppId) {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("archived_at", "is", null)
    .where("app_id", "=", app_id)
    .orderBy("id");
}

/** Webhooks and destinations of an app, or of all. */
export function allReceivers(db: Db, app_id?: AppId): Promise<WebhookRow[]> {
  const query = db.selectFrom("webhooks").selectAll().where("archived_at", "is", null);
  return (app_id === undefined ? query : query.where("app_id", "=", app_id)).orderBy("id").execute();
}

export function webhookById(db: Db, app_id: AppId, id: WebhookId): Promise<StoredWebhook | undefined> {
  return receiversOf(db, app_id)
    .where("id", "=", id)
    .where("kind", "<>", "destination")
    .$narrowType<WebhookOnly>()
    .executeTakeFirst();
}

export function destinationById(db: Db, app_id: AppId, id: DestinationId): Promise<WebhookRow | undefined> {
  return receiversOf(db, app_id).where("id", "=", id).where("kind", "=", "destination").executeTakeFirst();
}

export type WebhookState = Pick<WebhookRow, "url" | "events" | "filter" | "enabled">;

export type DestinationState = Pick<
  WebhookRow,
  "name" | "destination" | "sealed_secrets" | "events" | "filter" | "enabled"
>;

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

/** No row if the destination differs from `seen`. */
export function updateDestination(
  db: Db,
  { app_id, id }: Pick<WebhookRow, "app_id" | "id">,
  change: DestinationState & Pick<WebhookRow, "failing_since" | "stopped_at">,
  seen: DestinationState,
): CompiledQuery {
  return db
    .updateTable("webhooks")
    .set(change)
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .where("name", "=", seen.name)
    .where("destination", "=", seen.destination)
    .where("sealed_secrets", "=", seen.sealed_secrets)
    .where("events", "=", seen.events)
    .where("filter", "=", seen.filter)
    .where("enabled", "=", seen.enabled)
    .compile();
}

/** Records the first failed attempt after a successful one, or with null, a successful one. */
export function setFailingSince(db: Db, id: ReceiverId, failing_since: Millis | null): CompiledQuery {
  return db.updateTable("webhooks").set({ failing_since }).where("id", "=", id).compile();
}

/** Turns a failing webhook off. No row if it's off already. */
export function stopWebhook(db: Db, id: ReceiverId, stopped_at: Millis): CompiledQuery {
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
