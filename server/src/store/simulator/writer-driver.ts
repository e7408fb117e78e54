import { join } from "node:path";
import type { Synchronous } from "../sqlite/connection.ts";

export type WriterOptions = Readonly<{
  path: string;
  from?: number;
  to?: number;
  writers?: number;
  payload?: number;
  /** "yes": doesn't close after the last write and waits to be killed. */
  linger?: "yes";
  synchronous?: Synchronous;
}>;

export function writerCommand(options: WriterOptions): string[] {
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return [process.execPath, join(import.meta.dir, "writer-process.ts"), ...flags];
}

export interface RunningWriter {
  readonly acknowledged: ReadonlySet<number>;
  /** 90th percentile of its main thread's timer delay. NaN until reported. */
  readonly late_ms: number;
  /** "<number> <kind>" of each refused event. */
  readonly refused: readonly string[];
  /** Resolves after `lines` lines of output, or when the writer has ended. */
  printed(lines: number): Promise<void>;
  kill(): void;
  /** Resolves when it has ended. */
  readonly stderr: Promise<string>;
  /** Resolves with the exit code, after all output is read. */
  readonly ended: Promise<number>;
}

/** Starts a writer. `command` is {@link writerCommand}, possibly wrapped. */
export function startWriter(command: readonly string[]): RunningWriter {
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "pipe" });
  const complaint = new Response(child.stderr).text();
  const acknowledged = new Set<number>();
  const refused: string[] = [];
  let lines = 0;
  let late_ms = Number.NaN;
  let waiting: { readonly lines: number; readonly resolve: () => void } | undefined;

  const onLine = (line: string): void => {
    const [verb, number, kind] = line.split(" ");
    if (verb === "ack") acknowledged.add(Number(number));
    if (verb === "late") late_ms = Number(number);
    if (verb === "fail") refused.push(`${number} ${kind}`);
    lines++;
    if (waiting !== undefined && lines >= waiting.lines) waiting.resolve();
  };

  const read = async (): Promise<number> => {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const complete = (rest + text).split("\n");
      rest = complete.pop() ?? "";
      complete.forEach(onLine);
    }
    waiting?.resolve();
    return await child.exited;
  };

  const ended = read();
  return {
    acknowledged,
    refused,
    get late_ms() {
      return late_ms;
    },
    async printed(count) {
      if (lines >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = { lines: count, resolve };
      await Promise.race([promise, ended]);
    },
    stderr: complaint,
    kill: () => child.kill("SIGKILL"),
    ended,
  };
}
