import { createHash } from "node:crypto";
import { newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { PushSubscribeRequest, PushSubscriptionResponse } from "@fanfare/contract/schema/client/push";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Vault } from "../../lib/vault.ts";
import { type AddressRules, type Resolve, urlRefusalReason } from "../../outbound-http/address-guard.ts";
import { type Caller, findPerson, writeAs } from "../../people/person/find-person.ts";
import {
  deleteOldestPushSubscriptions,
  deleteOwnPushSubscription,
  deletePushSubscription,
  type PushSubscriptionRow,
  pushSubscriptionByEndpoint,
  upsertPushSubscription,
} from "../../store/statements/realtime/push-subscriptions.ts";
import type { WriteDeps } from "../../store/store.ts";
import { isOnPushCurve } from "./push-curve.ts";

export interface PushSubscriptionDeps extends WriteDeps {
  readonly vault: Pick<Vault, "seal">;
  /** Why the server can't connect to this URL. */
  readonly pushEndpointRefusal: (url: string) => Promise<string | undefined>;
}

/** What is needed to notify a browser. */
export interface PushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Push services have a public https URL. On a developer's machine, a local one works, too. */
export async function pushEndpointRefusal(
  url: string,
  rules: AddressRules,
  resolve: Resolve,
): Promise<string | undefined> {
  if (!rules.allow_private && !url.startsWith("https://")) return "The endpoint must start with https://.";
  return urlRefusalReason(url, rules, resolve);
}

/** Binds an encrypted subscription to its app and endpoint. */
export const pushSubscriptionVaultContext = ({
  app_id,
  endpoint_hash,
}: Pick<PushSubscriptionRow, "app_id" | "endpoint_hash">): string => `push_subscription:${app_id}:${endpoint_hash}`;

/**
 * Subscribes a person's browser, or with `agreed: false`, only checks its subscription.
 *
 * @throws ProblemError `push_endpoint_refused`, `body_invalid` for a key that isn't on the curve, `identity_required` for
 * people who aren't verified.
 */
export async function subscribeToPush(
  deps: PushSubscriptionDeps,
  app: AppRecord,
  caller: Caller,
  request: PushSubscribeRequest,
): Promise<PushSubscriptionResponse> {
  assertOwnMessages(caller);
  const { db } = deps.store;
  const endpoint_hash = createHash("sha256").update(request.endpoint).digest("base64url");
  const known = await pushSubscriptionByEndpoint(db, app.id, endpoint_hash);
  if (!request.agreed) {
    if (known === undefined) return { id: null };
    const person = await findPerson(deps, app, caller);
    if (known.person_id !== person.id) {
      await deps.store.write([{ query: deletePushSubscription(db, known.id) }]);
      return { id: null };
    }
  }
  assertOnCurve(request.keys.p256dh);
  const reason = await deps.pushEndpointRefusal(request.endpoint);
  if (reason !== undefined) {
    throw new ProblemError("push_endpoint_refused", `The push service can't be used. ${reason}`, {
      fields: [{ pointer: "/endpoint", message: reason }],
    });
  }
  await store(deps, app, caller, request, endpoint_hash);
  const stored = await pushSubscriptionByEndpoint(db, app.id, endpoint_hash);
  return { id: stored?.id ?? null };
}

async function store(
  deps: PushSubscriptionDeps,
  app: AppRecord,
  caller: Caller,
  { endpoint, keys }: PushTarget,
  endpoint_hash: string,
): Promise<void> {
  const { db } = deps.store;
  const now_ms = deps.clock.now();
  const place = pushSubscriptionVaultContext({ app_id: app.id, endpoint_hash });
  const target: PushTarget = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  const sealed = deps.vault.seal(JSON.stringify(target), place);
  const row = {
    ...{ id: newId("psh", deps.clock, deps.rng), app_id: app.id, endpoint_hash, sealed },
    ...{ service: new URL(endpoint).host, created_at: now_ms, confirmed_at: now_ms },
  };
  await writeAs(deps, app, caller, ({ id: person_id }) => [
    { query: upsertPushSubscription(db, { ...row, person_id }) },
    { query: deleteOldestPushSubscriptions(db, person_id, limits.push_subscriptions_max) },
  ]);
}

/** Does nothing if the person has no such subscription. */
export async function unsubscribeFromPush(deps: WriteDeps, app: AppRecord, caller: Caller, id: string): Promise<void> {
  assertOwnMessages(caller);
  const person = await findPerson(deps, app, caller);
  await deps.store.write([{ query: deleteOwnPushSubscription(deps.store.db, id, person.id) }]);
}

function assertOnCurve(p256dh: string): void {
  if (isOnPushCurve(p256dh)) return;
  const message = "Send the key of the browser's subscription. This one isn't a point on the curve P-256.";
  throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/keys/p256dh", message }] });
}

/** Unverified people get no messages, and anyone could claim their ID. */
function assertOwnMessages(caller: Caller): void {
  if (caller.kind !== "unverified") return;
  throw new ProblemError(
    "identity_required",
    "Notifications need an identity token or an anonymous visitor. Send an identity token as Authorization: Bearer.",
  );
}
