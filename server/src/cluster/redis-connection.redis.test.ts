import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { Redis } from "ioredis";
import { freePort } from "../../../scripts/services/postgres.ts";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { silentLog } from "../lib/log.ts";
import type { ClusterState } from "./log.ts";
import { connectRedis, redisReady } from "./redis-connection.ts";
import { createRedisLog } from "./redis-log.ts";

const directory = mkdtempSync(join(tmpdir(), "fanfare-redis-tls-"));
const certificate = join(directory, "cert.pem");
let redis: ScratchRedis;
let tls_port: number;

beforeAll(async () => {
  const key = join(directory, "key.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const made = Bun.spawnSync(["openssl", "req", "-x509", ...curve, "-keyout", key, "-out", certificate, ...subject]);
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  tls_port = await freePort();
  const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"];
  redis = await startRedis(["--tls-port", String(tls_port), ...files]);
});
afterAll(async () => {
  await redis.stop();
  rmSync(directory, { recursive: true });
});

/** Opens a log, and closes it after a message went through it. Returns how that ended. */
async function connect(url: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const node = `nod_${crypto.randomUUID()}`;
  const log = createRedisLog({ clock: systemClock, rng: systemRng, log: silentLog, url, node, installation_id: node });
  const state: ClusterState = {
    apply: ({ kind }) => resolve(kind),
    applyAlone: () => true,
    snapshot: () => ({ shares: {}, connections: {}, histories: [], cached: [] }),
    restore() {},
    ownShare: () => ({ kind: "share", share: { members: [], counts: [], users: [] } }),
    begin() {},
    nodes: () => [],
  };
  try {
    await log.connect();
    await log.open(state);
  } catch (error) {
    return String(error);
  }
  const kind = await promise;
  await log.close();
  return kind;
}

/** In a process of its own, because trusted certificates are read when a process starts. */
function connectInProcess(
  url: string,
  environment: Readonly<Record<string, string>>,
): Bun.Subprocess<"ignore", "pipe"> {
  const program = join(directory, "connect.ts");
  const module = new URL("./redis-connection.ts", import.meta.url).pathname;
  writeFileSync(
    program,
    `import { connectRedis, redisReady } from ${JSON.stringify(module)};
    import { systemClock } from ${JSON.stringify(import.meta.resolve("@fanfare/contract/lib/clock"))};
    const redis = connectRedis({ rng: { bytes: (n) => new Uint8Array(n) }, url: ${JSON.stringify(url)} }, 1_000);
    console.log(await redisReady(redis, systemClock).then(() => redis.ping(), String));
    process.exit();`,
  );
  return Bun.spawn([process.execPath, program], {
    cwd: import.meta.dir,
    env: { ...process.env, ...environment },
    stdout: "pipe",
  });
}

test("connects with TLS if the server's certificate is trusted, and otherwise says why not", async () => {
  const url = `rediss://localhost:${tls_port}`;
  const [trusted, untrusted] = [
    connectInProcess(url, { NODE_EXTRA_CA_CERTS: certificate }),
    connectInProcess(url, { NODE_EXTRA_CA_CERTS: "" }),
  ];
  expect((await new Response(trusted.stdout).text()).trim()).toBe("PONG");
  expect((await new Response(untrusted.stdout).text()).trim()).toMatch(
    /^LogUnavailable: Can't connect to Redis \(.*certificate.*\)\. Start it, or correct FANFARE_REDIS_URL\.$/,
  );
}, 15_000);

test("names the server and its failure when a command fails, without the password", async () => {
  const server = await startRedis(["--requirepass", "hunter2"]);
  const url = server.url.replace("://", "://:hunter2@");
  const address = new URL(url).host;
  const client = connectRedis({ rng: systemRng, url }, 300);
  await redisReady(client, systemClock);
  const failure = async (): Promise<string> =>
    String(await client.get("fanfare:x").catch((error: Error) => error.stack));
  process.kill(server.pid, "SIGSTOP");
  expect(await failure()).toBe(`Error: Redis at ${address} didn't respond within 300 ms.`);
  const waiting = failure();
  await server.kill();
  // Whether the end of the connection or its reset arrives first.
  expect(await waiting).toMatch(
    /Redis at 127\.0\.0\.1:\d+ isn't connected: (it closed the connection|read ECONNRESET)\.$/,
  );
  while (!(await failure()).includes("ECONNREFUSED")) await new Promise((resolve) => client.once("error", resolve));
  expect(await failure()).toBe(`Error: Redis at ${address} isn't connected: connect ECONNREFUSED ${address}.`);
  client.disconnect();
  await server.stop();
}, 15_000);

test("works as a user with the documented permissions, and names a permission that is missing", async () => {
  const admin = new Redis(redis.url);
  const acl = (name: string, ...rules: string[]) => admin.call("ACL", "SETUSER", name, "on", ">secret", ...rules);
  const documented = "~fanfare:* -@all +@stream +@hash +@string +@scripting +@connection +info +time +pexpire";
  await acl("fanfare", ...documented.split(" "));
  await acl("stranger", "~other:*", "+@all");
  await acl("reader", "~fanfare:*", "-@all", "+@read", "+@connection", "+info");
  admin.disconnect();
  const as = (user: string): string => redis.url.replace("redis://", `redis://${user}:secret@`);
  expect(await connect(as("fanfare"))).toBe("share");
  expect(await connect(as("stranger"))).toContain("LogUnavailable: Redis refuses");
  expect(await connect(as("reader"))).toMatch(/NOPERM .* Grant its user the permissions/);
  expect(await connect(as("fanfare").replace("secret", "wrong"))).toContain("WRONGPASS");
}, 15_000);

test("refuses a Sentinel with an explanation", async () => {
  const port = await freePort();
  const file = join(directory, "sentinel.conf");
  writeFileSync(file, `bind 127.0.0.1\nport ${port}\ndir ${directory}\nsentinel monitor main 127.0.0.1 6379 1\n`);
  const server = Bun.which("redis-server") ?? Bun.which("valkey-server") ?? "redis-server";
  const sentinel = Bun.spawn([server, file, "--sentinel"], { stdout: "ignore" });
  try {
    expect(await connect(`redis://127.0.0.1:${port}`)).toContain("Redis Sentinel, which isn't supported");
  } finally {
    sentinel.kill();
    await sentinel.exited;
  }
}, 15_000);
