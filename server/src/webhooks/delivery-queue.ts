import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_ERRORS } from "@fanfare/contract/realtime/webhook-errors";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import type { Signer } from "../lib/signing.ts";
import type { Vault } from "../lib/vault.ts";
import type { Post, PostOutcome } from "../outbound-http/guarded-post.ts";
import { toIso } from "../store/columns.ts";
import { type AttemptRow, insertAttempt, trimAttempts } from "../store/statements/realtime/webhook-attempts.ts";
import {
  type DeliveryRow,
  markDeliveriesDead,
  nextDelivery,
  trimDeliveries,
  updateDelivery,
} from "../store/statements/realtime/webhook-deliveries.ts";
import { setFailingSince, stopWebhook } from "../store/statements/realtime/webhooks.ts";
import type { Statement, Store, StoreErrorKind, WriteResult } from "../store/store.ts";
import { type AttemptVerdict, attemptRow, deliveryRequest, judgeAttempt } from "./attempt.ts";
import type { WebhookTarget } from "./webhook-target.ts";
import { type WriteWithRetryDeps, writeWithRetry } from "./write-with-retry.ts";

export interface WebhookQueueDeps extends WriteWithRetryDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: Store;
  readonly apps: { byId(id: string): Signer | undefined };
  readonly post: Post;
  readonly vault: Pick<Vault, "unseal">;
  /** Failed deliveries were stored. */
  readonly onDeliveryFailed: () => void;
}

/** `again`: more was written since the table was last read. */
type Working = { readonly kind: "working"; readonly done: Promise<void>; again: boolean };
type QueueState = { readonly kind: "idle" } | Working | { readonly kind: "pausing"; readonly cancel: Cancel };

/** After an error of this server, which the receiver didn't cause. */
const FAULT_PAUSE_MS = 60_000;

const IDLE: QueueState = { kind: "idle" };

/**
 * The deliveries of one webhook, one in flight at a time and in the order of their IDs, so that events arrive in their order.
 * The table is the queue; this class only knows when to read it. After a failure the whole queue pauses for a time that
 * grows, and deliveries that have waited longer than `limits.webhook_retry_window_ms` fail with it. A webhook that fails for
 * `limits.webhook_failing_ms_max` is turned off.
 */
export class WebhookQueue {
  readonly #deps: WebhookQueueDeps;
  #hook: WebhookTarget;
  #state: QueueState = IDLE;
  /** Failed attempts in a row, over all deliveries. */
  #failures = 0;
  #waiting: number;
  #retired = false;

  /** `waiting`: number of its stored deliveries. */
  constructor(deps: WebhookQueueDeps, hook: WebhookTarget, waiting: number) {
    this.#deps = deps;
    this.#hook = hook;
    this.#waiting = waiting;
  }

  get hook(): WebhookTarget {
    return this.#hook;
  }

  /** Number of waiting deliveries, including the one in flight. */
  get waiting(): number {
    return this.#waiting;
  }

  written(count: number): void {
    this.#waiting += count;
    if (this.#state.kind === "working") this.#state.again = true;
    else if (this.#state.kind === "idle") this.#start();
  }

  /** Continues immediately and resets the failures, after the webhook was changed or a delivery resent. */
  encourage(hook: WebhookTarget, revived = 0): void {
    this.#hook = hook;
    this.#failures = 0;
    if (this.#state.kind === "pausing") this.#endPause();
    this.written(revived);
  }

  /** Starts no more attempts. Resolves when the one in flight is stored. */
  async retire(): Promise<void> {
    this.#retired = true;
    if (this.#state.kind === "pausing") this.#endPause();
    if (this.#state.kind === "working") await this.#state.done;
  }

  #endPause(): void {
    if (this.#state.kind === "pausing") this.#state.cancel();
    this.#state = IDLE;
  }

  #start(): void {
    if (this.#retired || !this.#hook.enabled || this.#waiting === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const working: Working = { kind: "working", done: promise, again: false };
    this.#state = working;
    void this.#work(working)
      .catch((error: unknown) => {
        this.#deps.log.error("webhook_queue_failed", { webhook_id: this.#hook.id, error });
        return FAULT_PAUSE_MS;
      })
      .then((pause_ms) => {
        if (pause_ms > 0 && !this.#retired) this.#pause(pause_ms);
        else {
          this.#endPause();
          if (working.again) this.#start();
        }
        resolve();
      });
  }

  #pause(pause_ms: number): void {
    const cancel = this.#deps.clock.after(pause_ms, () => {
      this.#state = IDLE;
      this.#start();
    });
    this.#state = { kind: "pausing", cancel };
  }

  /**
   * Sends deliveries until the queue is empty, an attempt fails, or the server stops. Resolves with the pause, or 0 to
   * wait for written().
   */
  async #work(working: Working): Promise<number> {
    while (!this.#retired && this.#hook.enabled) {
      working.again = false;
      const delivery = await nextDelivery(this.#deps.store.db, this.#hook.id);
      if (delivery === undefined) {
        if (working.again) continue;
        this.#waiting = 0;
        return 0;
      }
      const early_ms = delivery.next_attempt_at - this.#deps.clock.now();
      // Pauses never exceed the cap unless the clock was set back. The attempt is due then.
      if (early_ms > 0 && early_ms <= limits.webhook_retry_cap_ms) {
        // Keeps the failures of a delivery from before the last start.
        this.#failures = Math.max(this.#failures, delivery.attempts);
        return early_ms;
      }
      const pause_ms = await this.#attempt(delivery);
      if (pause_ms > 0) return pause_ms;
    }
    return 0;
  }

  async #attempt(delivery: DeliveryRow): Promise<number> {
    const began_at = this.#deps.clock.now();
    const outcome = await this.#post(delivery);
    const now_ms = this.#deps.clock.now();
    const attempt = attemptRow(delivery, outcome, { began_at, ended_at: now_ms });
    const result = judgeAttempt(delivery, outcome, { now_ms, failures: this.#failures + 1, rng: this.#deps.rng });
    this.#failures = result.change.state === "delivered" ? 0 : this.#failures + 1;
    await this.#store(delivery, result, attempt, now_ms);
    return result.pause_ms;
  }

  async #post(delivery: DeliveryRow): Promise<PostOutcome> {
    const app = this.#deps.apps.byId(delivery.app_id);
    const call = app === undefined ? undefined : deliveryRequest(delivery, this.#hook, app, this.#deps.clock.now());
    if (call === undefined) return { outcome: "failed", reason: "The app has no secret to sign with. Create one." };
    return await this.#deps.post(call);
  }

  async #store(delivery: DeliveryRow, { change }: AttemptVerdict, attempt: AttemptRow, now_ms: number): Promise<void> {
    const { store, log } = this.#deps;
    const { id: webhook_id, app_id } = this.#hook;
    const fields = { app_id, webhook_id, delivery_id: delivery.id, attempts: change.attempts };
    const settled = { query: updateDelivery(store.db, delivery.id, change) };
    const retained = [
      { query: insertAttempt(store.db, attempt) },
      { query: trimAttempts(store.db, delivery.id, limits.webhook_attempts_kept_max) },
    ];
    if (change.state === "delivered") {
      const keep = limits.webhook_delivered_kept_max;
      const written = await writeWithRetry(this.#deps, [
        settled,
        { query: trimDeliveries(store.db, webhook_id, "delivered", keep) },
        ...retained,
        ...(this.#hook.failing_since === null ? [] : [{ query: setFailingSince(store.db, webhook_id, null) }]),
      ]);
      this.#hook = { ...this.#hook, failing_since: null };
      const [delivered = 0] = affectedBy(written);
      this.#waiting -= delivered;
      log.debug("webhook_delivered", fields);
      return;
    }
    const oldest_ms = now_ms - limits.webhook_retry_window_ms;
    const written = await writeWithRetry(this.#deps, [
      settled,
      { query: markDeliveriesDead(store.db, webhook_id, oldest_ms, WEBHOOK_ERRORS.expired) },
      { query: trimDeliveries(store.db, webhook_id, "dead", limits.webhook_dead_kept_max) },
      ...retained,
      ...this.#failureStatements(now_ms),
    ]);
    const [changed = 0, buried = 0] = affectedBy(written);
    const given_up = (change.state === "dead" ? changed : 0) + buried;
    this.#waiting -= given_up;
    const why = { status: change.last_status, reason: change.last_error };
    log.debug("webhook_failed", { ...fields, ...why });
    this.#noteFailure(now_ms);
    if (given_up === 0) return;
    log.warn("webhook_given_up", { ...fields, ...why, given_up, waiting: this.#waiting });
    this.#deps.onDeliveryFailed();
  }

  #isFailingTooLong(now_ms: number): boolean {
    const { failing_since } = this.#hook;
    return failing_since !== null && now_ms - failing_since >= limits.webhook_failing_ms_max;
  }

  #failureStatements(now_ms: number): readonly Statement[] {
    const { store } = this.#deps;
    const { id, app_id, url, failing_since } = this.#hook;
    if (failing_since === null) return [{ query: setFailingSince(store.db, id, now_ms) }];
    if (!this.#isFailingTooLong(now_ms)) return [];
    const resource = { type: "webhook", id } as const;
    const detail = { host: new URL(url).host, failing_since: toIso(failing_since) };
    return [
      { query: stopWebhook(store.db, id, now_ms) },
      auditStatement(this.#deps, { member_id: null, action: "webhook.stop", resource, app_id, detail }),
    ];
  }

  /** After the statements were stored. */
  #noteFailure(now_ms: number): void {
    const { id: webhook_id, app_id, failing_since } = this.#hook;
    if (failing_since === null) this.#hook = { ...this.#hook, failing_since: now_ms };
    else if (this.#isFailingTooLong(now_ms)) {
      this.#hook = { ...this.#hook, enabled: false };
      this.#deps.log.warn("webhook_stopped", { app_id, webhook_id, failing_since: toIso(failing_since) });
      this.#deps.onDeliveryFailed();
    }
  }
}

/** @throws Error if nothing was written, because the table doesn't have the receiver's response then. */
function affectedBy(written: WriteResult | StoreErrorKind): readonly number[] {
  if (typeof written === "string" || written.outcome === "unmet") {
    throw new Error(`The result of an attempt couldn't be stored: ${JSON.stringify(written)}.`);
  }
  return written.results.map(({ affected }) => affected);
}
