import type { ClusterMessage, ClusterSnapshot, PostedMessage } from "./messages.ts";

/** Makes an append happen at most once per key. Another fingerprint under the same key is a conflict. */
export interface OnceKey {
  readonly key: string;
  readonly fingerprint: string;
  readonly ttl_s: number;
}

export type AppendResult = "appended" | "repeated" | "conflict";

/** Redis didn't confirm. The message may be applied later, so repeat it with the same {@link OnceKey}. */
export class LogUnavailable extends Error {
  override readonly name = "LogUnavailable";
  /** Whether the message may be in the log, now or later. */
  readonly may_follow: boolean;

  constructor(
    message: string,
    { may_follow = false, ...options }: ErrorOptions & { readonly may_follow?: boolean } = {},
  ) {
    super(message, options);
    this.may_follow = may_follow;
  }
}

/**
 * Log of messages that every node applies in the same order. What it carries is the state of the channels: presence,
 * counts, history, cached events.
 */
export interface ClusterLog {
  /** This process. */
  readonly node: string;
  /** @throws LogUnavailable within 2 s if Redis doesn't confirm, or within 1 s if it hasn't responded since before. */
  append(message: ClusterMessage, once?: OnceKey): Promise<AppendResult>;
  /**
   * Appends a message that takes effect on this node once, also without Redis. `is_repeated`: the other nodes get it when
   * Redis responds again.
   */
  post(message: PostedMessage, is_repeated: boolean): void;
  /** When Redis last responded to this node, if that is too long ago. */
  readonly degraded_since_ms: number | undefined;
}

/** A node's state, driven by the log. All functions are synchronous and never throw. */
export interface ClusterState {
  /** `at_ms`: time of the entry on Redis' clock. */
  apply(message: ClusterMessage, node: string, at_ms: number): void;
  /** Applies a message of this node without the log. Returns false for what is stored in the order of the log. */
  applyAlone(message: PostedMessage): boolean;
  snapshot(): ClusterSnapshot;
  restore(snapshot: ClusterSnapshot): void;
  /** What this node contributes. */
  ownShare(): ClusterMessage & { kind: "share" };
  /**
   * A new log began, so positions in histories begin again under this epoch. Entries of the old log may be missing
   * here.
   */
  begin(epoch: string): void;
  /** Nodes that this state contains. */
  nodes(): readonly string[];
}
