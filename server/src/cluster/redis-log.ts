import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Redis } from "ioredis";
import { parseJson } from "../lib/json.ts";
import type { Log } from "../lib/log.ts";
import { type AppendResult, type ClusterLog, type ClusterState, LogUnavailable, type OnceKey } from "./log.ts";
import {
  type ClusterMessage,
  clusterMessageSchema,
  MESSAGE_VERSION,
  snapshotSchema as schema,
  type snapshotSchema,
} from "./messages.ts";
import {
  assertRedisSupported,
  connectRedis,
  type RedisConnectionDeps,
  redisReady,
  refusal,
} from "./redis-connection.ts";
import { APPEND, BEAT, type BeatResult, readBeat } from "./redis-scripts.ts";

export interface RedisLogDeps extends RedisConnectionDeps {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Log;
  /** Name of this node in the log. */
  readonly node: string;
  /** Keeps installations on one Redis apart. */
  readonly installation_id: string;
}

export interface RedisLog extends ClusterLog {
  /** Joins the log. Resolves when the state is current. */
  open(state: ClusterState): Promise<void>;
  /** Tells the others that this node is gone. */
  close(): Promise<void>;
}

const EPOCH_BYTES = 6;
const VERSION = String(MESSAGE_VERSION);

/**
 * The log is a Redis stream that every node reads from its own position, so a lost connection loses no entry. Each
 * start of Redis and each flush begins a new log under a new epoch. A node that joins gets the state from another node.
 *
 * @example
 * const log = createRedisLog({ clock, rng, log, url, node, installation_id });
 * await log.open(channels);
 */
export function createRedisLog(deps: RedisLogDeps): RedisLog {
  return new StreamLog(deps);
}

class StreamLog implements RedisLog {
  readonly node: string;
  readonly #deps: RedisLogDeps;
  readonly #prefix: string;
  readonly #writer: Redis;
  readonly #reader: Redis;
  #state: ClusterState | undefined;
  #epoch = "";
  #run_id = "";
  #applied = "0-0";
  #last_reply_ms = 0;
  #is_closed = false;
  #reading = Promise.resolve();
  #beating = Promise.resolve();
  #cancelBeat = (): void => {};
  #was_degraded = false;
  #began_ms = 0;
  #announce_until_ms = 0;
  /** Messages that this node passed over. The first is told at once, later ones with the next report. */
  #gap: "none" | "told" | "open" = "none";

  constructor(deps: RedisLogDeps) {
    this.#deps = deps;
    this.node = deps.node;
    this.#prefix = `fanfare:${deps.installation_id}:`;
    this.#writer = connectRedis(deps, limits.redis_command_ms);
    this.#reader = connectRedis(deps, limits.redis_command_ms + limits.redis_read_wait_ms);
  }

  get degraded_since_ms(): number | undefined {
    const silent_ms = this.#deps.clock.now() - this.#last_reply_ms;
    return silent_ms > limits.redis_silence_ms_max ? this.#last_reply_ms : undefined;
  }

  async open(state: ClusterState): Promise<void> {
    this.#state = state;
    try {
      await Promise.all([redisReady(this.#writer, this.#deps.clock), redisReady(this.#reader, this.#deps.clock)]);
      await assertRedisSupported(this.#writer);
      await this.#join();
    } catch (error) {
      this.#reader.disconnect();
      this.#writer.disconnect();
      throw error instanceof LogUnavailable ? error : refusal(error);
    }
    this.#last_reply_ms = this.#deps.clock.now();
    this.#reading = this.#read();
    this.#scheduleBeat();
  }

  async append(message: ClusterMessage, once?: OnceKey): Promise<AppendResult> {
    // Unused without a key, but it also needs the prefix: Redis checks each key against the user's permissions.
    const once_key = `${this.#prefix}once:${once?.key ?? ""}`;
    const keys = [this.#logKey(), once_key, this.#epochKey()];
    const given = [this.node, JSON.stringify(message), String(limits.redis_log_ms)];
    const once_given = once === undefined ? ["", "0"] : [once.fingerprint, String(once.ttl_s)];
    let result: unknown;
    try {
      result = await this.#writer.eval(
        APPEND,
        keys.length,
        ...keys,
        ...given,
        ...once_given,
        ...[this.#epoch, VERSION],
      );
    } catch (cause) {
      this.#noteFailure(cause);
      throw new LogUnavailable("Redis didn't confirm the message.", { cause });
    }
    if (result === "stale") {
      this.#noteFailure("A new log began.");
      throw new LogUnavailable("A new log began in Redis.");
    }
    // Cast: the script returns nothing else.
    return result as AppendResult;
  }

  async close(): Promise<void> {
    this.#is_closed = true;
    this.#cancelBeat();
    await this.#beating;
    try {
      await this.#writer.hdel(this.#nodesKey(), this.node);
      await this.append({ kind: "gone", node: this.node });
    } catch (error) {
      this.#deps.log.warn("redis_not_told", { error });
    }
    this.#reader.disconnect();
    this.#writer.disconnect();
    await this.#reading;
  }

  /** Reports that this node lives, and finds a new log, and nodes that stopped reporting. */
  async #beat(is_first: boolean): Promise<BeatResult> {
    const info = await this.#writer.info("server");
    this.#run_id = /^run_id:(\w+)/m.exec(info)?.[1] ?? "";
    const keys = [this.#epochKey(), this.#nodesKey()];
    const given = [this.node, this.#newEpoch(), this.#run_id, String(limits.redis_lease_ms), is_first ? "1" : "0"];
    return readBeat(await this.#writer.eval(BEAT, keys.length, ...keys, ...given));
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
    const { epoch, fresh, stale } = await this.#beat(false);
    if (this.#gap === "open") this.#tellGap();
    else this.#gap = "none";
    if (epoch !== this.#epoch) this.#begin(epoch);
    // Messages that seemed lost in an outage may be applied after it, in any order.
    else if (this.#deps.clock.now() < this.#announce_until_ms) this.#announce();
    const known = this.#state?.nodes() ?? [];
    // After a new log, nodes that never reported again are only known here.
    const silent = known.filter((node) => node !== this.node && !fresh.includes(node));
    for (const node of new Set([...stale, ...(this.#isSettled() ? silent : [])]))
      await this.append({ kind: "gone", node });
  }

  /** Whether every live node had time to report to the current log. */
  #isSettled(): boolean {
    return this.#deps.clock.now() - this.#began_ms > limits.redis_lease_ms;
  }

  #begin(epoch: string): void {
    this.#epoch = epoch;
    this.#applied = "0-0";
    this.#began_ms = this.#deps.clock.now();
    this.#state?.begin(epoch);
    this.#announce();
    this.#deps.log.info("redis_log_began", { epoch });
  }

  #announce(): void {
    if (this.#state === undefined) return;
    // Lost if Redis fails now: the next successful read after a failure announces again.
    this.append(this.#state.ownShare()).catch((error: unknown) => this.#noteFailure(error));
  }

  /** Begins a log if no other node lives. Otherwise, gets the state from one and continues after its entry. */
  async #join(): Promise<void> {
    const { epoch, is_new_epoch, fresh } = await this.#beat(true);
    if (is_new_epoch) {
      this.#begin(epoch);
      return;
    }
    this.#epoch = epoch;
    this.#began_ms = this.#deps.clock.now();
    for (const asked of fresh) {
      const hello = JSON.stringify({ kind: "hello", asked } satisfies ClusterMessage);
      const id = await this.#writer.xadd(this.#logKey(), "*", "n", this.node, "m", hello, "v", VERSION);
      const snapshot = await this.#receiveSnapshot();
      if (snapshot === undefined || id === null) continue;
      this.#state?.begin(epoch);
      this.#state?.restore(snapshot);
      this.#applied = id;
      this.#announce();
      return;
    }
    throw new LogUnavailable("No other node sent its state. Start this node again.");
  }

  async #receiveSnapshot(): Promise<ReturnType<(typeof snapshotSchema)["parse"]> | undefined> {
    const key = this.#snapshotKey(this.node);
    for (let waited_ms = 0; waited_ms < limits.redis_snapshot_ms; waited_ms += limits.redis_snapshot_poll_ms) {
      const text = await this.#writer.getdel(key);
      const parsed = text === null ? undefined : schema.safeParse(JSON.parse(text));
      if (parsed?.success === true) return parsed.data;
      await this.#pause(limits.redis_snapshot_poll_ms);
    }
    return undefined;
  }

  async #read(): Promise<void> {
    while (!this.#is_closed) {
      try {
        const key = this.#logKey();
        const from = this.#applied;
        const wait = ["COUNT", limits.redis_read_entries_max, "BLOCK", limits.redis_read_wait_ms] as const;
        const reply = await this.#reader.xread(...wait, "STREAMS", key, from);
        await this.#recover(key);
        if (key !== this.#logKey() || from !== this.#applied) continue;
        for (const [id, fields] of reply?.[0]?.[1] ?? []) this.#applyEntry(id, fields);
      } catch (error) {
        if (this.#is_closed) return;
        this.#noteFailure(error);
        await this.#pause(limits.redis_retry_ms);
      }
    }
  }

  /** After an outage: another Redis process began a new log, or entries were deleted before this node read them. */
  async #recover(key: string): Promise<void> {
    const silent_ms = this.#deps.clock.now() - this.#last_reply_ms;
    this.#last_reply_ms = this.#deps.clock.now();
    if (!this.#was_degraded && silent_ms < limits.redis_silence_ms_max) return;
    const { epoch } = await this.#beat(false);
    if (epoch !== this.#epoch) this.#begin(epoch);
    else if (await this.#lostEntries(key)) {
      this.#deps.log.warn("redis_log_missed", { applied: this.#applied });
      await this.#join();
    } else this.#announce();
    this.#was_degraded = false;
    this.#announce_until_ms = this.#deps.clock.now() + limits.redis_lease_ms;
    this.#deps.log.info("redis_recovered", { silent_ms });
  }

  async #lostEntries(key: string): Promise<boolean> {
    const [first] = await this.#reader.xrange(key, "-", "+", "COUNT", 1);
    return (
      first !== undefined &&
      this.#applied !== "0-0" &&
      timeOf(first[0]) > timeOf(this.#applied) &&
      (await this.#wasTrimmed(key))
    );
  }

  async #wasTrimmed(key: string): Promise<boolean> {
    const info = await this.#reader.xinfo("STREAM", key);
    // Cast: a flat list of names and values.
    const fields = info as readonly unknown[];
    const deleted = String(fields[fields.indexOf("max-deleted-entry-id") + 1] ?? "0-0");
    return timeOf(deleted) > timeOf(this.#applied);
  }

  #applyEntry(id: string, fields: readonly string[]): void {
    this.#applied = id;
    const node = fields[1] ?? "";
    const version = Number(fields[5] ?? 0);
    const parsed = clusterMessageSchema.safeParse(parseJson(fields[3] ?? ""));
    if (version > MESSAGE_VERSION || !parsed.success) {
      this.#deps.log.warn("redis_message_unknown", { node, version });
      if (this.#gap === "none") this.#tellGap();
      else this.#gap = "open";
      return;
    }
    const message = parsed.data;
    if (message.kind === "hello") {
      if (message.asked === this.node) this.#sendSnapshot(node);
      return;
    }
    // Others believed this node dead while it was frozen or cut off.
    if (message.kind === "gone" && message.node === this.node) {
      if (!this.#is_closed) this.#announce();
      return;
    }
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
  #sendSnapshot(to: string): void {
    const text = JSON.stringify(this.#state?.snapshot());
    this.#writer
      .set(this.#snapshotKey(to), text, "PX", limits.redis_log_ms)
      .catch((error: unknown) => this.#noteFailure(error));
  }

  #noteFailure(error: unknown): void {
    if (!this.#was_degraded) this.#deps.log.warn("redis_degraded", { error });
    this.#was_degraded = true;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(ms, resolve));
  }

  #logKey(): string {
    return `${this.#prefix}log:${this.#epoch}`;
  }

  #epochKey(): string {
    return `${this.#prefix}epoch`;
  }

  #nodesKey(): string {
    return `${this.#prefix}nodes`;
  }

  #snapshotKey(node: string): string {
    return `${this.#prefix}snapshot:${node}`;
  }
}

/** @example timeOf("1763887000123-4"); // 1763887000123 */
function timeOf(id: string): number {
  return Number.parseInt(id, 10);
}
