import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { SQL } from "bun";

/** A temporary PostgreSQL server. `url` refers to its database `postgres`; the user can create others. */
export interface ScratchPostgres {
  readonly url: string;
  /** Ends it at once, as a crash does: sessions and transactions are cut off. Committed rows remain. */
  crash(): Promise<void>;
  /** Starts it again on the same port, with its rows. */
  restart(): Promise<void>;
  /** Starts a replica of it, which follows it until it's promoted. */
  startReplica(): Promise<ScratchReplica>;
  stop(): Promise<void>;
}

export interface ScratchReplica {
  readonly port: number;
  /** Makes it a primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN_VERSIONS = "/usr/lib/postgresql";
const START_DEADLINE_MS = 30_000;
const PROBE_EVERY_MS = 50;

/**
 * Starts a PostgreSQL server for tests: a new cluster in a temporary directory, on a free loopback port, without fsync,
 * and with more settings for `postgres -c`.
 * It needs no configuration and leaves nothing behind after `stop`.
 * PostgreSQL refuses to run as root, so root starts it as the user `postgres` or, if that doesn't exist, `nobody`.
 *
 * @example
 * const postgres = await startPostgres();
 * process.env.TEST_POSTGRES_URL = postgres.url;
 */
export async function startPostgres(settings: readonly string[] = []): Promise<ScratchPostgres> {
  const binaries = findBinaries();
  const as = await unprivileged();
  const directory = mkdtempSync(join(tmpdir(), "fanfare-postgres-"));
  if (as !== undefined) await run(["chown", as.user, directory]);
  const data = join(directory, "data");
  const port = await freePort();
  let server: Bun.Subprocess | undefined;

  const stop = async (): Promise<void> => {
    // SIGINT is PostgreSQL's "fast" shutdown: it ends sessions without waiting for them.
    server?.kill("SIGINT");
    await server?.exited;
    rmSync(directory, { recursive: true, force: true });
  };

  try {
    await run([...asUser(as), binaries.initdb, ...INITDB_OPTIONS, "-D", data]);
    const log = Bun.file(join(directory, "server.log"));
    const command = [...asUser(as), binaries.postgres, "-D", data, "-p", String(port)];
    command.push(...[...SERVER_SETTINGS, ...settings].flatMap((setting) => ["-c", setting]));
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const launch = async (): Promise<Bun.Subprocess> => {
      server = Bun.spawn(command, { stdout: log, stderr: log });
      await untilReady(url, server, log);
      return server;
    };
    let running = await launch();
    return {
      url,
      stop,
      async crash() {
        // SIGQUIT is PostgreSQL's "immediate" shutdown: the next start recovers from its log.
        running.kill("SIGQUIT");
        await running.exited;
      },
      async restart() {
        running = await launch();
      },
      startReplica: () => startReplica({ binaries, as, primary_port: port, settings }),
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function startReplica(given: {
  readonly binaries: ReturnType<typeof findBinaries>;
  readonly as: User | undefined;
  readonly primary_port: number;
  readonly settings: readonly string[];
}): Promise<ScratchReplica> {
  const { binaries, as, primary_port, settings } = given;
  const directory = mkdtempSync(join(tmpdir(), "fanfare-postgres-"));
  if (as !== undefined) await run(["chown", as.user, directory]);
  const data = join(directory, "data");
  const port = await freePort();
  const from = ["-h", "127.0.0.1", "-p", String(primary_port), "-U", "postgres"];
  // `-R` makes it follow the primary. `--checkpoint=fast`: don't wait for the next one.
  const copy = [join(dirname(binaries.postgres), "pg_basebackup"), ...from, "-D", data, "-R", "--checkpoint=fast"];
  await run([...asUser(as), ...copy, "--no-sync"]);
  const log = Bun.file(join(directory, "server.log"));
  const command = [...asUser(as), binaries.postgres, "-D", data, "-p", String(port)];
  command.push(...[...SERVER_SETTINGS, ...settings].flatMap((setting) => ["-c", setting]));
  const server = Bun.spawn(command, { stdout: log, stderr: log });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url, server, log);
  return {
    port,
    async promote() {
      await using sql = new SQL(url, { max: 1 });
      await sql`select pg_promote()`;
    },
    async stop() {
      server.kill("SIGINT");
      await server.exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** ICU's English collation reveals queries that rely on the server's locale instead of an explicit collation. */
const INITDB_OPTIONS = [
  ...["-U", "postgres", "-A", "trust", "--no-sync", "--encoding=UTF8", "--locale=C"],
  ...["--locale-provider=icu", "--icu-locale=en-US"],
];

/** Test data doesn't need to survive the server. */
const SERVER_SETTINGS = [
  ...["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300"],
  ...["fsync=off", "full_page_writes=off", "autovacuum=off"],
];

function findBinaries(): { readonly initdb: string; readonly postgres: string } {
  const newest = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS).sort((one, other) => Number(other) - Number(one))
    : [];
  const places = [
    ...newest.map((version) => join(DEBIAN_VERSIONS, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  const home = places.find((place) => existsSync(join(place, "initdb")) && existsSync(join(place, "postgres")));
  if (home === undefined) {
    throw new Error(
      "PostgreSQL isn't installed: initdb and postgres aren't in PATH or /usr/lib/postgresql. " +
        "On Debian or Ubuntu: apt-get install postgresql. On macOS: brew install postgresql.",
    );
  }
  return { initdb: join(home, "initdb"), postgres: join(home, "postgres") };
}

interface User {
  readonly user: string;
  readonly uid: string;
  readonly gid: string;
}

/** User to run as instead of root. Undefined if this process isn't root. */
async function unprivileged(): Promise<User | undefined> {
  if (userInfo().uid !== 0) return undefined;
  const passwd = await Bun.file("/etc/passwd").text();
  for (const user of ["postgres", "nobody"]) {
    const [, , uid, gid] =
      passwd
        .split("\n")
        .find((line) => line.startsWith(`${user}:`))
        ?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { user, uid, gid };
  }
  throw new Error("PostgreSQL can't run as root, and this system has neither the user postgres nor the user nobody.");
}

/** `--pdeathsig`: the server ends with the process that started it, however that ends. */
function asUser(as: User | undefined): string[] {
  if (Bun.which("setpriv") === null) {
    if (as === undefined) return [];
    throw new Error("PostgreSQL can't run as root, and setpriv isn't installed. Run: apt-get install util-linux");
  }
  const identity = as === undefined ? [] : [`--reuid=${as.uid}`, `--regid=${as.gid}`, "--clear-groups"];
  return ["setpriv", ...identity, "--pdeathsig=INT", "--"];
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${stderr || stdout}`);
}

/** A port of the loopback that no program uses now. */
export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => {
      if (address === null || typeof address === "string") reject(new Error("The loopback gave no port."));
      else resolve(address.port);
    });
  });
  return promise;
}

async function untilReady(url: string, server: Bun.Subprocess, log: Bun.BunFile): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      await using sql = new SQL(url, { max: 1, connectionTimeout: 1 });
      await sql`select 1`;
      return;
    } catch (cause) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL didn't start: ${await log.text()}`, { cause });
      }
      await Bun.sleep(PROBE_EVERY_MS);
    }
  }
}
