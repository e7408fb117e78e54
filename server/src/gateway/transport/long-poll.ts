import type { Clock } from "@fanfare/contract/lib/clock";
import type { Receiver } from "./mailbox.ts";

export interface LongPollSource {
  readonly clock: Clock;
  /** How long the request may wait for messages. */
  readonly hold_ms: number;
  /** The response waits until then, so that messages in between share it; unless {@link isUrgent}. */
  readonly not_before_ms: number;
  /** The end is ready: nothing follows it, and the server may stop at once. */
  isUrgent(): boolean;
  /** Aborted when the client closes the request. */
  readonly signal: AbortSignal;
  /** The response; undefined while there is nothing to send. */
  answer(): Response | undefined;
  /** The response after `hold_ms` without messages, or as a sign of life. */
  nothing(): Response;
  /** The response to a request that a newer one replaces. */
  replaced(): Response;
  /** The request is answered, or was closed by its client. Called once. */
  onEnd(poll: LongPoll): void;
}

export interface LongPoll extends Receiver {
  readonly response: Promise<Response>;
}

/**
 * A request that is answered as soon as there are messages. Messages of one moment share a response.
 *
 * @example
 * const poll = openLongPoll({ clock, hold_ms: 25_000, not_before_ms: pace(), isUrgent, signal: request.signal, answer, nothing, replaced, onEnd });
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
    // The response is not read, but the promise must settle.
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
 * When the next poll of a client may be answered; to be called as it arrives. Polls in quick succession are answered
 * `interval_ms` apart, one after a pause at once.
 */
export function createPollPacer(clock: Pick<Clock, "now">, interval_ms: number): () => number {
  let polled_ms = 0;
  return () => {
    const now_ms = clock.now();
    polled_ms = Math.max(now_ms, Math.min(polled_ms, now_ms) + interval_ms);
    return polled_ms;
  };
}
