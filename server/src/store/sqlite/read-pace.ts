import { limits } from "@fanfare/contract/limits";

/**
 * Where short reads run. `here`: on the thread of the sockets. `watching`: the same after several slow reads, with the
 * wait for the disk measured. `threads`: elsewhere, because the disk is slow. `trying`: one read finds out if it still is.
 */
type Pace =
  | { readonly kind: "here"; readonly since_ms: number; readonly slow: number }
  | { readonly kind: "watching"; readonly left: number; readonly waits: number }
  | { readonly kind: "threads"; readonly until_ms: number }
  | { readonly kind: "trying" };

/**
 * Decides whether a short read may block the sockets. A read from memory takes microseconds, so it may. If several take
 * long within a second, the next ones are watched: the processor may be busy, or the disk slow. If it's the disk, reads
 * run in threads for some seconds. Then one read tries it again. Times are those of a clock that only moves forward, in
 * milliseconds.
 *
 * @example
 * const pace = new ReadPace();
 * if (pace.next(performance.now()) !== "threads") { … pace.waited(wait_ms, performance.now()); }
 */
export class ReadPace {
  #pace: Pace = HERE;

  /** `measured`: report the wait for the disk alone. Otherwise the whole time will do, which costs less to measure. */
  next(now_ms: number): "here" | "measured" | "threads" {
    switch (this.#pace.kind) {
      case "here":
        return "here";
      case "watching":
      case "trying":
        return "measured";
      case "threads":
        if (now_ms < this.#pace.until_ms) return "threads";
        this.#pace = { kind: "trying" };
        return "measured";
    }
  }

  /** Reports a read that ran here. Returns whether reads move to threads now because the disk became slow. */
  waited(wait_ms: number, now_ms: number): boolean {
    const is_slow = wait_ms >= limits.slow_read_ms;
    switch (this.#pace.kind) {
      case "here": {
        if (!is_slow) return false;
        const is_first = now_ms - this.#pace.since_ms > limits.slow_reads_window_ms;
        const { since_ms, slow } = is_first
          ? { since_ms: now_ms, slow: 1 }
          : { ...this.#pace, slow: this.#pace.slow + 1 };
        const is_often = slow >= limits.slow_reads_max;
        this.#pace = is_often ? WATCHING : { kind: "here", since_ms, slow };
        return false;
      }
      case "watching": {
        const left = this.#pace.left - 1;
        const waits = this.#pace.waits + (is_slow ? 1 : 0);
        const moves = waits >= limits.slow_reads_max;
        if (moves) this.#pace = inThreads(now_ms);
        else this.#pace = left === 0 ? HERE : { kind: "watching", left, waits };
        return moves;
      }
      case "trying":
        this.#pace = is_slow ? inThreads(now_ms) : HERE;
        return false;
      case "threads":
        return false;
    }
  }
}

const HERE: Pace = { kind: "here", since_ms: Number.NEGATIVE_INFINITY, slow: 0 };
const WATCHING: Pace = { kind: "watching", left: limits.watched_reads_max, waits: 0 };
const inThreads = (now_ms: number): Pace => ({ kind: "threads", until_ms: now_ms + limits.slow_disk_pause_ms });
