import type { AppendResult, OnceKey } from "./log.ts";
import type { BeatResult } from "./redis-scripts.ts";

/** Entry of the log, as it's stored: messages of one node that were written together. */
export interface LogEntry {
  /** Time on the store's clock and a number, such as `1763887000123-4`. */
  readonly id: string;
  /** Counts the entries of its log without a gap, from 1. Undefined if the entry wasn't written by a server. */
  readonly sequence: number | undefined;
  readonly node: string;
  /** Version of the messages. */
  readonly version: number;
  readonly texts: readonly string[];
}

export type LogOrigin = Pick<LogEntry, "node" | "version">;

export interface NewLogMessage {
  readonly text: string;
  readonly once?: OnceKey | undefined;
}

/** Place of an entry in its log. */
export interface LogPosition {
  readonly id: string;
  readonly sequence: number;
}

/** Before the first entry of a log. */
export const LOG_START: LogPosition = { id: "0-0", sequence: 0 };

/**
 * What holds the logs of an installation, each under its epoch: Redis, or a simulated one. Every call rejects in time if
 * there's no response, and may take effect even then.
 */
export interface LogStore {
  /** @throws LogUnavailable for a store that can't be used. */
  open(): Promise<void>;
  /**
   * Stores the messages whose key wasn't used as one entry. Returns a result for each. Stores nothing if another log
   * began, or must begin because the store is another process, which may have lost entries and keys.
   */
  append(
    epoch: string,
    origin: LogOrigin,
    messages: readonly NewLogMessage[],
  ): Promise<readonly AppendResult[] | "stale">;
  /** Stores one message. Returns its position, or undefined under the same conditions. */
  add(epoch: string, origin: LogOrigin, text: string): Promise<LogPosition | undefined>;
  /** Entries after `id`, oldest first. Waits a while for the first one. */
  entriesAfter(epoch: string, id: string): Promise<readonly LogEntry[]>;
  /** Reports a node. `candidate`: epoch of the log that begins if none fits, or if the current one is `ended`. */
  beat(node: string, candidate: string, is_first: boolean, ended?: string): Promise<BeatResult>;
  forgetNode(node: string): Promise<void>;
  storeSnapshot(node: string, text: string): Promise<void>;
  takeSnapshot(node: string): Promise<string | undefined>;
  close(): void;
}
