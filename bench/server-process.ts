import type { BenchCommand, BenchReport } from "./servers/commands.ts";

/** A server under test in its own process and, if `taskset` exists, on its own core. */
export interface ServerProcess {
  readonly port: number;
  usage(options?: { readonly collect: boolean }): Promise<{ cpu_us: number; rss_bytes: number }>;
  publish(order: Omit<Extract<BenchCommand, { kind: "publish" }>, "kind">): Promise<void>;
  stop(): Promise<void>;
}

const SERVER_CORE = 0;
export const GENERATOR_CORE = 1;
const START_TIMEOUT_MS = 15_000;

/** Pins this process, the generator, to its own core. */
export function pinGenerator(): void {
  if (Bun.which("taskset") !== null) Bun.spawnSync(["taskset", "-cp", String(GENERATOR_CORE), String(process.pid)]);
}

interface Placement {
  /** Defaults to the core that the generator doesn't use. */
  readonly core?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startServer(
  file: string,
  { core = SERVER_CORE, environment = {} }: Placement = {},
): Promise<ServerProcess> {
  const waiting = new Map<BenchReport["kind"], (report: BenchReport) => void>();
  const received = (kind: BenchReport["kind"]): Promise<BenchReport> =>
    new Promise((resolve) => waiting.set(kind, resolve));
  const ready = received("ready");
  const command = [process.execPath, new URL(`./servers/${file}`, import.meta.url).pathname];
  const child = Bun.spawn(Bun.which("taskset") === null ? command : ["taskset", "-c", String(core), ...command], {
    env: { ...process.env, ...environment },
    stdout: "ignore",
    stderr: "inherit",
    ipc(report: BenchReport) {
      waiting.get(report.kind)?.(report);
    },
  });
  const first = await Promise.race([
    ready,
    child.exited.then((code) => Promise.reject(new Error(`${file} ended with code ${code} before it was ready.`))),
    Bun.sleep(START_TIMEOUT_MS).then(() => Promise.reject(new Error(`${file} was not ready in time.`))),
  ]);
  if (first.kind !== "ready") throw new Error(`${file} said ${first.kind} before it was ready.`);
  const order = (message: BenchCommand): void => {
    child.send(message);
  };
  return {
    port: first.port,
    async usage(options = { collect: false }) {
      const answer = received("usage");
      order({ kind: "usage", ...options });
      const report = await answer;
      if (report.kind !== "usage") throw new Error(`Expected a usage report, heard ${report.kind}.`);
      return report;
    },
    async publish(details) {
      const answer = received("published");
      order({ kind: "publish", ...details });
      await answer;
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
