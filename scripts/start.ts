import { build, compressBuilds } from "./build.ts";
import { type ChildProcess, STOP_DEADLINE_MS } from "./start/child-process.ts";
import { firstApp } from "./start/first-app.ts";
import { logLine } from "./start/log-line.ts";
import { startProcesses } from "./start/processes.ts";
import { readSettings, type Settings } from "./start/settings.ts";
import { main, print, printError } from "./terminal.ts";

/** Resolves on the first termination signal. Later ones have no effect. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}

const INTERRUPTED = 130;

/** Exits immediately if asked to stop during preparation. Call the returned function when preparation is complete. */
export function preparing(stop_signal: Promise<void>): () => void {
  let prepared = false;
  void stop_signal.then(() => {
    if (!prepared) process.exit(INTERRUPTED);
  });
  return () => {
    prepared = true;
  };
}

/** Waits for a stop signal or for a process that exits on its own, then stops all. Resolves with the exit code. */
export async function untilEnded(children: readonly ChildProcess[], stop_signal: Promise<void>): Promise<number> {
  const sentence = await Promise.race([stop_signal.then(() => undefined), ...children.map((child) => child.ended)]);
  if (sentence === undefined) print("\nStopping…");
  else printError(sentence);
  await Promise.all(children.map((child) => child.stop()));
  return sentence === undefined ? 0 : 1;
}

export function greeting({ console_url, demo_url }: Settings, setup_url: string | undefined): string {
  const lines = ["", "  Fanfare is running.", "", `  Console     ${console_url}`, `  Demo shop   ${demo_url}`, ""];
  if (setup_url !== undefined) {
    lines.push("  Open this one-time link to create the owner account:", "");
    lines.push(`  ${setup_url}`, "");
  }
  return [...lines, "  Press Ctrl+C to stop both.", ""].join("\n");
}

if (import.meta.main) {
  await main(async () => {
    const stop_signal = untilSignalled();
    const prepared = preparing(stop_signal);
    const settings = readSettings(process.env);
    await build(undefined, { quick: true });
    const app = firstApp(settings.config.data_dir, process.env);
    prepared();
    const { children, setup_url } = await startProcesses({
      settings,
      app,
      flags: [],
      serve_options: process.argv.slice(2),
      stop_deadline_ms: STOP_DEADLINE_MS,
      onLine: (_child, line) => {
        const readable = logLine(line);
        if (readable !== undefined) printError(readable);
      },
    });
    print(greeting(settings, setup_url));
    compressBuilds().catch((error: unknown) => printError(`Couldn't compress the builds: ${String(error)}`));
    return untilEnded(children, stop_signal);
  });
}
