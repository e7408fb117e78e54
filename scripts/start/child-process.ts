import { ROOT } from "../terminal.ts";

/** A process that runs beside this command. */
export interface ChildProcess {
  readonly name: string;
  /** Resolves when the process has ended, with a message if it wasn't stopped on purpose. */
  readonly ended: Promise<string | undefined>;
  /** Sends SIGTERM, then SIGKILL if the process doesn't exit. Safe to call twice. */
  stop(): Promise<void>;
}

/** Longer than the server's own drain. */
export const STOP_DEADLINE_MS = 35_000;
const LAST_LINES_MAX = 12;

/**
 * Starts a process. `onLine` is called with each line from either stream.
 *
 * @example
 * const server = startChildProcess("server", [process.execPath, "server/src/cli.ts", "serve"], {}, () => {});
 */
export function startChildProcess(
  name: string,
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  onLine: (line: string) => void,
  stop_deadline_ms = STOP_DEADLINE_MS,
): ChildProcess {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    // Own process group: Ctrl-C in a terminal signals the whole group, and a second signal means an immediate stop.
    detached: true,
  });
  const last_lines: string[] = [];
  const record = (line: string): void => {
    last_lines.push(line);
    if (last_lines.length > LAST_LINES_MAX) last_lines.shift();
    onLine(line);
  };
  const output = Promise.all([eachLine(child.stdout, record), eachLine(child.stderr, record)]);
  let stopping = false;

  return {
    name,
    ended: (async () => {
      const code = await child.exited;
      await output;
      if (stopping) return undefined;
      return `The ${name} stopped unexpectedly (exit code ${code}). Last output:\n${last_lines.join("\n")}`;
    })(),
    async stop() {
      if (!stopping) child.kill("SIGTERM");
      stopping = true;
      const deadline = setTimeout(() => child.kill("SIGKILL"), stop_deadline_ms);
      await child.exited;
      clearTimeout(deadline);
    },
  };
}

async function eachLine(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
  if (rest !== "") onLine(rest);
}
