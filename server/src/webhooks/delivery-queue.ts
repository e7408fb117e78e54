import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_ERRORS } from "@fanfare/contract/realtime/webhook-errors";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { batchOf, hideSecrets, isRejection } from "../destinations/destination-request.ts";
import type { Signer } from "../lib/signing.ts";
import type { Vault } from "../lib/vault.ts";
import type { Post, PostOutcome } from "../outbound-http/guarded-post.ts";
import { toIso } from "../store/columns.ts";
import { type AttemptRow, insertAttempts, trimAttempts } from "../store/statements/realtime/webhook-attempts.ts";
import {
  type DeliveryRow,
  markDeliveriesDead,
  nextDeliveries,
  settleDeliveries,
  trimDeliveries,
} from "../store/statements/realtime/webhook-deliveries.ts";
import { setFailingSince, stopWebhook } from "../store/statements/realtime/webhooks.ts";
import type { Statement, Store, StoreErrorKind, WriteResult } from "../store/store.ts";
import { attemptRow, buildCall, isSuccess, judgeAttempt, OVERLOADED, pauseAfter } from "./attempt.ts";
import { RETRY_PLANS, type RetryPlan } from "./retry-plan.ts";
import type { ReceiverTarget } from "./webhook-target.ts";
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

/** `again`: more was written since the table was last read. `probing`: the first attempt may come before its time. */
type Working = { readonly kind: "working"; readonly done: Promise<void>; again: boolean; probing: boolean };
type Pausing = { readonly kind: "pausing"; readonly cancel: Cancel; readonly since_ms: number };
type QueueState = { readonly kind: "idle" } | Working | Pausing;

/** After an error of this server, which the receiver didn't cause. */
const FAULT_PAUSE_MS = 60_000;

const IDLE: QueueState = { kind: "idle" };

/** Deliveries that were attempted together. */
interface Attempted {
  readonly deliveries: readonly DeliveryRow[];
  readonly outcome: PostOutcome;
  readonly attempt: Omit<AttemptRow, "delivery_id">;
  readonly now_ms: number;
}

/**
 * The deliveries of one receiver, one request at a time and in the order of their IDs, so that events arrive in their order.
 * A request to a webhook has one delivery, and one to a destination several. If a destination rejects them, half of them
 * are tried, until the bad one stands alone and fails.
 * The table is the queue; this class only knows when to read it. After a failure the whole queue pauses for a time that
 * grows, and deliveries that have waited longer than the window of their plan fail with it. Something new to send tries the
 * receiver again during a long pause, which doesn't change the plan. After a success, everything that waits is due.
 * A webhook that fails for `limits.webhook_failing_ms_max` is turned off.
 */
export class WebhookQueue {
  readonly #deps: WebhookQueueDeps;
  #hook: ReceiverTarget;
  #state: QueueState = IDLE;
  /** Failed attempts in a row, over all deliveries. */
  #failures = 0;
  /** The last attempt succeeded, so that nothing has to wait. */
  #is_well = false;
  #waiting: number;
  /** Deliveries of the next request, while some are rejected. */
  #batch_max: number | undefined;
  #retired = false;

  /** `waiting`: number of its stored deliveries. */
  constructor(deps: WebhookQueueDeps, hook: ReceiverTarget, waiting: number) {
    this.#deps = deps;
    this.#hook = hook;
    this.#waiting = waiting;
  }

  get hook(): ReceiverTarget {
    return this.#hook;
  }

  get #plan(): RetryPlan {
    return RETRY_PLANS[this.#hook.kind];
  }

  /** Number of waiting deliveries, including the one in flight. */
  get waiting(): number {
    return this.#waiting;
  }

  written(count: number): void {
    this.#waiting += count;
    if (this.#state.kind === "working") this.#state.again = true;
    else if (this.#state.kind === "idle") this.#start();
    else if (count > 0 && this.#deps.clock.now() - this.#state.since_ms >= limits.webhook_probe_ms_min) {
      this.#endPause();
      this.#start({ probing: true });
    }
  }

  /** Continues immediately and resets the failures, after the webhook was changed or a delivery resent. */
  encourage(hook: ReceiverTarget, revived = 0): void {
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

  #start({ probing } = { probing: false }): void {
    if (this.#retired || !this.#hook.enabled || this.#waiting === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const working: Working = { kind: "working", done: promise, again: false, probing };
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
    this.#state = { kind: "pausing", cancel, since_ms: this.#deps.clock.now() };
  }

  /**
   * Sends deliveries until the queue is empty, an attempt fails, or the server stops. Resolves with the pause, or 0 to
   * wait for written().
   */
  async #work(working: Working): Promise<number> {
    while (!this.#retired && this.#hook.enabled) {
      working.again = false;
      const limit = this.#batch_max ?? this.#batch().items_max;
      const deliveries = await nextDeliveries(this.#deps.store.db, this.#hook.id, limit);
      const [first] = deliveries;
      if (first === undefined) {
        if (working.again) continue;
        this.#waiting = 0;
        return 0;
      }
      const early_ms = this.#earlyBy(first, deliveries.length);
      const is_probe = working.probing && early_ms > 0 && isFailing(first);
      working.probing = false;
      if (early_ms > 0) {
        this.#failures = Math.max(this.#failures, this.#failuresOf(first));
        if (!is_probe) return early_ms;
      }
      const pause_ms = await this.#attempt(deliveries, is_probe ? early_ms : undefined);
      if (pause_ms > 0) return pause_ms;
    }
    return 0;
  }

  #batch(): { readonly items_max: number; readonly wait_ms: number } {
    return this.#hook.kind === "destination" ? batchOf(this.#hook.destination) : { items_max: 1, wait_ms: 0 };
  }

  /** Those of a delivery from before the last start. */
  #failuresOf({ attempts, next_attempt_at, stamped_at }: DeliveryRow): number {
    return Math.min(attempts, this.#plan.failuresUntil(next_attempt_at - stamped_at));
  }

  /** How long until the next attempt is due: after a failure, or while others may join an incomplete batch. */
  #earlyBy({ next_attempt_at, created_at, attempts, last_status }: DeliveryRow, found: number): number {
    const now_ms = this.#deps.clock.now();
    const { items_max, wait_ms } = this.#batch();
    const is_incomplete = attempts === 0 && this.#batch_max === undefined && found < items_max;
    const due_at = this.#is_well ? 0 : next_attempt_at;
    const early_ms = Math.max(due_at, is_incomplete ? created_at + wait_ms : 0) - now_ms;
    const cap_ms = Math.max(this.#plan.pause_max_ms, last_status === null ? 0 : limits.webhook_retry_after_ms_max);
    // Pauses never exceed the cap unless the clock was set back. The attempt is due then.
    return early_ms > cap_ms ? 0 : Math.max(0, early_ms);
  }

  /** `left_ms`: for a probe, until the next attempt of the plan. */
  async #attempt(waiting: readonly DeliveryRow[], left_ms: number | undefined): Promise<number> {
    const { apps, clock, post, rng } = this.#deps;
    const began_at = clock.now();
    const call = buildCall(this.#hook, waiting, apps.byId(this.#hook.app_id), began_at);
    const outcome: PostOutcome =
      call.outcome === "failed"
        ? { outcome: "failed", reason: call.reason }
        : await post({ ...call.request, attempts: waiting[0]?.attempts ?? 0 });
    const now_ms = clock.now();
    const deliveries = waiting.slice(0, call.outcome === "failed" ? 1 : call.count);
    const attempt = this.#withoutSecrets(attemptRow(outcome, { began_at, ended_at: now_ms }));
    const attempted = { deliveries, outcome, attempt, now_ms };
    if ((call.outcome === "failed" && call.of === "message") || this.#isRejection(outcome)) {
      await this.#reject(attempted);
      return 0;
    }
    const failures = this.#failures + (left_ms === undefined ? 1 : 0);
    const pause_ms = pauseAfter(outcome, this.#plan, { now_ms, failures, rng, left_ms });
    this.#is_well = isSuccess(outcome);
    if (this.#is_well) {
      this.#failures = 0;
      this.#batch_max = undefined;
      await this.#storeSuccess(attempted);
    } else {
      this.#failures = failures;
      await this.#storeFailure(attempted, pause_ms);
    }
    return pause_ms;
  }

  #isRejection(outcome: PostOutcome): boolean {
    if (this.#hook.kind !== "destination" || outcome.outcome === "failed") return false;
    return isRejection(this.#hook.destination, outcome);
  }

  /** Receivers may repeat what they received. */
  #withoutSecrets(attempt: Omit<AttemptRow, "delivery_id">): Omit<AttemptRow, "delivery_id"> {
    if (this.#hook.kind !== "destination") return attempt;
    return { ...attempt, answer: hideSecrets(this.#hook.destination, attempt.answer) };
  }

  /** Tries half of the deliveries, or fails the only one. The receiver is well. */
  async #reject(attempted: Attempted): Promise<void> {
    const { deliveries, outcome, now_ms } = attempted;
    const [first, second] = deliveries;
    if (second !== undefined) {
      this.#batch_max = Math.ceil(deliveries.length / 2);
      return;
    }
    if (first === undefined) return;
    this.#batch_max = undefined;
    const verdict = { ...judgeAttempt(first, outcome, this.#plan, { now_ms, pause_ms: 0 }), state: "dead" } as const;
    const { store, log } = this.#deps;
    const [settled = 0] = affectedBy(
      await writeWithRetry(this.#deps, [
        { query: settleDeliveries(store.db, [first.id], verdict) },
        ...this.#retained(attempted),
        { query: trimDeliveries(store.db, this.#hook.id, "dead", limits.webhook_dead_kept_max) },
      ]),
    );
    this.#waiting -= settled;
    log.warn("webhook_given_up", { ...this.#fields(attempted), reason: verdict.last_error, given_up: settled });
    this.#deps.onDeliveryFailed();
  }

  #fields({ deliveries }: Attempted) {
    const [first] = deliveries;
    const { id: webhook_id, app_id } = this.#hook;
    return { app_id, webhook_id, delivery_id: first?.id, deliveries: deliveries.length };
  }

  /** Statements that keep the attempt. Only deliveries with many attempts have some to trim. */
  #retained({ deliveries, attempt }: Attempted): readonly Statement[] {
    const { db } = this.#deps.store;
    const [keep, ids] = [limits.webhook_attempts_kept_max, deliveries.map(({ id }) => id)];
    const crowded = deliveries.filter(({ attempts }) => attempts >= keep);
    return [
      { query: insertAttempts(db, ids, attempt) },
      ...crowded.map(({ id }) => ({ query: trimAttempts(db, id, keep) })),
    ];
  }

  async #storeSuccess(attempted: Attempted): Promise<void> {
    const { db } = this.#deps.store;
    const { deliveries, outcome, now_ms } = attempted;
    const [first] = deliveries;
    if (first === undefined) return;
    const { id: webhook_id, failing_since } = this.#hook;
    const ids = deliveries.map(({ id }) => id);
    const written = await writeWithRetry(this.#deps, [
      { query: settleDeliveries(db, ids, judgeAttempt(first, outcome, this.#plan, { now_ms, pause_ms: 0 })) },
      { query: trimDeliveries(db, webhook_id, "delivered", limits.webhook_delivered_kept_max) },
      ...this.#retained(attempted),
      ...(failing_since === null ? [] : [{ query: setFailingSince(db, webhook_id, null) }]),
    ]);
    this.#hook = { ...this.#hook, failing_since: null };
    const [delivered = 0] = affectedBy(written);
    this.#waiting -= delivered;
    this.#deps.log.debug("webhook_delivered", this.#fields(attempted));
  }

  async #storeFailure(attempted: Attempted, pause_ms: number): Promise<void> {
    const { store, log } = this.#deps;
    const { deliveries, outcome, now_ms } = attempted;
    const judged = deliveries.map((row) => ({
      id: row.id,
      verdict: judgeAttempt(row, outcome, this.#plan, { now_ms, pause_ms }),
    }));
    const settled = (["pending", "dead"] as const).flatMap((state) => {
      const of_state = judged.filter(({ verdict }) => verdict.state === state);
      const [first] = of_state;
      if (first === undefined) return [];
      const ids = of_state.map(({ id }) => id);
      return [{ state, statement: { query: settleDeliveries(store.db, ids, first.verdict) } }];
    });
    const oldest_ms = now_ms - this.#plan.window_ms;
    const { id } = this.#hook;
    const written = affectedBy(
      await writeWithRetry(this.#deps, [
        ...settled.map(({ statement }) => statement),
        { query: markDeliveriesDead(store.db, id, oldest_ms, WEBHOOK_ERRORS.expired) },
        { query: trimDeliveries(store.db, id, "dead", limits.webhook_dead_kept_max) },
        ...this.#retained(attempted),
        ...this.#failureStatements(attempted),
      ]),
    );
    const dead_at = settled.findIndex(({ state }) => state === "dead");
    const given_up = (written[dead_at] ?? 0) + (written[settled.length] ?? 0);
    this.#waiting -= given_up;
    const why = { status: judged[0]?.verdict.last_status, reason: judged[0]?.verdict.last_error };
    log.debug("webhook_failed", { ...this.#fields(attempted), ...why });
    this.#noteFailure(attempted);
    if (given_up === 0) return;
    log.warn("webhook_given_up", { ...this.#fields(attempted), ...why, given_up, waiting: this.#waiting });
    this.#deps.onDeliveryFailed();
  }

  /** It failed for days, or says that it's gone for good. Webhooks of channel events behave like Pusher's, so they retry. */
  #isOver({ outcome, now_ms }: Attempted): boolean {
    const { kind, failing_since } = this.#hook;
    if (kind !== "channels" && outcome.outcome === "answered" && outcome.status === GONE) return true;
    return failing_since !== null && now_ms - failing_since >= limits.webhook_failing_ms_max;
  }

  #failureStatements(attempted: Attempted): readonly Statement[] {
    const { store } = this.#deps;
    const { now_ms } = attempted;
    const { id, app_id, failing_since } = this.#hook;
    const begun = failing_since === null ? [{ query: setFailingSince(store.db, id, now_ms) }] : [];
    if (!this.#isOver(attempted)) return begun;
    const note =
      this.#hook.kind === "destination"
        ? ({ action: "destination.stop", resource: { type: "destination", id }, detail: {} } as const)
        : ({ action: "webhook.stop", resource: { type: "webhook", id }, detail: hostOf(this.#hook) } as const);
    const detail = { ...note.detail, failing_since: toIso(failing_since ?? now_ms) };
    return [
      ...begun,
      { query: stopWebhook(store.db, id, now_ms) },
      auditStatement(this.#deps, { ...note, member_id: null, app_id, detail }),
    ];
  }

  /** After the statements were stored. */
  #noteFailure(attempted: Attempted): void {
    const is_over = this.#isOver(attempted);
    const { id: webhook_id, app_id, failing_since: begun_at } = this.#hook;
    const failing_since = begun_at ?? attempted.now_ms;
    this.#hook = { ...this.#hook, failing_since };
    if (is_over) {
      this.#hook = { ...this.#hook, enabled: false };
      this.#deps.log.warn("webhook_stopped", { app_id, webhook_id, failing_since: toIso(failing_since) });
      this.#deps.onDeliveryFailed();
    }
  }
}

/** Probes are for receivers that fail, not for those that asked for a pause. */
function isFailing({ attempts, last_status }: DeliveryRow): boolean {
  return attempts > 0 && (last_status === null || !OVERLOADED.has(last_status));
}

/** The status of a receiver that no longer exists and asks for no more requests. */
const GONE = 410;

function hostOf({ url }: { readonly url: string }): { readonly host: string } {
  return { host: new URL(url).host };
}

/** @throws Error if nothing was written, because the table doesn't have the receiver's response then. */
function affectedBy(written: WriteResult | StoreErrorKind): readonly number[] {
  if (typeof written === "string" || written.outcome === "unmet") {
    throw new Error(`The result of an attempt couldn't be stored: ${JSON.stringify(written)}.`);
  }
  return written.results.map(({ affected }) => affected);
}
