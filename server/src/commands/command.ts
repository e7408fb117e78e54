import { systemClock } from "@fanfare/contract/clock";
import type { Config } from "../config.ts";
import { jsonLog, type Log } from "../log.ts";
import { type Ask, askOf } from "../operate/ask.ts";

/** What a command is given: the operator's wish, and where it may speak. */
export interface CommandContext {
  /** What followed the command's name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Reads the configuration; refuses as `readConfig` does. */
  readonly config: () => Config;
  /** Prints for people, one line each. */
  readonly say: (text: string) => void;
}

/** Resolves with the exit code. */
export type Command = (context: CommandContext) => Promise<number>;

/** Warnings of a command go where they do not mix with its answer. */
export function commandLog(): Log {
  return jsonLog({ clock: systemClock, level: "warn", write: (line) => process.stderr.write(line) });
}

/** Whom a command asks: the server that runs, or the database. */
export function asking({ config }: Pick<CommandContext, "config">): Ask {
  return askOf(config(), commandLog());
}

/** Prints an answer: for programs as one line of JSON, else in words. */
export function tell<Answer>(
  { say }: Pick<CommandContext, "say">,
  json: boolean,
  answer: Answer,
  words: (answer: Answer) => readonly string[],
): number {
  if (json) say(JSON.stringify(answer));
  else for (const line of words(answer)) say(line);
  return 0;
}
