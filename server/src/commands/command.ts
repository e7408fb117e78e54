import { systemClock } from "@fanfare/contract/lib/clock";
import type { Config } from "../config/config.ts";
import { jsonLog, type Log } from "../lib/log.ts";
import { type ControlClient, createControlClient } from "../operations/control-client.ts";

/** What a command is given: the operator's wish, and where it may speak. */
export interface CommandContext {
  /** What followed the command's name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Reads the configuration; refuses as `readConfig` does. */
  readonly config: () => Config;
  /** Prints for people, one line each. */
  readonly print: (text: string) => void;
  /** Prints an error or a note beside the result, one line each. */
  readonly printError: (text: string) => void;
  /** Asks the operator a question. Undefined when no one sits at a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

/** Resolves with the exit code. */
export type Command = (context: CommandContext) => Promise<number>;

/** Warnings of a command go where they do not mix with its answer. */
export function commandLog(): Log {
  return jsonLog({ clock: systemClock, level: "warn", write: (line) => process.stderr.write(line) });
}

/** Whom a command asks: the server that runs, or the database. */
export function createClient({ config }: Pick<CommandContext, "config">): ControlClient {
  return createControlClient(config(), commandLog());
}

/** Prints an answer: for programs as one line of JSON, else in words. */
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
