import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { hmacHex, type Signer } from "../lib/signing.ts";
import type { PostOutcome, PostRequest } from "../outbound-http/guarded-post.ts";
import type { Millis } from "../store/schema/column-types.ts";
import type { AttemptRow } from "../store/statements/realtime/webhook-attempts.ts";
import type { DeliveryRow } from "../store/statements/realtime/webhook-deliveries.ts";
import { restamp } from "./body.ts";
import { standardHeaders } from "./signing-secrets.ts";
import type { WebhookTarget } from "./webhook-target.ts";

/**
 * The request of a delivery, signed as in Standard Webhooks, and for channel events also as Pusher does. Pusher's
 * signature uses the oldest live secret, so that a receiver that doesn't know a newer one yet can verify it.
 * `Content-Type` is exact, because receivers compare it letter by letter. `X-Fanfare-Delivery` is the same for each
 * attempt, so that a receiver can recognize a repeated delivery after a lost answer. The body is the same, too, until
 * receivers would reject the time in it.
 */
export function deliveryRequest(
  delivery: DeliveryRow,
  { url, secrets }: Pick<WebhookTarget, "url" | "secrets">,
  signer: Signer,
  now_ms: number,
): PostRequest | undefined {
  const { id, message_id, stamped_at, attempts } = delivery;
  const common = { "User-Agent": "Fanfare", "Content-Type": "application/json", "X-Fanfare-Delivery": id };
  if (message_id !== null) {
    const { body } = delivery;
    return {
      url,
      headers: { ...common, ...standardHeaders(secrets, { id: message_id, body }, now_ms) },
      body,
      attempts,
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
  return { url, headers, body, attempts };
}

/** The result of an attempt: the new state of the row, and how long the webhook's queue pauses. */
export interface AttemptVerdict {
  readonly change: Pick<
    DeliveryRow,
    "state" | "attempts" | "next_attempt_at" | "last_status" | "last_error" | "delivered_at"
  >;
  readonly pause_ms: number;
}

/**
 * Any 2xx is success. Otherwise the pause grows with `failures`, the attempts of this webhook that failed in a row, this one
 * included; a delivery whose next attempt would come later than `limits.webhook_retry_window_ms` after its stamp is dead.
 */
export function judgeAttempt(
  delivery: DeliveryRow,
  outcome: PostOutcome,
  at: { readonly now_ms: number; readonly failures: number; readonly rng: Pick<Rng, "next"> },
): AttemptVerdict {
  const { now_ms } = at;
  const attempts = delivery.attempts + 1;
  const last_status = outcome.outcome === "answered" ? outcome.status : null;
  if (last_status !== null && last_status >= 200 && last_status < 300) {
    const delivered = { state: "delivered", last_error: null, delivered_at: now_ms } as const;
    return { change: { ...delivered, attempts, last_status, next_attempt_at: now_ms }, pause_ms: 0 };
  }
  const last_error =
    outcome.outcome === "failed" ? bounded(outcome.reason) : `The receiver returned ${outcome.status}.`;
  const pause_ms = retryPause(at.failures, at.rng);
  const next_attempt_at = now_ms + pause_ms;
  const state = next_attempt_at > delivery.stamped_at + limits.webhook_retry_window_ms ? "dead" : "pending";
  return { change: { state, attempts, next_attempt_at, last_status, last_error, delivered_at: null }, pause_ms };
}

export function attemptRow(
  { id }: Pick<DeliveryRow, "id">,
  outcome: PostOutcome,
  { began_at, ended_at }: { readonly began_at: Millis; readonly ended_at: Millis },
): AttemptRow {
  // The clock may have been set back.
  const timed = { delivery_id: id, began_at, duration_ms: Math.max(0, ended_at - began_at) };
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

/** Half of the ceiling, plus up to as much again at random, so that webhooks don't retry together. */
function retryPause(failures: number, rng: Pick<Rng, "next">): number {
  const ceiling_ms = Math.min(limits.webhook_retry_cap_ms, limits.webhook_retry_base_ms * 2 ** failures);
  return Math.round((ceiling_ms / 2) * (1 + rng.next()));
}
