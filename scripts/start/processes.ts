import type { SetupResponse } from "@fanfare/contract/schema/responses/content/content";
import { UserError } from "../terminal.ts";
import { type ChildProcess, startChildProcess } from "./child-process.ts";
import type { FirstAppVariables } from "./first-app.ts";
import { checkPortFree } from "./ports.ts";
import type { Settings } from "./settings.ts";

const READY_DEADLINE_MS = 60_000;
const PROBE_EVERY_MS = 25;
const LINK_DEADLINE_MS = 5_000;
/** The server's line before the link, which `npm start` replaces with its own. */
const BEFORE_LINK = "Open this link within";

export interface RunningProcesses {
  readonly children: readonly ChildProcess[];
  /** One-time link for the first member. Undefined if there is an owner. */
  readonly setup_url: string | undefined;
}

export interface ProcessesOptions {
  readonly settings: Settings;
  readonly app: FirstAppVariables;
  /** Bun flags before the file, such as `--watch`. */
  readonly flags: readonly string[];
  /** Passed on to `fanfare serve`, such as `--start-over`. */
  readonly serve_options?: readonly string[];
  readonly stop_deadline_ms: number;
  /** Called with the output of server and demo, except for the setup link. */
  readonly onLine: (child: string, line: string) => void;
}

/**
 * Starts server and demo and waits until both respond. If one can't start, stops the other.
 *
 * @throws UserError with the message of the process that couldn't start.
 */
export async function startProcesses({
  settings,
  app,
  flags,
  serve_options = [],
  stop_deadline_ms,
  onLine,
}: ProcessesOptions): Promise<RunningProcesses> {
  const { config, demo_port } = settings;
  await checkPortFree(config.host, config.port, "FANFARE_PORT");
  await checkPortFree(config.host, demo_port, "FANFARE_DEMO_PORT");

  const link = Promise.withResolvers<string>();
  // Output from before both answer belongs to a start that may fail: then it is part of the error.
  const early: (readonly [child: string, line: string])[] = [];
  let ready = false;
  const print = (child: string, line: string): void => {
    if (ready) onLine(child, line);
    else early.push([child, line]);
  };
  const bun = [process.execPath, "--no-orphans", ...flags];
  const serve = [...bun, "server/src/cli.ts", "serve", "--import", "demo/content.json", ...serve_options];
  const server = startChildProcess(
    "server",
    serve,
    app,
    (line) => {
      const found = setupLinkIn(line);
      if (found !== undefined) link.resolve(found);
      else if (!line.startsWith(BEFORE_LINK)) print("server", line);
    },
    stop_deadline_ms,
  );
  const demo = startChildProcess(
    "demo",
    [...bun, "demo/src/server.ts"],
    app,
    (line) => {
      if (!line.startsWith('{"event":"demo_listening"')) print("demo", line);
    },
    stop_deadline_ms,
  );
  const children = [server, demo];
  const origin = `${config.tls === undefined ? "http" : "https"}://${reachable(config.host)}:${config.port}`;
  try {
    await Promise.all([
      untilAnswers(server, `${origin}/healthz`),
      untilAnswers(demo, `http://${reachable(config.host)}:${demo_port}/`),
    ]);
  } catch (error) {
    await Promise.all(children.map((child) => child.stop()));
    throw error;
  }
  ready = true;
  for (const [child, line] of early) onLine(child, line);
  return { children, setup_url: await setupLink(origin, link.promise) };
}

/** The setup link, if there is no owner. The server prints it shortly after it starts responding. */
async function setupLink(origin: string, printed: Promise<string>): Promise<string | undefined> {
  const response = await fetch(`${origin}/api/setup`, { tls: { rejectUnauthorized: false } });
  // Cast: response of this repository's server.
  const { needed } = (await response.json()) as SetupResponse;
  if (!needed) return undefined;
  return Promise.race([printed, Bun.sleep(LINK_DEADLINE_MS).then(() => undefined)]);
}

function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function untilAnswers(child: ChildProcess, url: string): Promise<void> {
  let over: string | undefined;
  void child.ended.then((sentence) => {
    over = sentence ?? `The ${child.name} was stopped.`;
  });
  const deadline = performance.now() + READY_DEADLINE_MS;
  while (performance.now() < deadline) {
    if (over !== undefined) throw new UserError(over);
    // Retry while the connection is refused.
    const response = await fetch(url, { tls: { rejectUnauthorized: false } }).catch(() => undefined);
    if (response?.ok === true) return;
    await Bun.sleep(PROBE_EVERY_MS);
  }
  throw new UserError(`The ${child.name} didn't respond at ${url} within ${READY_DEADLINE_MS / 1_000} s.`);
}

/** The server prints the setup link as plain text, because secrets don't belong in the log. */
function setupLinkIn(line: string): string | undefined {
  return /https?:\/\/\S+\/console\/setup\S*/.exec(line)?.[0];
}
