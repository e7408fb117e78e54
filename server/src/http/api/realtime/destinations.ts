import { DESTINATION_FIELDS } from "@fanfare/contract/destinations/presets";
import { isId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Destination, DestinationDelivery } from "@fanfare/contract/schema/responses/realtime/destination";
import type { DESTINATION_ROUTES } from "@fanfare/contract/schema/routes/destinations";
import type { Actor } from "../../../accounts/access/actor.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import {
  auditDestination,
  createDestination,
  type DestinationActor,
  type DestinationDeps,
  destinationTag,
  editDestination,
  findDestination,
  openDestination,
  parseDestination,
  removeDestination,
  replayDestination,
  restoreDestination,
} from "../../../destinations/destination-settings.ts";
import { previewRequest, testDestination } from "../../../destinations/test-destination.ts";
import { toIso, toIsoOrNull } from "../../../store/columns.ts";
import { attemptsOf } from "../../../store/statements/realtime/webhook-attempts.ts";
import { type DeliveryRow, deliveryById } from "../../../store/statements/realtime/webhook-deliveries.ts";
import { destinationById, destinationsOf, type WebhookRow } from "../../../store/statements/realtime/webhooks.ts";
import { ACTIONS_WITH_TOPIC } from "../../../webhooks/audit-topics.ts";
import { deliveryPage, NO_DELIVERIES } from "../../../webhooks/delivery-page.ts";
import { storeTest } from "../../../webhooks/store-test.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentAttempt } from "./webhooks.ts";

export function destinationHandlers(api_deps: ApiDeps): Handlers<typeof DESTINATION_ROUTES> {
  const deps: DestinationDeps & ApiDeps = { ...api_deps, actions_with_topic: ACTIONS_WITH_TOPIC };
  const { store, vault, webhooks } = deps;
  const { db } = store;
  const by = (actor: Actor, app: AppRecord): DestinationActor => ({ app_id: app.id, member_id: actor.member_id });
  const present = (row: WebhookRow): Destination => presentDestination(vault, row);
  const detailOf = (row: WebhookRow): Tagged<Destination> => new Tagged(present(row), destinationTag(row));

  return {
    "GET /api/destinations": async ({ app }) => ({ items: (await destinationsOf(db, app.id)).map(present) }),
    "POST /api/destinations": async ({ body, actor, app }) =>
      detailOf(await createDestination(deps, by(actor, app), body)),
    "PATCH /api/destinations/:id": async ({ params, body, actor, app, tag }) =>
      detailOf(await editDestination(deps, by(actor, app), params.id, body, tag)),
    "DELETE /api/destinations/:id": async ({ params, actor, app }) => {
      await removeDestination(deps, by(actor, app), params.id);
    },
    "POST /api/destinations/:id/restore": async ({ params, actor, app }) =>
      detailOf(await restoreDestination(deps, by(actor, app), params.id)),
    "POST /api/destinations/:id/test": async ({ params, actor, app }) => {
      const row = await findDestination(deps, by(actor, app), params.id);
      const { post } = webhooks;
      const tested = await testDestination({ ...deps, post }, openDestination(vault, row), {
        id: app.id,
        key: app.key,
      });
      const detail = { status: tested.status, error: tested.error };
      const audit = auditDestination(deps, by(actor, app), "destination.test", row.id, detail);
      await storeTest(deps, { app_id: app.id, id: row.id, tested, audit });
      return tested;
    },
    "POST /api/destinations/:id/replay": ({ params, body: { since, until }, actor, app }) =>
      replayDestination(deps, by(actor, app), params.id, { since, until }),
    ...deliveryHandlers(deps, by),
  };
}

type DeliveryRoutes = Pick<
  typeof DESTINATION_ROUTES,
  Extract<keyof typeof DESTINATION_ROUTES, `${string} /api/destination-deliveries${string}`>
>;

function deliveryHandlers(
  deps: DestinationDeps & ApiDeps,
  by: (actor: Actor, app: AppRecord) => DestinationActor,
): Handlers<DeliveryRoutes> {
  const { store, vault, webhooks } = deps;
  const { db } = store;
  return {
    "GET /api/destination-deliveries": async ({ query, app }) => {
      const { destination_id, state, after: before, ...asked } = query;
      // IDs of other kinds match nothing.
      const is_named =
        (destination_id === undefined || isId("dst", destination_id)) && (before === undefined || isId("whd", before));
      const filter = { app_id: app.id, receivers: "destinations", state } as const;
      const { rows, ...page } = is_named
        ? await deliveryPage(store, { ...filter, webhook_id: destination_id, before }, asked)
        : NO_DELIVERIES;
      return { items: rows.map(presentDelivery), ...page };
    },
    "GET /api/destination-deliveries/:id/attempts": async ({ params, actor, app }) => {
      const { delivery } = await findDelivery(deps, by(actor, app), params.id);
      const rows = await attemptsOf(db, delivery.id, limits.webhook_attempts_kept_max);
      return { items: rows.map(presentAttempt) };
    },
    "GET /api/destination-deliveries/:id/request": async ({ params, actor, app }) => {
      const { delivery, destination } = await findDelivery(deps, by(actor, app), params.id);
      return previewRequest(openDestination(vault, destination), delivery.body);
    },
    "POST /api/destination-deliveries/:id/replay": async ({ params, actor, app }) => {
      const actor_here = by(actor, app);
      const { delivery, destination } = await findDelivery(deps, actor_here, params.id);
      if ((await webhooks.replay(delivery.id)) !== "replayed") {
        throw new ProblemError(
          "webhook_delivery_not_dead",
          "This delivery hasn't failed: it's pending or was delivered. Only failed deliveries can be resent.",
        );
      }
      const detail = { delivery_id: delivery.id };
      await store.write([auditDestination(deps, actor_here, "destination.replay", destination.id, detail)]);
      return presentDelivery((await deliveryById(db, delivery.id)) ?? delivery);
    },
  };
}

/** @throws ProblemError `webhook_delivery_not_found`, including for a deleted destination's delivery. */
async function findDelivery(
  { store }: Pick<DestinationDeps, "store">,
  { app_id }: DestinationActor,
  id: string,
): Promise<{ readonly delivery: DeliveryRow; readonly destination: WebhookRow }> {
  const delivery = isId("whd", id) ? await deliveryById(store.db, id) : undefined;
  const receiver_id = delivery?.webhook_id ?? "";
  const destination = isId("dst", receiver_id) ? await destinationById(store.db, app_id, receiver_id) : undefined;
  if (delivery === undefined || destination === undefined) {
    const why = "Only the newest deliveries are kept. Deleting a destination deletes its deliveries.";
    throw new ProblemError("webhook_delivery_not_found", `Delivery not found in this app. ${why}`);
  }
  return { delivery, destination };
}

function presentDestination(vault: DestinationDeps["vault"], row: WebhookRow): Destination {
  const { secrets } = openDestination(vault, row);
  const { id, created_at, failing_since, stopped_at } = row;
  return {
    id,
    ...parseDestination(row),
    secrets: DESTINATION_FIELDS.filter((name) => secrets[name] !== undefined),
    created_at: toIso(created_at),
    failing_since: toIsoOrNull(failing_since),
    stopped_at: toIsoOrNull(stopped_at),
    etag: destinationTag(row),
  };
}

function presentDelivery(row: DeliveryRow): DestinationDelivery {
  const { id, webhook_id: destination_id, state, attempts, body, last_status, last_error } = row;
  return {
    ...{ id, destination_id, state, attempts, body, last_status, last_error },
    created_at: toIso(row.created_at),
    next_attempt_at: state === "pending" ? toIso(row.next_attempt_at) : null,
    delivered_at: toIsoOrNull(row.delivered_at),
  };
}
