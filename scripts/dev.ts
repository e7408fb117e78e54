import { build, viteCommand } from "./build.ts";
import { type ChildProcess, startChildProcess } from "./start/child-process.ts";
import { firstApp } from "./start/first-app.ts";
import { logLine } from "./start/log-line.ts";
import { startProcesses } from "./start/processes.ts";
import { readSettings } from "./start/settings.ts";
import { greeting, preparing, untilEnded, untilSignalled } from "./start.ts";
import { main, print, printError } from "./terminal.ts";

/** Development only: public installations create their own owner. */
const OWNER = { FANFARE_OWNER_EMAIL: "owner@example.com", FANFARE_OWNER_PASSWORD: "fanfare-dev" };
const CONSOLE_PORT = 4002;
/** Watched processes don't exit on their own, and nothing here needs a graceful stop. */
const DEV_STOP_MS = 2_000;

/**
 * Starts everything with reload: the server with `--watch`, SDK and console with Vite, seeded with an owner and the
 * demo's tour.
 */
await main(async () => {
  const stop_signal = untilSignalled();
  const prepared = preparing(stop_signal);
  for (const [name, value] of Object.entries(OWNER)) process.env[name] ||= value;
  const settings = readSettings(process.env);
  await build(["sdk", "docs"]);
  const app = firstApp(settings.config.data_dir, process.env);
  const onLine = (child: string, line: string): void => {
    const readable = logLine(line);
    if (readable !== undefined) printError(`${child.padEnd(8)}${readable}`);
  };
  const vite = (name: "sdk" | "console", args: readonly string[]): ChildProcess =>
    startChildProcess(name, [...viteCommand(name), ...args, "--config", `${name}/vite.config.ts`], {}, (line) =>
      onLine(name, line),
    );
  prepared();
  const processes = await startProcesses({
    settings,
    app,
    flags: ["--watch"],
    stop_deadline_ms: DEV_STOP_MS,
    onLine: onLine,
  });
  const children = [
    ...processes.children,
    vite("sdk", ["build", "sdk", "--watch"]),
    vite("console", ["console", "--port", String(CONSOLE_PORT), "--strictPort"]),
  ];
  const console_url = `http://localhost:${CONSOLE_PORT}/console/`;
  print(greeting({ ...settings, console_url }, processes.setup_url));
  print(
    `  Sign in as ${process.env["FANFARE_OWNER_EMAIL"]} with the password ${OWNER.FANFARE_OWNER_PASSWORD}, unless you changed it.\n`,
  );
  return untilEnded(children, stop_signal);
});
