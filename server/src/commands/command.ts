import { systemClock } from "@fanfare/contract/clock";
import type { Config } from "../config.ts";
import { jsonLog, type Log } from "../log.ts";
import { openDatabase } from "../open-database.ts";
import type { Store } from "../store/store.ts";

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

/** The command was not understood. The message says how it is written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Warnings of a command go where they do not mix with its answer. */
export function commandLog(): Log {
  return jsonLog({ clock: systemClock, level: "warn", write: (line) => process.stderr.write(line) });
}

/** Runs a task on the database while no server has it. */
export async function withStore<Result>(config: Config, task: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openDatabase(config.database_url, { clock: systemClock, log: commandLog() });
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}
