import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Redis } from "ioredis";
import { type AppendResult, LogUnavailable } from "./log.ts";
import type { LogEntry, LogOrigin, LogPosition, LogStore, NewLogMessage } from "./log-store.ts";
import {
  assertRedisSupported,
  connectRedis,
  type RedisConnectionDeps,
  redisReady,
  refusal,
} from "./redis-connection.ts";
import { ADD, APPEND, BEAT, type BeatResult, readBeat, type Script } from "./redis-scripts.ts";

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
  /** ID of the Redis process behind the writer's connection, or empty until it said so. */
  #run_id = "";

  constructor(deps: RedisLogStoreDeps) {
    this.#clock = deps.clock;
    this.#prefix = `fanfare:${deps.installation_id}:`;
    this.#writer = connectRedis(deps, limits.redis_command_ms);
    this.#reader = connectRedis(deps, limits.redis_command_ms + limits.redis_read_wait_ms);
    this.#writer.on("close", () => {
      this.#run_id = "";
    });
    // A failure here closes the connection, or leaves the ID to the next beat.
    this.#writer.on("ready", () => void this.#readRunId().catch(() => {}));
  }

  async open(): Promise<void> {
    try {
      await Promise.all([redisReady(this.#writer, this.#clock), redisReady(this.#reader, this.#clock)]);
      await assertRedisSupported(this.#writer);
    } catch (error) {
      throw error instanceof LogUnavailable ? error : refusal(error);
    }
  }

  async append(
    epoch: string,
    { node, version }: LogOrigin,
    messages: readonly NewLogMessage[],
  ): Promise<readonly AppendResult[] | "stale"> {
    const keys = [this.#epochKey(), this.#logKey(epoch)];
    const given = [node, String(version), epoch, this.#run_id, String(limits.redis_log_ms), String(messages.length)];
    for (const { text } of messages) given.push(text);
    const keyed: number[] = [];
    for (const [index, { once }] of messages.entries()) {
      if (once === undefined) continue;
      keyed.push(index);
      keys.push(`${this.#prefix}once:${once.key}`);
      given.push(String(index + 1), once.fingerprint, String(once.ttl_s));
    }
    // Cast: the script returns nothing else.
    const reply = (await this.#run(APPEND, keys, given)) as readonly AppendResult[] | "stale";
    if (reply === "stale") return reply;
    const results = new Array<AppendResult>(messages.length).fill("appended");
    for (const [place, index] of keyed.entries()) results[index] = reply[place] ?? "appended";
    return results;
  }

  async add(epoch: string, { node, version }: LogOrigin, text: string): Promise<LogPosition | undefined> {
    const keys = [this.#epochKey(), this.#logKey(epoch)];
    const given = [node, String(version), epoch, this.#run_id, text];
    // Cast: the script returns nothing else.
    const position = (await this.#run(ADD, keys, given)) as [string, number] | null;
    return position === null ? undefined : { id: position[0], sequence: position[1] };
  }

  async entriesAfter(epoch: string, id: string): Promise<readonly LogEntry[]> {
    const wait = ["COUNT", limits.redis_read_entries_max, "BLOCK", limits.redis_read_wait_ms] as const;
    const reply = await this.#reader.xread(...wait, "STREAMS", this.#logKey(epoch), id);
    return (reply?.[0]?.[1] ?? []).map(([entry_id, fields]) => toEntry(entry_id, fields));
  }

  async beat(node: string, candidate: string, is_first: boolean, ended = ""): Promise<BeatResult> {
    const run_id = await this.#readRunId();
    const keys = [this.#epochKey(), this.#nodesKey()];
    const given = [node, candidate, run_id, String(limits.redis_lease_ms), is_first ? "1" : "0", ended];
    return readBeat(await this.#run(BEAT, keys, given));
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

  async #readRunId(): Promise<string> {
    const info = await this.#writer.info("server");
    this.#run_id = /^run_id:(\w+)/m.exec(info)?.[1] ?? "";
    return this.#run_id;
  }

  /** By the script's hash, so that its text is only sent to a Redis that doesn't know it. */
  async #run(script: Script, keys: readonly string[], given: readonly string[]): Promise<unknown> {
    try {
      return await this.#writer.evalsha(script.sha1, keys.length, ...keys, ...given);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return await this.#writer.eval(script.text, keys.length, ...keys, ...given);
    }
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

/** `fields`: names and values in turn. */
function toEntry(id: string, fields: readonly string[]): LogEntry {
  const texts: string[] = [];
  let [node, version, sequence]: [string, number, number | undefined] = ["", 0, undefined];
  for (let index = 0; index < fields.length; index += 2) {
    const value = fields[index + 1] ?? "";
    switch (fields[index]) {
      case "m":
        texts.push(value);
        break;
      case "n":
        node = value;
        break;
      case "v":
        version = Number(value);
        break;
      case "s":
        sequence = Number(value);
    }
  }
  return { id, sequence, node, version, texts };
}
