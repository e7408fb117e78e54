import { isId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { Webhook, WebhookAttempt, WebhookDelivery } from "@fanfare/contract/schema/responses/realtime/webhook";
import type { WEBHOOK_ROUTES } from "@fanfare/contract/schema/routes/webhooks";
import type { Actor } from "../../../accounts/access/actor.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { fromBit, toIso, toIsoOrNull } from "../../../store/columns.ts";
import { type AttemptRow, attemptsOf } from "../../../store/statements/realtime/webhook-attempts.ts";
import type { DeliveryRow } from "../../../store/statements/realtime/webhook-deliveries.ts";
import { type StoredWebhook, webhooksOf } from "../../../store/statements/realtime/webhooks.ts";
import { deliveryPage, NO_DELIVERIES } from "../../../webhooks/delivery-page.ts";
import { deliveryRates } from "../../../webhooks/delivery-rates.ts";
import { storeTest } from "../../../webhooks/store-test.ts";
import { testWebhook } from "../../../webhooks/test-webhook.ts";
import {
  auditWebhook,
  createWebhook,
  editWebhook,
  findDelivery,
  findWebhook,
  parseSelection,
  removeWebhook,
  replayDelivery,
  replayRange,
  restoreWebhook,
  rotateSigningSecret,
  type WebhookActor,
  webhookTag,
} from "../../../webhooks/webhook-settings.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

function presentWebhook(row: StoredWebhook): Webhook {
  const { id, kind, url, enabled, created_at, failing_since, stopped_at } = row;
  return {
    id,
    kind,
    url,
    ...parseSelection(row),
    enabled: fromBit(enabled),
    created_at: toIso(created_at),
    failing_since: toIsoOrNull(failing_since),
    stopped_at: toIsoOrNull(stopped_at),
    etag: webhookTag(row),
  };
}

/** Delivery with the result of its attempts. `next_attempt_at` is set while another attempt is planned. */
function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, webhook_id, state, attempts, body, created_at, next_attempt_at, last_status, last_error, delivered_at } =
    row;
  return {
    ...{ id, webhook_id, state, attempts, body, last_status, last_error },
    created_at: toIso(created_at),
    next_attempt_at: state === "pending" ? toIso(next_attempt_at) : null,
    delivered_at: delivered_at === null ? null : toIso(delivered_at),
  };
}

export function presentAttempt({ began_at, duration_ms, status, error, answer }: AttemptRow): WebhookAttempt {
  return { at: toIso(began_at), duration_ms, status, error, answer };
}

export function webhookHandlers(deps: ApiDeps): Handlers<typeof WEBHOOK_ROUTES> {
  const { db } = deps.store;
  const by = (actor: Actor, app: AppRecord): WebhookActor => ({ app_id: app.id, member_id: actor.member_id });
  const detailOf = (row: StoredWebhook): Tagged<Webhook> => new Tagged(presentWebhook(row), webhookTag(row));

  return {
    "GET /api/webhooks": async ({ app }) => ({ items: (await webhooksOf(db, app.id)).map(presentWebhook) }),
    "POST /api/webhooks": async ({ body, actor, app }) => detailOf(await createWebhook(deps, by(actor, app), body)),
    "PATCH /api/webhooks/:id": async ({ params, body, actor, app, tag }) =>
      detailOf(await editWebhook(deps, by(actor, app), params.id, body, tag)),
    "DELETE /api/webhooks/:id": async ({ params, actor, app }) => {
      await removeWebhook(deps, by(actor, app), params.id);
    },
    "POST /api/webhooks/:id/restore": async ({ params, actor, app }) =>
      detailOf(await restoreWebhook(deps, by(actor, app), params.id)),
    "POST /api/webhooks/:id/signing-secret": ({ params, actor, app }) =>
      rotateSigningSecret(deps, by(actor, app), params.id),
    "POST /api/webhooks/:id/test": async ({ params, actor, app }) => {
      const row = await findWebhook(deps, app.id, params.id);
      const tested = await testWebhook({ ...deps, post: deps.webhooks.post }, row, app);
      const detail = { status: tested.status, error: tested.error };
      const audit = auditWebhook(deps, by(actor, app), "webhook.test", row.id, detail);
      await storeTest(deps, { app_id: app.id, id: row.id, tested, audit });
      return tested;
    },
    "POST /api/webhooks/:id/replay": ({ params, body: { since, until }, actor, app }) =>
      replayRange(deps, by(actor, app), params.id, { since, until }),
    "GET /api/webhook-deliveries": async ({ query, app }) => {
      const { webhook_id, state, after: before, ...asked } = query;
      // IDs of other kinds match nothing.
      const isNamed =
        (webhook_id === undefined || isId("whk", webhook_id)) && (before === undefined || isId("whd", before));
      const filter = { app_id: app.id, receivers: "webhooks", state } as const;
      const { rows, ...page } = isNamed
        ? await deliveryPage(deps.store, { ...filter, webhook_id, before }, asked)
        : NO_DELIVERIES;
      return { items: rows.map(presentDelivery), ...page };
    },
    "GET /api/delivery-rates": async ({ app }) => ({
      items: await deliveryRates(deps.store, app.id, deps.clock.now()),
    }),
    "GET /api/webhook-deliveries/:id/attempts": async ({ params, actor, app }) => {
      const { id } = await findDelivery(deps, by(actor, app), params.id);
      const rows = await attemptsOf(db, id, limits.webhook_attempts_kept_max);
      return { items: rows.map(presentAttempt) };
    },
    "POST /api/webhook-deliveries/:id/replay": async ({ params, actor, app }) =>
      presentDelivery(await replayDelivery(deps, by(actor, app), params.id)),
  };
}
