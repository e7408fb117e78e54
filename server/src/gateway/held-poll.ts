import type { Clock } from "@fanfare/contract/clock";
import type { Receiver } from "./mailbox.ts";

export interface PollSource {
  readonly clock: Clock;
  /** How long the request may wait for something to say. */
  readonly hold_ms: number;
  /** The answer waits until then, so that what happens in between goes out together; unless {@link isUrgent}. */
  readonly not_before_ms: number;
  /** The end was said: nothing comes that could go out with it, and the server may stop at once. */
  isUrgent(): boolean;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** The answer; undefined while there is nothing to say. */
  answer(): Response | undefined;
  /** The answer to a request that waited in vain, or asks for a sign of life. */
  nothing(): Response;
  /** The answer to a request that a newer one replaces. */
  replaced(): Response;
  /** The request is answered, or its client gone. Called once. */
  onEnd(poll: HeldPoll): void;
}

export interface HeldPoll extends Receiver {
  readonly response: Promise<Response>;
}

/**
 * A request that is answered as soon as there is something to say. What is said at one moment goes out together.
 *
 * @example
 * const poll = holdPoll({ clock, hold_ms: 25_000, not_before_ms: pace(), isUrgent, signal: request.signal, answer, nothing, replaced, onEnd });
 * mailbox.attach(poll);
 * poll.wake();
 * return poll.response;
 */
export function holdPoll(source: PollSource): HeldPoll {
  const { clock, not_before_ms } = source;
  const { promise, resolve } = Promise.withResolvers<Response>();
  let is_due = not_before_ms <= clock.now();
  let is_over = false;
  let is_waking = false;

  const end = (answer: Response): void => {
    is_over = true;
    cancel();
    cancelWait();
    source.signal.removeEventListener("abort", onAbort);
    resolve(answer);
    source.onEnd(poll);
  };
  const look = (): void => {
    is_waking = false;
    if (is_over || !(is_due || source.isUrgent())) return;
    const answer = source.answer();
    if (answer !== undefined) end(answer);
  };
  const onAbort = (): void => {
    // Nobody reads it; the promise must still end.
    if (!is_over) end(source.replaced());
  };
  const poll: HeldPoll = {
    response: promise,
    wake() {
      if (is_waking || is_over) return;
      is_waking = true;
      queueMicrotask(look);
    },
    ping() {
      if (!is_over) end(source.nothing());
    },
    drop() {
      if (!is_over) end(source.replaced());
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
 * When the next poll of a client may be answered, to be asked as it arrives: polls that follow each other at once are
 * answered `interval_ms` apart, one after a silence at once.
 */
export function createPollPace(clock: Pick<Clock, "now">, interval_ms: number): () => number {
  let polled_ms = 0;
  return () => {
    const now_ms = clock.now();
    polled_ms = Math.max(now_ms, Math.min(polled_ms, now_ms) + interval_ms);
    return polled_ms;
  };
}
