import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ContentFile } from "@fanfare/contract/schema/content/content";

const ROOT = dirname(dirname(import.meta.dirname));
export const BUN = join(ROOT, "node_modules", ".bin", "bun");
/**
 * `npm test` bundles the server, so that each of a hundred processes reads a single file. Manual runs use the source.
 */
export const SERVER = process.env["TEST_SERVER"] ?? "server/src/cli.ts";
/** For busy machines. Costs nothing otherwise. */
const START_DEADLINE_MS = 90_000;
const STOP_DEADLINE_MS = 30_000;
const PROBE_EVERY_MS = 25;
const PROBE_DEADLINE_MS = 5_000;

export const OWNER = { email: "owner@example.com", password: "a long pass phrase" } as const;
export const APP = { id: "4242", key: "journey-key", secret: "journey-secret-of-forty-characters-long" } as const;

export interface ServerProcess {
  readonly pid: number;
  readonly lines: readonly string[];
  running(): boolean;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Server and demo as operators run them: two processes with their own data directory. */
export interface TestServer {
  /** `http://localhost:{port}`, for the console and the SDK. */
  readonly url: string;
  /** `http://127.0.0.1:{port}/`, which is another site. */
  readonly demo_url: string;
  readonly data_dir: string;
  process(): ServerProcess;
  /** Stops the server as for an upgrade and restarts it with the same data and its clock moved ahead. */
  restart(pause_ms?: number, ahead_ms?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Content to import instead of the demo's. */
  readonly contents?: ContentFile;
  /** False: there is no owner, and the server prints a setup link. */
  readonly owner?: boolean;
  readonly demo?: boolean;
  /** Data directory of a stopped server. The new server starts with a copy. */
  readonly from?: string;
  /** URL for browsers if it isn't the server's own port, such as behind a proxy. Called with that port. */
  readonly public_url?: (port: number) => Promise<string>;
}

/**
 * @example
 * const server = await startTestServer();
 * await page.goto(server.demo_url);
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const [port, demo_port] = [await freePort(), await freePort()];
  const data_dir = mkdtempSync(join(tmpdir(), "fanfare-e2e-"));
  if (options.from !== undefined) cpSync(options.from, data_dir, { recursive: true });
  const public_url = await options.public_url?.(port);
  const url = public_url ?? `http://localhost:${port}`;
  const demo_url = `http://127.0.0.1:${demo_port}/`;
  const environment = {
    FANFARE_PORT: String(port),
    ...(public_url === undefined ? {} : { FANFARE_PUBLIC_URL: public_url }),
    FANFARE_DATA_DIR: data_dir,
    FANFARE_APP_ID: APP.id,
    FANFARE_APP_KEY: APP.key,
    FANFARE_APP_SECRET: APP.secret,
    ...(options.owner === false ? {} : { FANFARE_OWNER_EMAIL: OWNER.email, FANFARE_OWNER_PASSWORD: OWNER.password }),
  };
  const imported = importFile(options.contents, data_dir);
  const startServer = async (ahead_ms = 0): Promise<ServerProcess> => {
    const ahead = ahead_ms === 0 ? [] : ["--preload", "./e2e/support/clock-offset.ts"];
    const part = startProcess([...ahead, SERVER, "serve", "--import", imported], {
      ...environment,
      TEST_CLOCK_AHEAD_MS: String(ahead_ms),
    });
    await untilAnswers(part, `http://127.0.0.1:${port}/readyz`);
    return part;
  };
  let server = await startServer();
  const demo =
    options.demo === false
      ? undefined
      : startProcess(["demo/src/server.ts"], {
          ...environment,
          FANFARE_DEMO_PORT: String(demo_port),
          // Tests place orders explicitly.
          DEMO_ORDERS_EVERY_S: "0",
        });
  if (demo !== undefined) await untilAnswers(demo, demo_url);

  return {
    url,
    demo_url,
    data_dir,
    process: () => server,
    async restart(pause_ms = 0, ahead_ms = 0) {
      await server.stop();
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
      server = await startServer(ahead_ms);
    },
    async stop() {
      await Promise.all([server.stop(), demo?.stop()]);
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

function importFile(contents: ContentFile | undefined, directory: string): string {
  if (contents === undefined) return "demo/content.json";
  const file = join(directory, "contents.json");
  writeFileSync(file, JSON.stringify(contents));
  return file;
}

/** Starts a file with Bun. Of Fanfare's variables, the environment only has the given ones. */
export function startProcess(args: readonly string[], environment: Readonly<Record<string, string>>): ServerProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FANFARE_"));
  const child = spawn(BUN, [...args], {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return processOf(child);
}

export function processOf(child: ChildProcess): ServerProcess {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  // Interrupted tests leave no process behind.
  const reap = (): void => void child.kill("SIGKILL");
  process.once("exit", reap);
  void ended.then(() => process.off("exit", reap));
  return {
    pid: child.pid ?? 0,
    lines,
    running: () => child.exitCode === null && child.signalCode === null,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const deadline = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS);
      const code = await ended;
      clearTimeout(deadline);
      return code;
    },
  };
}

/** Waits until a process responds, or throws its output if it exits. */
export async function untilAnswers(part: ServerProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline) {
    if (!part.running()) throw new Error(`It stopped before it answered:\n${part.lines.join("\n")}`);
    // Retry while connections are refused, or accepted but never answered.
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_DEADLINE_MS) }).catch(() => undefined);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  throw new Error(`${url} did not answer. It said:\n${part.lines.join("\n")}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === "string") reject(new Error("The loopback gave no port."));
        else resolve(address.port);
      });
    });
  });
}
