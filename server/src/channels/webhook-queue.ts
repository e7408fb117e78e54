import type { Cancel, Clock } from "@fanfare/contract/clock";
import type { AppId, WebhookId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import type { WantedEvents } from "@fanfare/contract/schema/webhook";
import type { Signer } from "../signing.ts";
import type { Store, StoreErrorKind, WriteResult } from "../store/store.ts";
import { type AttemptRow, forgetAttempts, insertAttempt } from "../store/webhook-attempts.ts";
import {
  buryDeliveries,
  type DeliveryRow,
  forgetDeliveries,
  nextDelivery,
  updateDelivery,
} from "../store/webhook-deliveries.ts";
import type { Post, PostOutcome } from "./guarded-post.ts";
import { type InsistentWriteDeps, writeInsistently } from "./insistent-write.ts";
import { attemptOf, callFor, judge, type Verdict } from "./webhook-attempt.ts";

/** A webhook as its queue needs it. */
export interface Hook {
  readonly id: WebhookId;
  readonly app_id: AppId;
  readonly url: string;
  readonly wanted: WantedEvents;
  readonly enabled: boolean;
}

export interface QueueDeps extends InsistentWriteDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly store: Store;
  readonly apps: { byId(id: string): Signer | undefined };
  readonly post: Post;
  /** Calls were given up, and it is written down. */
  readonly onGivenUp: () => void;
}

/** `again`: more was written since the table was last looked at. */
type Working = { readonly kind: "working"; readonly done: Promise<void>; again: boolean };
type QueueState = { readonly kind: "idle" } | Working | { readonly kind: "pausing"; readonly cancel: Cancel };

const IDLE: QueueState = { kind: "idle" };
const GIVEN_UP = "The receiver failed all the time in which this could have been sent.";

/**
 * The deliveries of one webhook, one in flight at a time and in the order of their ids, so that a receiver hears of things in
 * the order in which they happened. The table is the queue; what is kept here is only when to look at it. Whoever fails is
 * left alone for a while that grows, however many deliveries wait, and what has waited longer than
 * `limits.webhook_retry_window_ms` then dies with the attempt that failed.
 */
export class WebhookQueue {
  readonly #deps: QueueDeps;
  #hook: Hook;
  #state: QueueState = IDLE;
  /** Attempts that failed in a row, whatever the delivery. */
  #failures = 0;
  #waiting: number;
  #retired = false;

  /** `waiting`: how many deliveries the table holds for it already. */
  constructor(deps: QueueDeps, hook: Hook, waiting: number) {
    this.#deps = deps;
    this.#hook = hook;
    this.#waiting = waiting;
  }

  get hook(): Hook {
    return this.#hook;
  }

  /** How many deliveries wait, the one in flight among them. */
  get waiting(): number {
    return this.#waiting;
  }

  /** So many deliveries were written. */
  written(count: number): void {
    this.#waiting += count;
    if (this.#state.kind === "working") this.#state.again = true;
    else if (this.#state.kind === "idle") this.#start();
  }

  /** Goes on at once, as if nothing had failed: somebody has changed the webhook, or replays a delivery. */
  encourage(hook: Hook, revived = 0): void {
    this.#hook = hook;
    this.#failures = 0;
    if (this.#state.kind === "pausing") this.#rest();
    this.written(revived);
  }

  /** Makes no further attempt; resolves when the one under way has ended and is written down. */
  async retire(): Promise<void> {
    this.#retired = true;
    if (this.#state.kind === "pausing") this.#rest();
    if (this.#state.kind === "working") await this.#state.done;
  }

  #rest(): void {
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
        return limits.webhook_retry_cap_ms;
      })
      .then((pause_ms) => {
        if (pause_ms > 0 && !this.#retired) this.#pause(pause_ms);
        else {
          this.#rest();
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

  /** Delivers until nothing waits, something fails, or the house stops. Resolves with how long to pause; 0: until written(). */
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
      // Nothing is put off longer than the cap: then the clock was set back, and now is as good as any time.
      if (early_ms > 0 && early_ms <= limits.webhook_retry_cap_ms) {
        // A delivery of before the last start brings its failures along.
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
    const attempt = attemptOf(delivery, outcome, { began_at, ended_at: now_ms });
    const verdict = judge(delivery, outcome, { now_ms, failures: this.#failures + 1, rng: this.#deps.rng });
    this.#failures = verdict.change.state === "delivered" ? 0 : this.#failures + 1;
    await this.#writeDown(delivery, verdict, attempt, now_ms);
    return verdict.pause_ms;
  }

  async #post(delivery: DeliveryRow): Promise<PostOutcome> {
    const app = this.#deps.apps.byId(delivery.app_id);
    const call = app === undefined ? undefined : callFor(delivery, this.#hook.url, app);
    if (call === undefined) return { outcome: "failed", reason: "The app has no secret to sign with. Make one." };
    return await this.#deps.post(call);
  }

  async #writeDown(delivery: DeliveryRow, { change }: Verdict, attempt: AttemptRow, now_ms: number): Promise<void> {
    const { store, log } = this.#deps;
    const { id: webhook_id, app_id } = this.#hook;
    const fields = { app_id, webhook_id, delivery_id: delivery.id, attempts: change.attempts };
    const settled = { query: updateDelivery(store.db, delivery.id, change) };
    const kept = [
      { query: insertAttempt(store.db, attempt) },
      { query: forgetAttempts(store.db, delivery.id, limits.webhook_attempts_kept_max) },
    ];
    if (change.state === "delivered") {
      const keep = limits.webhook_delivered_kept_max;
      const written = await writeInsistently(this.#deps, [
        settled,
        { query: forgetDeliveries(store.db, webhook_id, "delivered", keep) },
        ...kept,
      ]);
      const [delivered = 0] = affectedBy(written);
      this.#waiting -= delivered;
      log.debug("webhook_delivered", fields);
      return;
    }
    const oldest_ms = now_ms - limits.webhook_retry_window_ms;
    const written = await writeInsistently(this.#deps, [
      settled,
      { query: buryDeliveries(store.db, webhook_id, oldest_ms, GIVEN_UP) },
      { query: forgetDeliveries(store.db, webhook_id, "dead", limits.webhook_dead_kept_max) },
      ...kept,
    ]);
    const [changed = 0, buried = 0] = affectedBy(written);
    const given_up = (change.state === "dead" ? changed : 0) + buried;
    this.#waiting -= given_up;
    const why = { status: change.last_status, reason: change.last_error };
    log.debug("webhook_failed", { ...fields, ...why });
    if (given_up === 0) return;
    log.warn("webhook_given_up", { ...fields, ...why, given_up, waiting: this.#waiting });
    this.#deps.onGivenUp();
  }
}

/** @throws Error when nothing was written: what the receiver has answered is not known to the table then. */
function affectedBy(written: WriteResult | StoreErrorKind): readonly number[] {
  if (typeof written === "string" || written.outcome === "unmet") {
    throw new Error(`What came of an attempt could not be written down: ${JSON.stringify(written)}.`);
  }
  return written.results.map(({ affected }) => affected);
}
