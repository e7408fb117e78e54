import type { AppendResult, OnceKey } from "./log.ts";
import type { BeatResult } from "./redis-scripts.ts";

/** Entry of the log, as it's stored. */
export interface LogEntry {
  /** Time on the store's clock and a number, such as `1763887000123-4`. */
  readonly id: string;
  readonly node: string;
  readonly text: string;
  /** Version of the message. */
  readonly version: number;
}

export type NewLogEntry = Omit<LogEntry, "id">;

/**
 * What holds the logs of an installation, each under its epoch: Redis, or a simulated one. Every call rejects in time if
 * there's no response, and may take effect even then.
 */
export interface LogStore {
  /** @throws LogUnavailable for a store that can't be used. */
  open(): Promise<void>;
  /** Stores nothing if another log began, or if the key was used. */
  append(epoch: string, entry: NewLogEntry, once?: OnceKey): Promise<AppendResult | "stale">;
  /** Stores without these checks. Returns the ID. */
  add(epoch: string, entry: NewLogEntry): Promise<string | undefined>;
  /** Entries after `id`, oldest first. Waits a while for the first one. */
  entriesAfter(epoch: string, id: string): Promise<readonly LogEntry[]>;
  /** Whether an entry after `id` was deleted. */
  lostAfter(epoch: string, id: string): Promise<boolean>;
  /** Reports a node. `candidate`: epoch of the log that begins if none fits. */
  beat(node: string, candidate: string, is_first: boolean): Promise<BeatResult>;
  forgetNode(node: string): Promise<void>;
  storeSnapshot(node: string, text: string): Promise<void>;
  takeSnapshot(node: string): Promise<string | undefined>;
  close(): void;
}
