import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Redis } from "ioredis";
import { type AppendResult, LogUnavailable, type OnceKey } from "./log.ts";
import type { LogEntry, LogPosition, LogStore, NewLogEntry } from "./log-store.ts";
import {
  assertRedisSupported,
  connectRedis,
  type RedisConnectionDeps,
  redisReady,
  refusal,
} from "./redis-connection.ts";
import { ADD, APPEND, BEAT, type BeatResult, readBeat } from "./redis-scripts.ts";

export interface RedisLogStoreDeps extends RedisConnectionDeps {
  readonly clock: Pick<Clock, "after">;
  /** Keeps installations on one Redis apart. */
  readonly installation_id: string;
}

/** Logs as Redis streams. Reads wait for new entries on a connection of their own. */
export class RedisLogStore implements LogStore {
  readonly #clock: Pick<Clock, "after">;
  readonly #prefix: string;
  readonly #writer: Redis;
  readonly #reader: Redis;

  constructor(deps: RedisLogStoreDeps) {
    this.#clock = deps.clock;
    this.#prefix = `fanfare:${deps.installation_id}:`;
    this.#writer = connectRedis(deps, limits.redis_command_ms);
    this.#reader = connectRedis(deps, limits.redis_command_ms + limits.redis_read_wait_ms);
  }

  async open(): Promise<void> {
    try {
      await Promise.all([redisReady(this.#writer, this.#clock), redisReady(this.#reader, this.#clock)]);
      await assertRedisSupported(this.#writer);
    } catch (error) {
      throw error instanceof LogUnavailable ? error : refusal(error);
    }
  }

  async append(epoch: string, { node, text, version }: NewLogEntry, once?: OnceKey): Promise<AppendResult | "stale"> {
    // Unused without a key, but it also needs the prefix: Redis checks each key against the user's permissions.
    const once_key = `${this.#prefix}once:${once?.key ?? ""}`;
    const keys = [this.#logKey(epoch), once_key, this.#epochKey()];
    const once_given = once === undefined ? ["", "0"] : [once.fingerprint, String(once.ttl_s)];
    const given = [node, text, String(limits.redis_log_ms), ...once_given, epoch, String(version)];
    // Cast: the script returns nothing else.
    return (await this.#writer.eval(APPEND, keys.length, ...keys, ...given)) as AppendResult | "stale";
  }

  async add(epoch: string, { node, text, version }: NewLogEntry): Promise<LogPosition | undefined> {
    const keys = [this.#logKey(epoch), this.#epochKey()];
    const reply = await this.#writer.eval(ADD, keys.length, ...keys, node, text, String(version), epoch);
    // Cast: the script returns nothing else.
    const position = reply as readonly [id: string, sequence: number] | null;
    return position === null ? undefined : { id: position[0], sequence: position[1] };
  }

  async entriesAfter(epoch: string, id: string): Promise<readonly LogEntry[]> {
    const wait = ["COUNT", limits.redis_read_entries_max, "BLOCK", limits.redis_read_wait_ms] as const;
    const reply = await this.#reader.xread(...wait, "STREAMS", this.#logKey(epoch), id);
    return (reply?.[0]?.[1] ?? []).map(([entry_id, fields]) => ({
      ...{ id: entry_id, node: fields[1] ?? "", text: fields[3] ?? "" },
      ...{ version: Number(fields[5] ?? 0), sequence: fields[7] === undefined ? undefined : Number(fields[7]) },
    }));
  }

  async beat(node: string, candidate: string, is_first: boolean, ended = ""): Promise<BeatResult> {
    const info = await this.#writer.info("server");
    const run_id = /^run_id:(\w+)/m.exec(info)?.[1] ?? "";
    const keys = [this.#epochKey(), this.#nodesKey()];
    const given = [node, candidate, run_id, String(limits.redis_lease_ms), is_first ? "1" : "0", ended];
    return readBeat(await this.#writer.eval(BEAT, keys.length, ...keys, ...given));
  }

  async forgetNode(node: string): Promise<void> {
    await this.#writer.hdel(this.#nodesKey(), node);
  }

  async storeSnapshot(node: string, text: string): Promise<void> {
    await this.#writer.set(this.#snapshotKey(node), text, "PX", limits.redis_log_ms);
  }

  async takeSnapshot(node: string): Promise<string | undefined> {
    return (await this.#writer.getdel(this.#snapshotKey(node))) ?? undefined;
  }

  close(): void {
    this.#reader.disconnect();
    this.#writer.disconnect();
  }

  #logKey(epoch: string): string {
    return `${this.#prefix}log:${epoch}`;
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
export function timeOf(id: string): number {
  return Number.parseInt(id, 10);
}
