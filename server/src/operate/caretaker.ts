import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { DATABASE_FILE, KEY_FILE } from "./backup.ts";
import type { Finding } from "./doctor.ts";
import { runErrand } from "./errands.ts";

export interface KeptBackup {
  readonly name: string;
  readonly made_at: string;
  readonly bytes: number;
  readonly with_key: boolean;
}

/** What owners ask of the running server: how it is, and its backups. */
export interface Caretaker {
  /** Asked twice at once, it looks once. */
  examine(): Promise<readonly Finding[]>;
  /** @throws ProblemError `backup_running` or `backup_refused`. */
  beginBackup(): void;
  /** The one under way; `bytes`: how much of it is written. */
  running(): Promise<{ readonly started_ms: number; readonly bytes: number } | undefined>;
  /** Why the last one failed; undefined when it did not. */
  failure(): string | undefined;
  /** The newest first. */
  list(): Promise<readonly KeptBackup[]>;
  /** Path of a backup's database. @throws ProblemError `backup_not_found`. */
  databaseOf(name: string): Promise<string>;
}

/** What `makeBackup` calls its directories: an instant without colons and dots. */
const NAME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

export function createCaretaker(deps: {
  readonly config: Config;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}): Caretaker {
  const { config, clock, log } = deps;
  const folder = join(config.data_dir, "backups");
  let examining: Promise<readonly Finding[]> | undefined;
  let started_ms: number | undefined;
  let failure: string | undefined;

  const look = async (): Promise<readonly Finding[]> => {
    const answer = await runErrand({ kind: "examine", config, now_ms: clock.now() });
    if (answer.kind === "examined") return answer.findings;
    throw new Error(answer.kind === "failed" ? answer.message : "The errand brought something else.");
  };

  const backUp = async (): Promise<void> => {
    const answer = await runErrand({ kind: "backup", config, now_ms: clock.now() });
    started_ms = undefined;
    if (answer.kind !== "failed") return log.info("backup_made");
    failure = answer.foreseen ? answer.message : "It could not be written. The server's log says why.";
    log.error("backup_failed", { reason: answer.message });
  };

  return {
    examine() {
      examining ??= look().finally(() => {
        examining = undefined;
      });
      return examining;
    },
    beginBackup() {
      if (!config.database_url.startsWith("sqlite:")) {
        throw new ProblemError(
          "backup_refused",
          "The database is PostgreSQL: back it up with pg_dump, and keep secret.key of the data directory beside it.",
        );
      }
      if (started_ms !== undefined) {
        throw new ProblemError("backup_running", "A backup is being made. Wait until it is in the list.");
      }
      started_ms = clock.now();
      failure = undefined;
      void backUp();
    },
    async running() {
      if (started_ms === undefined) return undefined;
      const drafts = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".partial"));
      const sizes = await Promise.all(
        drafts.map((name) =>
          stat(join(folder, name, DATABASE_FILE)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      );
      return { started_ms, bytes: Math.max(0, ...sizes) };
    },
    failure: () => failure,
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => NAME_PATTERN.test(name)).sort();
      const kept = await Promise.all(names.slice(-limits.backups_shown_max).map((name) => readBackup(folder, name)));
      return kept.filter((backup) => backup !== undefined).reverse();
    },
    async databaseOf(name) {
      const path = join(folder, name, DATABASE_FILE);
      if (NAME_PATTERN.test(name) && (await Bun.file(path).exists())) return path;
      throw new ProblemError(
        "backup_not_found",
        "This server has no backup of this name. It may have been moved away.",
      );
    },
  };
}

/** By the sizes alone: whoever restores one has its hashes compared. Undefined for what is no backup. */
async function readBackup(folder: string, name: string): Promise<KeptBackup | undefined> {
  const directory = join(folder, name);
  const [database, key] = await Promise.all(
    [DATABASE_FILE, KEY_FILE].map((file) => stat(join(directory, file)).catch(() => undefined)),
  );
  if (database === undefined) return undefined;
  return { name, made_at: madeAt(name), bytes: database.size, with_key: key !== undefined };
}

/** `2026-11-21T12-00-00-000Z` is the instant in which it was begun. */
function madeAt(name: string): string {
  const [date = "", time = ""] = name.split("T");
  const [hour, minute, second, milli] = time.split("-");
  return `${date}T${hour}:${minute}:${second}.${milli}`;
}
