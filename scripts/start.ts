import { build } from "./build.ts";
import { type Child, STOP_DEADLINE_MS } from "./child.ts";
import { firstApp } from "./first-app.ts";
import { startHouse } from "./house.ts";
import { logLine } from "./log-line.ts";
import { readSettings, type Settings } from "./settings.ts";
import { complain, main, say } from "./tool.ts";

/** Resolves with the first signal that asks this command to end. Later ones change nothing: it is ending. */
export function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}

const INTERRUPTED = 130;

/** Ends this command at once when it is asked to while it only prepares; answers what to call when it no longer does. */
export function preparing(asked: Promise<void>): () => void {
  let prepared = false;
  void asked.then(() => {
    if (!prepared) process.exit(INTERRUPTED);
  });
  return () => {
    prepared = true;
  };
}

/** Waits for the person, or for a part that stops by itself; then stops all. Answers the exit code. */
export async function untilOver(children: readonly Child[], asked: Promise<void>): Promise<number> {
  const sentence = await Promise.race([asked.then(() => undefined), ...children.map((child) => child.ended)]);
  if (sentence === undefined) say("\nStopping …");
  else complain(sentence);
  await Promise.all(children.map((child) => child.stop()));
  return sentence === undefined ? 0 : 1;
}

/** What the person sees first. */
export function greeting({ console_url, demo_url }: Settings, setup_url: string | undefined): string {
  const lines = ["", "  Fanfare is running.", "", `  Console     ${console_url}`, `  Demo shop   ${demo_url}`, ""];
  if (setup_url !== undefined) {
    lines.push("  Nobody owns this installation yet. Make yourself the owner with this link, which works once:", "");
    lines.push(`  ${setup_url}`, "");
  }
  return [...lines, "  Ctrl-C stops both.", ""].join("\n");
}

if (import.meta.main) {
  await main(async () => {
    const asked = signalled();
    const prepared = preparing(asked);
    const settings = readSettings(process.env);
    await build();
    const app = firstApp(settings.config.data_dir, process.env);
    prepared();
    const { children, setup_url } = await startHouse({
      settings,
      app,
      flags: [],
      stop_deadline_ms: STOP_DEADLINE_MS,
      onLine: (_child, line) => {
        const readable = logLine(line);
        if (readable !== undefined) complain(readable);
      },
    });
    say(greeting(settings, setup_url));
    return untilOver(children, asked);
  });
}
