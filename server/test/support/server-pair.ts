import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import { SQL } from "bun";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { signedRequest } from "../protocol/support/signed-request.ts";
import { eventually } from "./eventually.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
import { APP, startTemporaryServer, type TemporaryServer } from "./temporary-server.ts";
import { temporaryPostgresStore } from "./temporary-store.ts";

const SETTINGS = { client_events: true, history_rules: [{ pattern: "kept-*", events_max: 1_000, ttl_s: 600 }] };

/** Two servers on one database, of which each reaches Redis through a proxy of its own. */
export interface ServerPair {
  readonly a: TemporaryServer;
  readonly b: TemporaryServer;
  readonly redis: ScratchRedis;
  readonly proxies: readonly [TcpProxy, TcpProxy];
  /** For another server of the installation. */
  readonly environment: Readonly<Record<string, string>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * `clocks`: of both servers. Channels whose names begin with `kept-` have a history, and pages can send client events.
 *
 * @example
 * await using pair = await openPair();
 * pair.proxies[1].cut();
 */
export async function openPair(clocks: readonly Clock[] = []): Promise<ServerPair> {
  const [redis, postgres] = await Promise.all([startRedis(), temporaryPostgresStore()]);
  const port = Number(new URL(redis.url).port);
  const proxies = [await startTcpProxy(port), await startTcpProxy(port)] as const;
  const environmentOf = (redis_url: string): Readonly<Record<string, string>> => ({
    FANFARE_DATABASE_URL: postgres.url,
    FANFARE_REDIS_URL: redis_url,
    FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const open = (index: 0 | 1): Promise<TemporaryServer> =>
    startTemporaryServer({
      environment: environmentOf(`redis://127.0.0.1:${proxies[index].port}`),
      clock: clocks[index] ?? systemClock,
    });
  const a = await open(0);
  await using sql = new SQL(postgres.url, { max: 1 });
  await sql`update apps set settings = ${JSON.stringify(SETTINGS)}, changes = changes + 1 where system = 0`;
  const b = await open(1);
  await eventually(() => a.fanfare.apps.byKey(APP.key)?.settings.history_rules.length === 1);
  return {
    ...{ a, b, redis, proxies, environment: environmentOf(redis.url) },
    async [Symbol.asyncDispose]() {
      await Promise.all([a, b].map((server) => server[Symbol.asyncDispose]()));
      for (const proxy of proxies) proxy.stop();
      await redis.stop();
      await postgres[Symbol.asyncDispose]();
    },
  };
}

/** Publishes with an idempotency key, once. */
export function publishOnce(server: { readonly origin: string }, channel: string, name: string): Promise<Response> {
  const body = JSON.stringify({ name, data: "{}", channel });
  const path = `/apps/${APP.id}/events`;
  const headers = { "Idempotency-Key": name };
  return fetch(signedRequest(server.origin, { key: APP.key, secret: APP.secret, path, body, headers }));
}

/** Like a backend: repeats the call with its key until it's acknowledged. */
export async function publishUntilDone(
  server: { readonly origin: string },
  channel: string,
  name: string,
): Promise<void> {
  await eventually(async () => (await publishOnce(server, channel, name)).status === 200);
}
