import type { Clock } from "@fanfare/contract/lib/clock";
import type { Receiver } from "./mailbox.ts";

export interface LongPollSource {
  readonly clock: Clock;
  /** Maximum wait for messages. */
  readonly hold_ms: number;
  /** Earliest response time, so that messages until then share one response. Ignored if {@link isUrgent}. */
  readonly not_before_ms: number;
  /** True when the end is pending: nothing follows it, and the server may stop immediately. */
  isUrgent(): boolean;
  readonly signal: AbortSignal;
  answer(): Response | undefined;
  /** Returns the response after `hold_ms` without messages, or for a keepalive. */
  nothing(): Response;
  replaced(): Response;
  /** Called once, after the response or when the client closes the request. */
  onEnd(poll: LongPoll): void;
}

export interface LongPoll extends Receiver {
  readonly response: Promise<Response>;
}

/**
 * Opens a long poll that responds when there are messages. Messages of the same tick share a response.
 *
 * @example
 * const poll = openLongPoll({
 *   clock, hold_ms: 25_000, not_before_ms: pace(), isUrgent, signal: request.signal, answer, nothing, replaced, onEnd,
 * });
 * mailbox.attach(poll);
 * poll.wake();
 * return poll.response;
 */
export function openLongPoll(source: LongPollSource): LongPoll {
  const { clock, not_before_ms } = source;
  const { promise, resolve } = Promise.withResolvers<Response>();
  let is_due = not_before_ms <= clock.now();
  let is_ended = false;
  let is_waking = false;

  const end = (answer: Response): void => {
    is_ended = true;
    cancel();
    cancelWait();
    source.signal.removeEventListener("abort", onAbort);
    resolve(answer);
    source.onEnd(poll);
  };
  const answerIfDue = (): void => {
    is_waking = false;
    if (is_ended || !(is_due || source.isUrgent())) return;
    const answer = source.answer();
    if (answer !== undefined) end(answer);
  };
  const onAbort = (): void => {
    // The response isn't read, but the promise must settle.
    if (!is_ended) end(source.replaced());
  };
  const poll: LongPoll = {
    response: promise,
    wake() {
      if (is_waking || is_ended) return;
      is_waking = true;
      queueMicrotask(answerIfDue);
    },
    ping() {
      if (!is_ended) end(source.nothing());
    },
    drop() {
      if (!is_ended) end(source.replaced());
    },
  };
  const cancel = clock.after(source.hold_ms, () => poll.ping());
  const cancelWait = is_due
    ? (): void => {}
    : clock.after(Math.max(0, not_before_ms - clock.now()), () => {
        is_due = true;
        poll.wake();
      });
  source.signal.addEventListener("abort", onAbort);
  return poll;
}

/**
 * Returns a function to call when a poll arrives, which returns its earliest response time. Polls in quick succession
 * get responses `interval_ms` apart; after a pause, the response is immediate.
 */
export function createPollPacer(clock: Pick<Clock, "now">, interval_ms: number): () => number {
  let polled_ms = 0;
  return () => {
    const now_ms = clock.now();
    polled_ms = Math.max(now_ms, Math.min(polled_ms, now_ms) + interval_ms);
    return polled_ms;
  };
}
