import { isId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import {
  createWebhookRequestSchema,
  replayRequestSchema,
  updateWebhookRequestSchema,
  type WebhookAttemptsResponse,
  type WebhookDeliveriesResponse,
  type WebhooksResponse,
  webhookDeliveriesQuerySchema,
} from "@fanfare/contract/schema/webhook";
import { type Context, Hono } from "hono";
import {
  changeWebhook,
  createWebhook,
  findDelivery,
  removeWebhook,
  replayDelivery,
  restoreWebhook,
  type WebhookActor,
} from "../accounts/webhooks.ts";
import { attemptsOf } from "../store/webhook-attempts.ts";
import { deliveriesOf } from "../store/webhook-deliveries.ts";
import { allWebhooks, type WebhookRow } from "../store/webhooks.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { revisionTag, seenState } from "./revision.ts";
import { presentAttempt, presentDelivery, presentWebhook } from "./webhook-presenters.ts";

/** Whom an app tells of its channels, and what became of it. */
export function webhookRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { db } = deps.store;
  const actorFor = (c: Context<ApiEnv>, app_id: string): WebhookActor => ({
    app_id: appNamed(deps.apps, app_id).id,
    member_id: c.var.actor.member_id,
  });
  const actorOfQuery = (c: Context<ApiEnv>): WebhookActor => actorFor(c, parseQuery(c, appQuerySchema).app_id);

  const answer = (c: Context<ApiEnv>, row: WebhookRow, status: 200 | 201 = 200): Response => {
    const webhook = presentWebhook(row);
    return c.json(webhook, status, { ETag: revisionTag(webhook.etag) });
  };

  return new Hono<ApiEnv>()
    .get("/webhooks", async (c) => {
      const rows = await allWebhooks(db, actorOfQuery(c).app_id);
      return c.json({ items: rows.map(presentWebhook) } satisfies WebhooksResponse);
    })
    .post("/webhooks", async (c) => {
      const { app_id, ...wish } = await parseText(c, createWebhookRequestSchema);
      return answer(c, await createWebhook(deps, actorFor(c, app_id), wish), 201);
    })
    .patch("/webhooks/:id", async (c) => {
      const actor = actorOfQuery(c);
      const change = await parseText(c, updateWebhookRequestSchema);
      return answer(c, await changeWebhook(deps, actor, c.req.param("id"), change, seenState(c)));
    })
    .delete("/webhooks/:id", async (c) => {
      await removeWebhook(deps, actorOfQuery(c), c.req.param("id"));
      return c.body(null, 204);
    })
    .post("/webhooks/:id/restore", async (c) =>
      answer(c, await restoreWebhook(deps, actorOfQuery(c), c.req.param("id"))),
    )
    .get("/webhook-deliveries", async (c) => {
      const { webhook_id, state, before, limit, ...query } = parseQuery(c, webhookDeliveriesQuerySchema);
      const { app_id } = actorFor(c, query.app_id);
      // What is no id of this kind names nothing.
      const isNamed =
        (webhook_id === undefined || isId("whk", webhook_id)) && (before === undefined || isId("whd", before));
      const rows = isNamed ? await deliveriesOf(db, { app_id, webhook_id, state, before, limit: limit + 1 }) : [];
      const page = rows.slice(0, limit);
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      return c.json({ items: page.map(presentDelivery), next } satisfies WebhookDeliveriesResponse);
    })
    .get("/webhook-deliveries/:id/attempts", async (c) => {
      const { id } = await findDelivery(deps, actorOfQuery(c), c.req.param("id"));
      const rows = await attemptsOf(db, id, limits.webhook_attempts_kept_max);
      return c.json({ items: rows.map(presentAttempt) } satisfies WebhookAttemptsResponse);
    })
    .post("/webhook-deliveries/:id/replay", async (c) => {
      const { app_id } = await parseText(c, replayRequestSchema);
      return c.json(presentDelivery(await replayDelivery(deps, actorFor(c, app_id), c.req.param("id"))));
    });
}
