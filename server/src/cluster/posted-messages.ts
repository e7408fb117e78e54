import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import { type AppendResult, LogUnavailable, type OnceKey } from "./log.ts";
import type { PostedMessage } from "./messages.ts";

export interface PostedMessagesDeps {
  readonly node: string;
  readonly log: Log;
  /** @throws LogUnavailable */
  append(text: string, once?: OnceKey): Promise<AppendResult>;
  /** Applies a message to this node only. False if only the log can apply it. */
  applyAlone(message: PostedMessage): boolean;
}

interface UnreadMessage {
  readonly text: string;
  is_confirmed: boolean;
}

/** For as long as the log keeps entries. */
const ONCE_TTL_S = limits.redis_log_ms / SECOND_MS;

/**
 * This node's messages that take effect here once, whatever Redis does: when the node reads them in the log, or alone if
 * Redis doesn't confirm them. A message may be in the log although Redis didn't confirm it. Each has a number, so that
 * the node passes over it there.
 *
 * @example
 * posted.post({ kind: "command", command }, true);
 * if (posted.arrived(message.ref)) state.apply(message);
 */
export class PostedMessages {
  readonly #deps: PostedMessagesDeps;
  #last_ref = 0;
  /** Sent, without a response and not read in the log. */
  readonly #pending = new Set<number>();
  /** Took effect without the log, and may still come from it. */
  readonly #alone = new Set<number>();
  /** To repeat for the other nodes. */
  readonly #unread = new Map<number, UnreadMessage>();
  #is_repeating = false;

  constructor(deps: PostedMessagesDeps) {
    this.#deps = deps;
  }

  /** `is_repeated`: until the other nodes have it. For signals, which may come late and again. */
  post(message: PostedMessage, is_repeated: boolean): void {
    const ref = ++this.#last_ref;
    const text = JSON.stringify({ ...message, ref });
    this.#pending.add(ref);
    if (is_repeated) this.#keepUnread(ref, text);
    this.#send(ref, text).catch((error: unknown) => this.#fail(ref, message, error));
  }

  /** The node read this message in the log. False if it took effect before. */
  arrived(ref: number): boolean {
    this.#pending.delete(ref);
    this.#unread.delete(ref);
    return !this.#alone.delete(ref);
  }

  /** Nothing of the former log will be read anymore, whether Redis confirmed it or not. */
  logBegan(): void {
    for (const message of this.#unread.values()) message.is_confirmed = false;
    for (const ref of this.#alone) if (!this.#unread.has(ref)) this.#alone.delete(ref);
  }

  /** This node got the state from another one, with everything that Redis confirmed. */
  stateReceived(): void {
    for (const [ref, { is_confirmed }] of this.#unread) if (is_confirmed) this.#unread.delete(ref);
  }

  /** Sends again what Redis didn't confirm. */
  async repeat(): Promise<void> {
    if (this.#is_repeating) return;
    this.#is_repeating = true;
    const unconfirmed = [...this.#unread].filter(([ref, { is_confirmed }]) => !is_confirmed && !this.#pending.has(ref));
    // What fails stays for the next time.
    await Promise.allSettled(unconfirmed.map(([ref, { text }]) => this.#send(ref, text)));
    this.#is_repeating = false;
  }

  async #send(ref: number, text: string): Promise<void> {
    const key = `${this.#deps.node}:${ref}`;
    const once = { key, fingerprint: "posted", ttl_s: ONCE_TTL_S };
    const unread = this.#unread.get(ref);
    await this.#deps.append(text, unread && once);
    this.#pending.delete(ref);
    if (unread !== undefined) unread.is_confirmed = true;
  }

  #fail(ref: number, message: PostedMessage, error: unknown): void {
    // The node read it before the response was lost.
    if (!this.#pending.delete(ref)) return;
    if (!this.#deps.applyAlone(message)) return;
    const may_follow = !(error instanceof LogUnavailable) || error.may_follow;
    if (!may_follow && !this.#unread.has(ref)) return;
    this.#alone.add(ref);
    const [oldest] = this.#alone;
    if (this.#alone.size > limits.redis_posted_max && oldest !== undefined) this.#alone.delete(oldest);
  }

  #keepUnread(ref: number, text: string): void {
    this.#unread.set(ref, { text, is_confirmed: false });
    const [oldest] = this.#unread.keys();
    if (this.#unread.size <= limits.redis_posted_max || oldest === undefined) return;
    this.#unread.delete(oldest);
    this.#deps.log.warn("redis_signal_dropped", { kept: limits.redis_posted_max });
  }
}
