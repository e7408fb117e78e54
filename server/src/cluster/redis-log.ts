import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { parseJson } from "../lib/json.ts";
import type { Log } from "../lib/log.ts";
import { AppendQueue } from "./append-queue.ts";
import { type AppendResult, type ClusterLog, type ClusterState, LogUnavailable, type OnceKey } from "./log.ts";
import { LOG_START, type LogEntry, type LogOrigin, type LogPosition, type LogStore } from "./log-store.ts";
import {
  type ClusterMessage,
  type ClusterSnapshot,
  MESSAGE_VERSION,
  type PostedMessage,
  readClusterMessage,
  sentSnapshotSchema,
} from "./messages.ts";
import { PostedMessages } from "./posted-messages.ts";
import { refusal } from "./redis-connection.ts";
import { RedisLogStore, type RedisLogStoreDeps, timeOf } from "./redis-log-store.ts";

export interface StreamLogDeps {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly rng: Pick<Rng, "bytes">;
  readonly log: Log;
  /** Name of this node in the log. */
  readonly node: string;
  /** Rejects if other nodes in the log aren't of this installation. Called once, before this node joins them. */
  readonly assertOwn?: (nodes: readonly string[]) => Promise<void>;
}

export interface StreamLog extends ClusterLog {
  /** @throws LogUnavailable for a store that can't be used. */
  connect(): Promise<void>;
  /** Joins the log, once connected. Resolves when the state is current. */
  open(state: ClusterState): Promise<void>;
  /** Tells the others that this node is gone. */
  close(): Promise<void>;
}

const EPOCH_BYTES = 6;

/**
 * The log is a stream in Redis that every node reads from its own position, so a lost connection loses no entry. Each
 * start of Redis and each flush begins a new log under a new epoch. A node that joins gets the state from another node.
 *
 * @example
 * const log = createRedisLog({ clock, rng, log, url, node, installation_id });
 * await log.connect();
 * await log.open(channels);
 */
export function createRedisLog(deps: StreamLogDeps & RedisLogStoreDeps): StreamLog {
  return new NodeLog(deps, new RedisLogStore(deps));
}

/** For a simulator, which keeps the log itself. */
export function createStreamLog(deps: StreamLogDeps, store: LogStore): StreamLog {
  return new NodeLog(deps, store);
}

class NodeLog implements StreamLog {
  readonly node: string;
  readonly #deps: StreamLogDeps;
  readonly #store: LogStore;
  #state: ClusterState | undefined;
  #epoch = "";
  #applied: LogPosition = LOG_START;
  #last_reply_ms = 0;
  #is_closed = false;
  #reading = Promise.resolve();
  #beating = Promise.resolve();
  #cancelBeat = (): void => {};
  #was_degraded = false;
  #last_beat_ms = 0;
  /** Since when this node has reported to this log without a pause. */
  #reporting_since_ms = 0;
  #announce_until_ms = 0;
  /** Messages that this node passed over. The first is told at once, later ones with the next report. */
  #gap: "none" | "told" | "open" = "none";
  readonly #origin: LogOrigin;
  readonly #queue: AppendQueue;
  readonly #posted: PostedMessages;

  constructor(deps: StreamLogDeps, store: LogStore) {
    this.#deps = deps;
    this.node = deps.node;
    this.#store = store;
    this.#origin = { node: deps.node, version: MESSAGE_VERSION };
    this.#queue = new AppendQueue((messages) => store.append(this.#epoch, this.#origin, messages));
    this.#posted = new PostedMessages({
      ...{ node: deps.node, log: deps.log },
      append: (text, once) => this.#appendText(text, once),
      applyAlone: (message) => this.#state?.applyAlone(message) ?? false,
    });
  }

  get degraded_since_ms(): number | undefined {
    const silent_ms = this.#deps.clock.now() - this.#last_reply_ms;
    return silent_ms > limits.redis_silence_ms_max ? this.#last_reply_ms : undefined;
  }

  connect(): Promise<void> {
    return this.#closeOnFailure(() => this.#store.open());
  }

  async open(state: ClusterState): Promise<void> {
    this.#state = state;
    await this.#closeOnFailure(() => this.#joinFirst());
    this.#last_reply_ms = this.#deps.clock.now();
    this.#reading = this.#read();
    this.#scheduleBeat();
  }

  async #joinFirst(): Promise<void> {
    try {
      if (await this.#join(this.#deps.assertOwn)) return;
      throw new LogUnavailable("No other node sent its state. Start this node again.");
    } catch (error) {
      // Its report would make the next node believe that it runs.
      await this.#store.forgetNode(this.node).catch((cause: unknown) => this.#noteFailure(cause));
      throw error;
    }
  }

  async #closeOnFailure(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#store.close();
      throw error instanceof LogUnavailable ? error : refusal(error);
    }
  }

  append(message: ClusterMessage, once?: OnceKey): Promise<AppendResult> {
    return this.#appendText(toText(message), once);
  }

  post(message: PostedMessage, is_repeated: boolean): void {
    this.#posted.post(message, is_repeated);
  }

  async #appendText(text: string, once: OnceKey | undefined): Promise<AppendResult> {
    try {
      return await this.#queue.append(text, once);
    } catch (error) {
      this.#noteFailure(error instanceof LogUnavailable ? (error.cause ?? error) : error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#is_closed = true;
    this.#cancelBeat();
    await this.#beating;
    try {
      await this.#store.forgetNode(this.node);
      await this.append({ kind: "gone", node: this.node });
    } catch (error) {
      this.#deps.log.warn("redis_not_told", { error });
    }
    this.#store.close();
    await this.#reading;
  }

  #scheduleBeat(): void {
    if (this.#is_closed) return;
    this.#cancelBeat = this.#deps.clock.after(limits.redis_beat_ms, () => {
      this.#beating = this.#maintain()
        .catch((error: unknown) => this.#noteFailure(error))
        .finally(() => this.#scheduleBeat());
    });
  }

  async #maintain(): Promise<void> {
    const { epoch, fresh, stale } = await this.#store.beat(this.node, this.#newEpoch(), false);
    this.#noteBeat();
    if (this.#gap === "open") this.#tellGap();
    else this.#gap = "none";
    if (epoch !== this.#epoch) this.#begin(epoch);
    // Messages that seemed lost in an outage may be applied after it, in any order.
    else if (this.#deps.clock.now() < this.#announce_until_ms) this.#announce();
    if (this.#isSettled())
      for (const node of this.#silentNodes(fresh, stale)) await this.append({ kind: "gone", node });
    void this.#posted.repeat();
  }

  /** Also nodes that are only known here, because they never reported again after a new log or an outage. */
  #silentNodes(fresh: readonly string[], stale: readonly string[]): Iterable<string> {
    const known = this.#state?.nodes() ?? [];
    return new Set([...stale, ...known.filter((node) => node !== this.node && !fresh.includes(node))]);
  }

  #noteBeat(): void {
    const now_ms = this.#deps.clock.now();
    // Backward: the clock was set.
    if (Math.abs(now_ms - this.#last_beat_ms) > limits.redis_lease_ms / 2) this.#reporting_since_ms = now_ms;
    this.#last_beat_ms = now_ms;
  }

  /** Whether every live node had time to report to the current log, and since Redis responds again. */
  #isSettled(): boolean {
    return this.#deps.clock.now() - this.#reporting_since_ms > limits.redis_lease_ms;
  }

  #begin(epoch: string): void {
    this.#epoch = epoch;
    this.#applied = LOG_START;
    this.#reporting_since_ms = this.#deps.clock.now();
    this.#posted.logBegan();
    this.#state?.begin(epoch);
    this.#announce();
    this.#deps.log.info("redis_log_began", { epoch });
  }

  #announce(): void {
    if (this.#state === undefined) return;
    // Lost if Redis fails now: the next successful read after a failure announces again.
    this.append(this.#state.ownShare()).catch((error: unknown) => this.#noteFailure(error));
  }

  /**
   * Begins a log if no other node lives. Otherwise, gets the state from one and continues after its entry. Resolves with
   * false if no other node sent it.
   */
  async #join(assertOwn: StreamLogDeps["assertOwn"] = async () => {}): Promise<boolean> {
    const { epoch, is_new_epoch, fresh } = await this.#store.beat(this.node, this.#newEpoch(), true);
    await assertOwn(fresh);
    if (is_new_epoch) {
      this.#begin(epoch);
      return true;
    }
    this.#epoch = epoch;
    this.#reporting_since_ms = this.#deps.clock.now();
    for (const asked of fresh) {
      const position = await this.#store.add(epoch, this.#origin, toText({ kind: "hello", asked }));
      const snapshot = position && (await this.#receiveSnapshot(position));
      if (snapshot === undefined || position === undefined) continue;
      this.#state?.begin(epoch);
      this.#state?.restore(snapshot);
      this.#posted.stateReceived();
      this.#applied = position;
      this.#announce();
      return true;
    }
    return false;
  }

  /**
   * The state at this entry. A late one, for an earlier entry, would hide what came between. Undefined if none comes in
   * time, or if another log began meanwhile.
   */
  async #receiveSnapshot({ id }: LogPosition): Promise<ClusterSnapshot | undefined> {
    const epoch = this.#epoch;
    const until_ms = this.#deps.clock.now() + limits.redis_snapshot_ms;
    while (this.#epoch === epoch && this.#deps.clock.now() < until_ms) {
      const text = await this.#store.takeSnapshot(this.node);
      const parsed = text === undefined ? undefined : sentSnapshotSchema.safeParse(JSON.parse(text));
      if (parsed?.success === true && parsed.data.asked_in === id) return parsed.data.state;
      await this.#pause(limits.redis_snapshot_poll_ms);
    }
    return undefined;
  }

  async #read(): Promise<void> {
    while (!this.#is_closed) {
      try {
        const epoch = this.#epoch;
        const from = this.#applied;
        const entries = await this.#store.entriesAfter(epoch, from.id);
        await this.#recover();
        if (epoch !== this.#epoch || from !== this.#applied) continue;
        await this.#applyEntries(entries);
      } catch (error) {
        if (this.#is_closed) return;
        this.#noteFailure(error);
        await this.#pause(limits.redis_retry_ms);
      }
    }
  }

  /** After an outage: another Redis process began a new log, or others believe that this node is gone. */
  async #recover(): Promise<void> {
    const silent_ms = this.#deps.clock.now() - this.#last_reply_ms;
    if (!this.#was_degraded && silent_ms < limits.redis_silence_ms_max) {
      this.#last_reply_ms = this.#deps.clock.now();
      return;
    }
    // A Redis that only answers reads is of no use: it's out of memory, or a replica.
    const { epoch } = await this.#store.beat(this.node, this.#newEpoch(), false);
    if (epoch !== this.#epoch) this.#begin(epoch);
    else this.#announce();
    this.#was_degraded = false;
    this.#last_reply_ms = this.#deps.clock.now();
    this.#announce_until_ms = this.#last_reply_ms + limits.redis_lease_ms;
    void this.#posted.repeat();
    this.#deps.log.info("redis_recovered", { silent_ms });
  }

  /** An entry whose number doesn't follow means that entries were deleted before this node read them. */
  async #applyEntries(entries: readonly LogEntry[]): Promise<void> {
    for (const entry of entries) {
      const { id, sequence = this.#applied.sequence } = entry;
      if (entry.sequence !== undefined && sequence !== this.#applied.sequence + 1) {
        await this.#rejoin(entry);
        return;
      }
      this.#applied = { id, sequence };
      for (const text of entry.texts) this.#applyMessage(text, entry);
    }
  }

  /** Gets the state from another node, and tells clients that they may have missed something. */
  async #rejoin({ id }: LogEntry): Promise<void> {
    this.#deps.log.warn("redis_log_missed", { applied: this.#applied.id, next: id });
    const missed = this.#epoch;
    if (await this.#join()) return;
    // Another node began a new log meanwhile, and this one follows it from the start.
    if (this.#epoch !== missed && this.#applied === LOG_START) return;
    // The others miss entries, too. In a new log, every node reports what it has.
    const { epoch } = await this.#store.beat(this.node, this.#newEpoch(), false, this.#epoch);
    this.#begin(epoch);
  }

  #applyMessage(text: string, { id, node, version }: LogEntry): void {
    const message = readClusterMessage(parseJson(text));
    if (version > MESSAGE_VERSION || message === undefined) {
      this.#deps.log.warn("redis_message_unknown", { node, version });
      if (this.#gap === "none") this.#tellGap();
      else this.#gap = "open";
      return;
    }
    if (message.kind === "hello") {
      if (message.asked === this.node) this.#sendSnapshot(node, id);
      return;
    }
    // Others believed this node dead while it was frozen or cut off.
    if (message.kind === "gone" && message.node === this.node) {
      if (!this.#is_closed) this.#announce();
      return;
    }
    const ref = node === this.node && "ref" in message ? message.ref : undefined;
    if (ref !== undefined && !this.#posted.arrived(ref)) return;
    this.#state?.apply(message, node, timeOf(id));
  }

  /**
   * This node's histories go on under an epoch of their own, because they may now differ from the other nodes'. Clients
   * of history channels reconnect and learn that they may have missed something.
   */
  #tellGap(): void {
    this.#gap = "told";
    this.#state?.begin(this.#newEpoch());
  }

  #newEpoch(): string {
    return Buffer.from(this.#deps.rng.bytes(EPOCH_BYTES)).toString("base64url");
  }

  /** The state at exactly this entry, because entries are applied synchronously. */
  #sendSnapshot(to: string, asked_in: string): void {
    const text = JSON.stringify({ asked_in, state: this.#state?.snapshot() });
    this.#store.storeSnapshot(to, text).catch((error: unknown) => this.#noteFailure(error));
  }

  #noteFailure(error: unknown): void {
    if (!this.#was_degraded) this.#deps.log.warn("redis_degraded", { error });
    this.#was_degraded = true;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(ms, resolve));
  }
}

function toText(message: ClusterMessage): string {
  return JSON.stringify(message);
}
