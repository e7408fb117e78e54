import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { type BuiltRequest, buildRequest } from "../destinations/destination-request.ts";
import { hmacHex, type Signer } from "../lib/signing.ts";
import type { PostOutcome, PostRequest } from "../outbound-http/guarded-post.ts";
import type { Millis } from "../store/schema/column-types.ts";
import type { AttemptRow } from "../store/statements/realtime/webhook-attempts.ts";
import type { DeliveryRow } from "../store/statements/realtime/webhook-deliveries.ts";
import { restamp } from "./body.ts";
import type { RetryPlan } from "./retry-plan.ts";
import { standardHeaders } from "./signing-secrets.ts";
import type { ReceiverTarget, WebhookTarget } from "./webhook-target.ts";

/**
 * The request of a delivery, signed as in Standard Webhooks, and for channel events also as Pusher does. Pusher's
 * signature uses the oldest live secret, so that a receiver that doesn't know a newer one yet can verify it.
 * `Content-Type` is exact, because receivers compare it letter by letter. `X-Fanfare-Delivery` is the same for each
 * attempt, so that a receiver can recognize a repeated delivery after a lost answer. The body is the same, too, until
 * receivers would reject the time in it.
 */
export function deliveryRequest(
  delivery: Pick<DeliveryRow, "id" | "message_id" | "stamped_at" | "body">,
  { url, secrets }: Pick<WebhookTarget, "url" | "secrets">,
  signer: Signer,
  now_ms: number,
): Omit<PostRequest, "attempts"> | undefined {
  const { id, message_id, stamped_at } = delivery;
  const common = { "User-Agent": "Fanfare", "Content-Type": "application/json", "X-Fanfare-Delivery": id };
  if (message_id !== null) {
    const { body } = delivery;
    return {
      url,
      headers: { ...common, ...standardHeaders(secrets, { id: message_id, body }, now_ms) },
      body,
    };
  }
  const oldest = signer.secrets.at(-1);
  if (oldest === undefined) return undefined;
  const is_old = now_ms - stamped_at > limits.webhook_stamp_age_ms_max;
  const body = is_old ? restamp(delivery.body, now_ms) : delivery.body;
  const headers = {
    ...common,
    "X-Pusher-Key": signer.key,
    "X-Pusher-Signature": hmacHex(oldest.secret, body),
    ...standardHeaders(secrets, { id, body }, now_ms),
  };
  return { url, headers, body };
}

/** The request of the first of these deliveries, or for a destination, of as many as fit. */
export function buildCall(
  target: ReceiverTarget,
  deliveries: readonly DeliveryRow[],
  signer: Signer | undefined,
  now_ms: number,
): BuiltRequest {
  if (target.kind === "destination") {
    return buildRequest(
      target.destination,
      deliveries.map(({ body }) => body),
    );
  }
  const [first] = deliveries;
  const request = signer && first && deliveryRequest(first, target, signer, now_ms);
  if (request !== undefined) return { outcome: "built", request, count: 1 };
  return { outcome: "failed", of: "settings", reason: NO_APP_SECRET };
}

export const NO_APP_SECRET = "The app has no secret to sign with. Create one.";

/** The result of an attempt: the new state of the row. */
export type AttemptVerdict = Pick<
  DeliveryRow,
  "state" | "next_attempt_at" | "last_status" | "last_error" | "delivered_at"
>;

/**
 * Any 2xx is success, with a pause of 0. Otherwise the pause grows with `failures`, the attempts of this receiver that
 * failed in a row, this one included. After a probe, it's what is left of the pause (`left_ms`). A receiver that is
 * overloaded may ask for a longer one.
 */
export function pauseAfter(
  outcome: PostOutcome,
  plan: RetryPlan,
  at: {
    readonly now_ms: number;
    readonly failures: number;
    readonly rng: Pick<Rng, "next">;
    readonly left_ms: number | undefined;
  },
): number {
  if (isSuccess(outcome)) return 0;
  return Math.max(at.left_ms ?? plan.pauseAfter(at.failures, at.rng), retryAfter(outcome, at.now_ms));
}

/** A delivery whose next attempt would come after the window of its plan is dead. */
export function judgeAttempt(
  delivery: Pick<DeliveryRow, "stamped_at">,
  outcome: PostOutcome,
  { window_ms }: Pick<RetryPlan, "window_ms">,
  { now_ms, pause_ms }: { readonly now_ms: number; readonly pause_ms: number },
): AttemptVerdict {
  const last_status = outcome.outcome === "answered" ? outcome.status : null;
  if (isSuccess(outcome)) {
    return { state: "delivered", last_error: null, delivered_at: now_ms, last_status, next_attempt_at: now_ms };
  }
  const last_error =
    outcome.outcome === "failed" ? bounded(outcome.reason) : `The receiver returned ${outcome.status}.`;
  const next_attempt_at = now_ms + pause_ms;
  const state = next_attempt_at > delivery.stamped_at + window_ms ? "dead" : "pending";
  return { state, next_attempt_at, last_status, last_error, delivered_at: null };
}

export function isSuccess(outcome: PostOutcome): boolean {
  return outcome.outcome === "answered" && outcome.status >= 200 && outcome.status < 300;
}

/** Statuses whose `Retry-After` counts. */
export const OVERLOADED: ReadonlySet<number> = new Set([429, 503]);

/** Seconds or a date, at most `limits.webhook_retry_after_ms_max`. */
function retryAfter(outcome: PostOutcome, now_ms: number): number {
  if (outcome.outcome === "failed" || !OVERLOADED.has(outcome.status) || outcome.retry_after === undefined) return 0;
  const text = outcome.retry_after;
  const wait_ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now_ms;
  if (Number.isNaN(wait_ms)) return 0;
  return Math.min(Math.max(0, Math.ceil(wait_ms)), limits.webhook_retry_after_ms_max);
}

export function attemptRow(
  outcome: PostOutcome,
  { began_at, ended_at }: { readonly began_at: Millis; readonly ended_at: Millis },
): Omit<AttemptRow, "delivery_id"> {
  // The clock may have been set back.
  const timed = { began_at, duration_ms: Math.max(0, ended_at - began_at) };
  switch (outcome.outcome) {
    case "answered":
      return { ...timed, status: outcome.status, error: null, answer: outcome.excerpt };
    case "failed":
      return { ...timed, status: null, error: bounded(outcome.reason), answer: "" };
  }
}

function bounded(reason: string): string {
  return reason.slice(0, limits.webhook_error_chars_max);
}
