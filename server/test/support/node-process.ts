import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A node in a process of its own, which a test can kill or freeze. */
export interface NodeProcess {
  readonly port: number;
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<number>;
  /** Kills it. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Resolves once the node listens, on a free port unless `environment` has one. `cli`: of another release. */
export async function startNodeProcess(
  environment: Readonly<Record<string, string>>,
  cli = process.env["TEST_SERVER"] ?? join(import.meta.dir, "../../src/cli.ts"),
): Promise<NodeProcess> {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-node-"));
  const child = Bun.spawn([process.execPath, cli, "serve"], {
    env: { ...process.env, FANFARE_PORT: "0", ...environment, FANFARE_DATA_DIR: directory },
    stdout: "pipe",
    stderr: "inherit",
  });
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const port = /"event":"listening".*"port":(\d+)/.exec(text)?.[1];
    if (port === undefined) continue;
    return {
      port: Number(port),
      signal: (name) => child.kill(name),
      exited: child.exited,
      async [Symbol.asyncDispose]() {
        child.kill("SIGKILL");
        await child.exited;
        rmSync(directory, { recursive: true });
      },
    };
  }
  throw new Error("The node ended before it listened.");
}
