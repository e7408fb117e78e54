import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Package } from "./packages.ts";
import { freePort } from "./postgres.ts";

/** A temporary Redis server without persistence. */
export interface ScratchRedis {
  readonly url: string;
  readonly pid: number;
  /** Ends it like a power cut. Its data is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 10_000;
const PROBE_EVERY_MS = 20;

export const redisPackage: Package = {
  name: "redis-server",
  what: "for several nodes",
  present: () => findServer() !== undefined,
};

/**
 * Starts a Redis or Valkey server for tests on a free loopback port, with more settings of its command line.
 *
 * @example
 * const redis = await startRedis();
 * await redis.kill();
 */
export async function startRedis(settings: readonly string[] = []): Promise<ScratchRedis> {
  const binary = findServer();
  if (binary === undefined)
    throw new Error(
      "Redis isn't installed: redis-server isn't in PATH. On Debian or Ubuntu: apt-get install redis-server.",
    );
  const directory = mkdtempSync(join(tmpdir(), "fanfare-redis-"));
  const port = await freePort();
  let server = await launch(binary, port, directory, settings);
  const kill = async (): Promise<void> => {
    server.kill("SIGKILL");
    await server.exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server.pid;
    },
    kill,
    async restart() {
      server = await launch(binary, port, directory, settings);
    },
    async stop() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function findServer(): string | undefined {
  return ["redis-server", "valkey-server"].map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined;
}

async function launch(
  binary: string,
  port: number,
  directory: string,
  more: readonly string[],
): Promise<Bun.Subprocess> {
  const settings = [
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    "--maxmemory-policy",
    "noeviction",
    ...more,
  ];
  const log = Bun.file(join(directory, "server.log"));
  const server = Bun.spawn([binary, "--port", String(port), "--dir", directory, ...settings], {
    stdout: log,
    stderr: log,
  });
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`Redis didn't start: ${existsSync(directory) ? await log.text() : ""}`);
    await Bun.sleep(PROBE_EVERY_MS);
  }
  return server;
}

async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: { open: (opened) => void opened.write("PING\r\n"), data: () => resolve(true), error: () => resolve(false) },
  }).catch(() => undefined);
  if (socket === undefined) return false;
  return await promise.finally(() => socket.end());
}
