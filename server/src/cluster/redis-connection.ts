import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { Redis, type RedisOptions } from "ioredis";
import { LogUnavailable } from "./log.ts";

export interface RedisConnectionDeps {
  readonly rng: Pick<Rng, "bytes">;
  readonly url: string;
}

/**
 * Connects, and connects again after each failure. Nothing is queued or repeated by the client: a command that timed out
 * may still run, so callers decide.
 */
export function connectRedis({ rng, url }: RedisConnectionDeps, command_ms_max: number): Redis {
  return new ExplainedRedis(url, {
    protocol: 2,
    ...{ enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 },
    connectTimeout: limits.redis_command_ms,
    commandTimeout: command_ms_max,
    retryStrategy: () => limits.redis_retry_ms + (rng.bytes(1)[0] ?? 0),
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
}

/** Errors of its commands name the server's address, and what happened to the connection. */
class ExplainedRedis extends Redis {
  /** Why the connection isn't open. */
  #failure: Error | undefined;

  constructor(url: string, options: RedisOptions & { readonly replyMapping?: "legacy" }) {
    super(url, options);
    // Each failure is logged where a command fails. Without a listener, the client prints it.
    this.on("error", (error: Error) => {
      this.#failure = error;
    });
    this.on("ready", () => {
      this.#failure = undefined;
    });
  }

  override sendCommand(...given: Parameters<Redis["sendCommand"]>): unknown {
    const [{ promise }] = given;
    // Before the caller's own handlers.
    promise.catch((error: unknown) => this.#explain(error));
    return super.sendCommand(...given);
  }

  /** The client's own errors name its options instead. */
  #explain(error: unknown): void {
    if (!(error instanceof Error)) return;
    const { host, port, commandTimeout } = this.options;
    if (error.message === "Command timed out")
      error.message = `Redis at ${host}:${port} didn't respond within ${commandTimeout} ms.`;
    else if (error.name === "MaxRetriesPerRequestError" || NOT_CONNECTED.test(error.message))
      error.message = `Redis at ${host}:${port} isn't connected: ${this.#failure?.message ?? "it closed the connection"}.`;
    else return;
    error.stack = `${error.name}: ${error.message}`;
  }
}

const NOT_CONNECTED = /^(Connection is closed|Stream isn't writeable)/;

/**
 * Connects once, as a start does.
 *
 * @throws LogUnavailable with what to do.
 */
export async function assertRedisUsable(deps: RedisConnectionDeps, clock: Pick<Clock, "after">): Promise<void> {
  const redis = connectRedis(deps, limits.redis_command_ms);
  try {
    await redisReady(redis, clock);
    await assertRedisSupported(redis);
  } catch (error) {
    throw error instanceof LogUnavailable ? error : refusal(error);
  } finally {
    redis.disconnect();
  }
}

/** Errors that another attempt doesn't solve. */
const LASTING = /WRONGPASS|NOAUTH|NOPERM|certificate/;

/** @throws LogUnavailable */
export async function redisReady(redis: Redis, clock: Pick<Clock, "after">): Promise<void> {
  if (redis.status === "ready") return;
  const outcome = Promise.withResolvers<void>();
  let last: Error | undefined;
  const fail = (): void => {
    const reason = last === undefined ? "" : ` (${last.message.replace(/\.$/, "")})`;
    const message = `Can't connect to Redis${reason}. ${START_REDIS}`;
    outcome.reject(new LogUnavailable(message, { cause: last }));
  };
  const note = (error: Error): void => {
    last = error;
    if (LASTING.test(error.message)) fail();
  };
  const cancel = clock.after(limits.redis_connect_ms, fail);
  redis.on("error", note);
  redis.once("ready", outcome.resolve);
  await outcome.promise.finally(() => {
    cancel();
    redis.off("error", note);
  });
}

/** @throws LogUnavailable for a server whose version or settings would lose the log. */
export async function assertRedisSupported(redis: Redis): Promise<void> {
  const info = await redis.info();
  const field = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];
  const version = Number.parseInt(field("redis_version") ?? "0", 10);
  if (version < 7) throw new LogUnavailable(`Redis ${version} is too old. Use Redis 7 or Valkey 8, or newer.`);
  if (field("redis_mode") === "sentinel")
    throw new LogUnavailable(
      "FANFARE_REDIS_URL is the address of a Redis Sentinel, which isn't supported. Use an address that leads to the primary, such as that of a proxy.",
    );
  if (field("cluster_enabled") === "1")
    throw new LogUnavailable("Redis Cluster isn't supported. Use one Redis server, with a replica if needed.");
  const policy = field("maxmemory_policy");
  if (policy !== "noeviction")
    throw new LogUnavailable(`Redis has maxmemory-policy ${policy}, which can delete the log. Set it to noeviction.`);
}

/** Mostly a permission that the user of the URL doesn't have. */
export function refusal(cause: unknown): LogUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (reason.startsWith("Redis at ")) return new LogUnavailable(`${reason} ${START_REDIS}`, { cause });
  const advice = reason.startsWith("NOPERM") ? " Grant its user the permissions in docs/operations/scale-out.md." : "";
  return new LogUnavailable(`Redis refuses a command that the server needs (${reason}).${advice}`, { cause });
}

const START_REDIS = "Start it, or correct FANFARE_REDIS_URL.";
