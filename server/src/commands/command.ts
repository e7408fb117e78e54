import { readFile } from "node:fs/promises";
import { systemClock } from "@fanfare/contract/lib/clock";
import type { Config } from "../config/config.ts";
import { jsonLog, type Log } from "../lib/log.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { type ControlClient, createControlClient, withRunningAddress } from "../operations/control-client.ts";

export interface CommandContext {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Reads the configuration. Throws like `readConfig`. */
  readonly config: () => Config;
  /** Prints human-readable text, one line per call. */
  readonly print: (text: string) => void;
  /** Prints an error or a note beside the result, one line each. */
  readonly printError: (text: string) => void;
  /** Asks the operator a question. Undefined when no one sits at a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

/** Resolves with the exit code. */
export type Command = (context: CommandContext) => Promise<number>;

/** Keeps a command's warnings separate from its result. */
export function commandLog(): Log {
  return jsonLog({ clock: systemClock, level: "warn", write: (line) => process.stderr.write(line) });
}

/** Client for the running server, or for the database if none runs. */
export function createClient({ config }: Pick<CommandContext, "config">): ControlClient {
  return createControlClient(config(), commandLog());
}

/** The configuration with the address of the running server. */
export function runningConfig({ config }: Pick<CommandContext, "config">, signal?: AbortSignal): Promise<Config> {
  return withRunningAddress(config(), signal);
}

/** Addresses that listen on every interface can't be connected to on every system. */
const LOOPBACK: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** The server of this machine by its own address, without the proxy that may be in front of it. */
export function localUrl({ host, port, tls }: Config): string {
  return `${tls === undefined ? "http" : "https"}://${LOOPBACK[host] ?? host}:${port}`;
}

/** The server of this machine as browsers reach it. */
export function publicUrl(config: Config): string {
  return config.public_url ?? localUrl(config);
}

/** @throws StartupError if the file can't be read. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new StartupError(`Can't read ${path}: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Prints the result as one line of JSON with `--json`, otherwise as text. */
export function printResult<Answer>(
  { print }: Pick<CommandContext, "print">,
  json: boolean,
  answer: Answer,
  format: (answer: Answer) => readonly string[],
): number {
  if (json) print(JSON.stringify(answer));
  else for (const line of format(answer)) print(line);
  return 0;
}
