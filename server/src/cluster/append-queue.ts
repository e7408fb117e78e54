import { limits } from "@fanfare/contract/limits";
import { type AppendResult, LogUnavailable, type OnceKey } from "./log.ts";
import type { NewLogMessage } from "./log-store.ts";

/** Appends messages as one entry. Rejects in time if there's no response. */
export type AppendBatch = (messages: readonly NewLogMessage[]) => Promise<readonly AppendResult[] | "stale">;

interface QueuedMessage extends NewLogMessage {
  readonly settle: PromiseWithResolvers<AppendResult>;
}

/**
 * Appends messages in order. Those of one task go together, and so do those that come while a batch is on its way: under
 * load, the log has few large entries. A message alone doesn't wait.
 *
 * @example
 * const queue = new AppendQueue((messages) => store.append(epoch, origin, messages));
 * await queue.append(JSON.stringify(message), once);
 */
export class AppendQueue {
  readonly #appendBatch: AppendBatch;
  readonly #waiting: QueuedMessage[] = [];
  #is_sending = false;

  constructor(appendBatch: AppendBatch) {
    this.#appendBatch = appendBatch;
  }

  /** @throws LogUnavailable if the message may not be in the log. */
  append(text: string, once?: OnceKey): Promise<AppendResult> {
    const settle = Promise.withResolvers<AppendResult>();
    this.#waiting.push({ text, once, settle });
    if (!this.#is_sending) void this.#sendAll();
    return settle.promise;
  }

  async #sendAll(): Promise<void> {
    this.#is_sending = true;
    // The rest of the task may append more.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, batchLength(this.#waiting)));
    this.#is_sending = false;
  }

  async #send(batch: readonly QueuedMessage[]): Promise<void> {
    try {
      const results = await this.#appendBatch(batch);
      for (const [index, { settle }] of batch.entries()) {
        const result = results === "stale" ? undefined : results[index];
        if (result === undefined) settle.reject(new LogUnavailable("A new log began in Redis."));
        else settle.resolve(result);
      }
    } catch (cause) {
      for (const { settle } of batch) settle.reject(unconfirmed(cause, true));
      // What waits would wait for another timeout, and no longer be in time.
      for (const { settle } of this.#waiting.splice(0)) settle.reject(unconfirmed(cause, false));
    }
  }
}

function unconfirmed(cause: unknown, may_follow: boolean): LogUnavailable {
  return new LogUnavailable("Redis didn't confirm the message.", { cause, may_follow });
}

/** Number of first messages that fit into one batch: at least one. */
function batchLength(messages: readonly NewLogMessage[]): number {
  let chars = 0;
  const fitting = messages.slice(0, limits.redis_append_messages_max).findIndex(({ text }, index) => {
    chars += text.length;
    return index > 0 && chars > limits.redis_append_chars_max;
  });
  return fitting === -1 ? Math.min(messages.length, limits.redis_append_messages_max) : fitting;
}
