import {
  type AppId,
  isId,
  type MemberId,
  newId,
  type ReceiverId,
  uuidv7,
  type WebhookDeliveryId,
} from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { WEBHOOK_EVENTS } from "@fanfare/contract/realtime/webhook";
import { WEBHOOK_TOPICS, type WebhookFilter, type WebhookKind } from "@fanfare/contract/realtime/webhook-topics";
import {
  type NewWebhook,
  type WebhookEdit,
  type WebhookEventSelection,
  webhookEventSelectionSchema,
  webhookFilterSchema,
} from "@fanfare/contract/schema/realtime/webhook";
import { type AuditedAction, auditStatement } from "../accounts/audit/audit-entry.ts";
import { assertNotStale, stateTag } from "../accounts/edit-conflict.ts";
import type { Vault } from "../lib/vault.ts";
import type { Post } from "../outbound-http/guarded-post.ts";
import { fromIso, fromJson, toBit, toJson } from "../store/columns.ts";
import { guardRowCount } from "../store/statements/guard-row-count.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import { replayFacts } from "../store/statements/realtime/facts.ts";
import { type DeliveryRow, deliveryById, expediteDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import {
  archiveWebhook,
  replaceSigningSecrets,
  type StoredWebhook,
  updateWebhook,
  type WebhookState,
  webhookById,
} from "../store/statements/realtime/webhooks.ts";
import type { Statement, WriteDeps } from "../store/store.ts";
import { ACTIONS_WITH_TOPIC } from "./audit-topics.ts";
import { addSigningSecret, NO_SECRETS, newSigningSecret } from "./signing-secrets.ts";

export interface WebhookSender {
  /** Returns why a URL may not be called, or undefined if it may. */
  refusalOf(url: string): Promise<string | undefined>;
  refresh(app_id: AppId): Promise<void>;
  /** For tests of webhooks and destinations. */
  readonly post: Post;
  replay(id: WebhookDeliveryId): Promise<"replayed" | "not_found" | "not_dead">;
}

export interface WebhookSettingsDeps extends WriteDeps {
  readonly webhooks: WebhookSender;
  readonly vault: Pick<Vault, "seal">;
}

export interface WebhookActor {
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
}

/** @throws ProblemError `webhook_url_refused` or `webhooks_full`. */
export async function createWebhook(
  deps: WebhookSettingsDeps,
  actor: WebhookActor,
  { kind, url, events, filter, enabled }: NewWebhook,
): Promise<StoredWebhook> {
  assertEventsOfKind(kind, events, filter);
  await assertCallable(deps, url);
  const { clock, rng, store } = deps;
  const { app_id } = actor;
  const id = newId("whk", clock, rng);
  const now_ms = clock.now();
  const row = {
    id,
    app_id,
    kind,
    url,
    events: toJson(events),
    filter: toJson(filter),
    signing_secrets: addSigningSecret(deps.vault, id, NO_SECRETS, {
      secret: newSigningSecret(rng),
      created_at: now_ms,
    }),
    ...{ name: null, preset: null, destination: null, sealed_secrets: null },
    enabled: toBit(enabled),
    created_at: now_ms,
    archived_at: null,
    failing_since: null,
    stopped_at: null,
  };
  const written = await store.write([
    { query: guardRowCount(store.db, "webhooks", app_id, limits.webhooks_per_app_max), expect: 1 },
    { query: insertRow(store.db, "webhooks", row), expect: 1 },
    auditWebhook(deps, actor, "webhook.create", id, { host: new URL(url).host, kind, events, enabled }),
  ]);
  if (written.outcome === "unmet") throw webhooksFull();
  await deps.webhooks.refresh(app_id);
  return row;
}

/** ETag of a webhook's state, for `If-Match`. */
export function webhookTag({ url, events, filter, enabled }: WebhookState): string {
  return stateTag(url, events, filter, enabled);
}

/**
 * `seen`: the caller's `If-Match`, if sent.
 *
 * @throws ProblemError `webhook_not_found`, `webhook_url_refused` or `revision_stale`.
 */
export async function editWebhook(
  deps: WebhookSettingsDeps,
  actor: WebhookActor,
  id: string,
  { url, events, filter, enabled }: WebhookEdit,
  seen?: string,
): Promise<StoredWebhook> {
  const row = await findWebhook(deps, actor.app_id, id);
  assertNotStale(seen, webhookTag(row));
  if (events !== undefined || filter !== undefined) {
    const { events: kept_events, filter: kept_filter } = parseSelection(row);
    assertEventsOfKind(row.kind, events ?? kept_events, filter ?? kept_filter);
  }
  if (url !== undefined) await assertCallable(deps, url);
  const changed: StoredWebhook = {
    ...row,
    url: url ?? row.url,
    events: events === undefined ? row.events : toJson(events),
    filter: filter === undefined ? row.filter : toJson(filter),
    enabled: enabled === undefined ? row.enabled : toBit(enabled),
    // A webhook that is turned on again, or changed, has its whole time again.
    failing_since: null,
    stopped_at: enabled === undefined ? row.stopped_at : null,
  };
  const { store } = deps;
  const { failing_since, stopped_at } = changed;
  const { events: stored_events, filter: stored_filter } = changed;
  const change = {
    ...{ url: changed.url, events: stored_events, filter: stored_filter, enabled: changed.enabled },
    ...{ failing_since, stopped_at },
  };
  const detail = { host: new URL(changed.url).host, events, filter, enabled };
  const written = await store.write([
    { query: updateWebhook(store.db, row, change, seen === undefined ? undefined : row), expect: 1 },
    // Another URL may work.
    { query: expediteDeliveries(store.db, row.id, deps.clock.now()) },
    auditWebhook(deps, actor, "webhook.update", row.id, detail),
  ]);
  if (written.outcome === "unmet") {
    assertNotStale(seen, webhookTag(await findWebhook(deps, actor.app_id, id)));
    throw noWebhook();
  }
  await deps.webhooks.refresh(actor.app_id);
  return changed;
}

/**
 * Deletes a webhook. {@link restoreWebhook} restores it with its pending deliveries within `limits.deleted_kept_days`.
 *
 * @throws ProblemError `webhook_not_found`.
 */
export async function removeWebhook(deps: WebhookSettingsDeps, actor: WebhookActor, id: string): Promise<void> {
  const row = await findWebhook(deps, actor.app_id, id);
  const { store, clock } = deps;
  const written = await store.write([
    { query: archiveWebhook(store.db, row, clock.now()), expect: 1 },
    auditWebhook(deps, actor, "webhook.delete", row.id, { host: new URL(row.url).host }),
  ]);
  if (written.outcome === "unmet") throw noWebhook();
  await deps.webhooks.refresh(actor.app_id);
}

/** Restores a deleted webhook and sends its pending deliveries. @throws ProblemError `webhook_not_found` or `webhooks_full`. */
export async function restoreWebhook(
  deps: WebhookSettingsDeps,
  actor: WebhookActor,
  id: string,
): Promise<StoredWebhook> {
  if (!isId("whk", id)) throw noWebhook();
  const { store } = deps;
  const { app_id } = actor;
  const written = await store.write([
    { query: archiveWebhook(store.db, { app_id, id }, null), expect: 1 },
    { query: guardRowCount(store.db, "webhooks", app_id, limits.webhooks_per_app_max + 1), expect: 1 },
    auditWebhook(deps, actor, "webhook.restore", id, {}),
  ]);
  // Index 0: not deleted, or permanently deleted.
  if (written.outcome === "unmet" && written.index > 0) throw webhooksFull();
  const row = await findWebhook(deps, app_id, id);
  await deps.webhooks.refresh(app_id);
  return row;
}

/** @throws ProblemError `webhook_delivery_not_found`, including for a deleted webhook's delivery. */
export async function findDelivery(
  { store }: Pick<WebhookSettingsDeps, "store">,
  { app_id }: Pick<WebhookActor, "app_id">,
  id: string,
): Promise<DeliveryRow> {
  const found = isId("whd", id) ? await deliveryById(store.db, id) : undefined;
  if (found === undefined || found.app_id !== app_id) throw noDelivery();
  const { webhook_id } = found;
  const webhook = isId("whk", webhook_id) ? await webhookById(store.db, app_id, webhook_id) : undefined;
  if (webhook === undefined) throw noDelivery();
  return found;
}

/** @throws ProblemError `webhook_delivery_not_found` or `webhook_delivery_not_dead`. */
export async function replayDelivery(deps: WebhookSettingsDeps, actor: WebhookActor, id: string): Promise<DeliveryRow> {
  const found = await findDelivery(deps, actor, id);
  switch (await deps.webhooks.replay(found.id)) {
    case "not_found":
      throw noDelivery();
    case "not_dead":
      throw new ProblemError(
        "webhook_delivery_not_dead",
        "This delivery hasn't failed: it's pending or was delivered. Only failed deliveries can be resent.",
      );
    case "replayed": {
      await deps.store.write([
        auditWebhook(deps, actor, "webhook.replay", found.webhook_id, { delivery_id: found.id }),
      ]);
      return (await deliveryById(deps.store.db, found.id)) ?? found;
    }
  }
}

/**
 * Adds a signing secret, which only this result contains. The old one stays valid for
 * `limits.webhook_secret_overlap_ms`.
 *
 * @throws ProblemError `webhook_not_found`.
 */
export async function rotateSigningSecret(
  deps: WebhookSettingsDeps,
  actor: WebhookActor,
  id: string,
): Promise<{ readonly signing_secret: string }> {
  const { store, vault, rng, clock } = deps;
  const row = await findWebhook(deps, actor.app_id, id);
  const secret = newSigningSecret(rng);
  const signing_secrets = addSigningSecret(vault, row.id, row.signing_secrets, { secret, created_at: clock.now() });
  const written = await store.write([
    { query: replaceSigningSecrets(store.db, row, signing_secrets), expect: 1 },
    auditWebhook(deps, actor, "webhook.update", row.id, { signing_secret: "created" }),
  ]);
  if (written.outcome === "unmet") throw noWebhook();
  await deps.webhooks.refresh(actor.app_id);
  return { signing_secret: secret };
}

/**
 * Sends an engagement webhook what happened in a time range again, at most `limits.webhook_replay_facts_max` of each
 * kind. Its topics and filter apply.
 *
 * @throws ProblemError `webhook_not_found`, or `body_invalid` for a webhook of channels, whose events aren't kept.
 */
export async function replayRange(
  deps: WebhookSettingsDeps,
  actor: WebhookActor,
  id: string,
  range: { readonly since: string; readonly until: string },
): Promise<{ readonly queued: number }> {
  const { store, clock, rng } = deps;
  const { id: webhook_id, kind } = await findWebhook(deps, actor.app_id, id);
  if (kind !== "engagement") throw new ProblemError("body_invalid", NO_REPLAY);
  const prefix = uuidv7(clock, rng);
  const [since, until] = [fromIso(range.since), fromIso(range.until)];
  const what = { app_id: actor.app_id, webhook_id, since, until, prefix, limit: limits.webhook_replay_facts_max };
  const written = await store.write([
    ...replayFacts(store.db, what, ACTIONS_WITH_TOPIC).map((query) => ({ query })),
    auditWebhook(deps, actor, "webhook.replay", webhook_id, range),
  ]);
  if (written.outcome === "unmet") throw new Error("An entry of the audit log is stored, or the batch fails.");
  const queued = written.results.reduce((sum, { rows }) => sum + rows.length, 0);
  return { queued };
}

const NO_REPLAY =
  "Events of channels aren't kept, so only engagement webhooks can be replayed. Resend failed deliveries.";

/** @throws ProblemError `body_invalid` for events of the other kind, or tracked events without names. */
function assertEventsOfKind(kind: WebhookKind, events: WebhookEventSelection, filter: WebhookFilter): void {
  const known: readonly string[] = kind === "channels" ? WEBHOOK_EVENTS : WEBHOOK_TOPICS;
  const foreign = events === "all" ? undefined : events.find((name) => !known.includes(name));
  if (foreign !== undefined) {
    const message = `${foreign} isn't an event of ${kind} webhooks.`;
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/events", message }] });
  }
  if (events !== "all" && events.includes("event.tracked") && filter.event_names.length === 0) {
    const message = "Name the tracked events to send.";
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/filter/event_names", message }] });
  }
}

/** Events and filter of a stored webhook. */
export function parseSelection({ events, filter }: Pick<StoredWebhook, "events" | "filter">): {
  readonly events: WebhookEventSelection;
  readonly filter: WebhookFilter;
} {
  return {
    events: fromJson(events, (value) => webhookEventSelectionSchema.parse(value)),
    filter: fromJson(filter, (value) => webhookFilterSchema.parse(value)),
  };
}

async function assertCallable(deps: WebhookSettingsDeps, url: string): Promise<void> {
  const reason = await deps.webhooks.refusalOf(url);
  if (reason === undefined) return;
  throw new ProblemError("webhook_url_refused", reason, { fields: [{ pointer: "/url", message: reason }] });
}

/** @throws ProblemError `webhook_not_found`. */
export async function findWebhook(
  { store }: Pick<WebhookSettingsDeps, "store">,
  app_id: AppId,
  id: string,
): Promise<StoredWebhook> {
  const row = isId("whk", id) ? await webhookById(store.db, app_id, id) : undefined;
  if (row === undefined) throw noWebhook();
  return row;
}

function noWebhook(): ProblemError {
  return new ProblemError("webhook_not_found", "Webhook not found in this app. It may have been deleted.");
}

function webhooksFull(): ProblemError {
  const why = `This app has reached the limit of ${limits.webhooks_per_app_max} webhooks.`;
  return new ProblemError("webhooks_full", `${why} Delete one that you no longer need.`);
}

function noDelivery(): ProblemError {
  const why = "Only the newest deliveries are kept. Deleting a webhook deletes its deliveries.";
  return new ProblemError("webhook_delivery_not_found", `Delivery not found in this app. ${why}`);
}

export function auditWebhook(
  deps: Pick<WebhookSettingsDeps, "clock" | "rng" | "store">,
  { app_id, member_id }: WebhookActor,
  action: Extract<AuditedAction, `webhook.${string}`>,
  id: ReceiverId,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  return auditStatement(deps, { member_id, action, resource: { type: "webhook", id }, app_id, detail });
}
