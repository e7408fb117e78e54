import type { SetupResponse } from "@fanfare/contract/schema/accounts/sign-in";
import { UserError } from "../terminal.ts";
import { type ChildProcess, startChildProcess } from "./child-process.ts";
import type { FirstAppVariables } from "./first-app.ts";
import { checkPortFree } from "./ports.ts";
import type { Settings } from "./settings.ts";

const READY_DEADLINE_MS = 60_000;
const PROBE_EVERY_MS = 25;
const LINK_DEADLINE_MS = 5_000;
/** The line that the server prints before the link; `npm start` has its own. */
const BEFORE_LINK = "Open this link within";

/** Server and demo, running. */
export interface RunningProcesses {
  readonly children: readonly ChildProcess[];
  /** The one-time link for the first member; undefined when there is an owner already. */
  readonly setup_url: string | undefined;
}

export interface ProcessesOptions {
  readonly settings: Settings;
  readonly app: FirstAppVariables;
  /** Put between `bun` and the file, `--watch` for example. */
  readonly flags: readonly string[];
  /** How long a child may take to stop, in milliseconds. */
  readonly stop_deadline_ms: number;
  /** Hears what server and demo print, but for the setup link. */
  readonly onLine: (child: string, line: string) => void;
}

/**
 * Starts server and demo and waits until both answer. When one of them cannot start, the other is stopped again.
 *
 * @throws Refusal with the sentence of the one that could not start.
 */
export async function startProcesses({
  settings,
  app,
  flags,
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
  const serve = [...bun, "server/src/cli.ts", "serve", "--import", "demo/content.json"];
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

/** The link, where there is nobody who could sign in. The server prints it a moment after it answers. */
async function setupLink(origin: string, printed: Promise<string>): Promise<string | undefined> {
  const response = await fetch(`${origin}/api/setup`, { tls: { rejectUnauthorized: false } });
  // SetupResponse of the contract, from the server of this repository.
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
    // Refused connections are what is waited out here.
    const response = await fetch(url, { tls: { rejectUnauthorized: false } }).catch(() => undefined);
    if (response?.ok === true) return;
    await Bun.sleep(PROBE_EVERY_MS);
  }
  throw new UserError(`The ${child.name} didn't respond at ${url} within ${READY_DEADLINE_MS / 1_000} s.`);
}

/** The server prints the link for the first member as plain text: it is a secret and no log line. */
function setupLinkIn(line: string): string | undefined {
  return /https?:\/\/\S+\/console\/setup\S*/.exec(line)?.[0];
}
