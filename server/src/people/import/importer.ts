import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId, MemberId, PeopleImportId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { type ImportColumn, parseImportedPerson } from "@fanfare/contract/people/import-columns";
import { ProblemError } from "@fanfare/contract/problem";
import type { Cause } from "@fanfare/contract/wording/cause";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Log } from "../../lib/log.ts";
import type { Publish } from "../../lib/publish.ts";
import { toJson } from "../../store/columns.ts";
import {
  completeBatch,
  deleteImportRows,
  endedWithRows,
  endImport,
  importById,
  insertRefusals,
  type PeopleImportRow,
  type RefusalRow,
  rowsFrom,
  runningImports,
  startImport,
} from "../../store/statements/people/people-imports.ts";
import { isUniqueViolation, type Statement, type Store, StoreError } from "../../store/store.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { findVerified, storeBatch } from "./import-people.ts";
import { importColumns, importRows } from "./uploaded-file.ts";

/** Imports people from files in the background, one at a time per app. Resumes after a restart. */
export interface Importer {
  /**
   * Starts an import that is ready.
   *
   * @throws ProblemError `import_refused` if it isn't ready, `import_running` while another import of the app runs.
   */
  start(row: PeopleImportRow, columns: readonly ImportColumn[], member_id: MemberId | null): Promise<void>;
  /** Cancels an import. Stored people are kept. @throws ProblemError `import_refused` if it has ended. */
  cancel(row: PeopleImportRow, member_id: MemberId | null): Promise<void>;
  /** Resumes the imports of an earlier process. */
  resume(): void;
  /** Resolves when no job runs. */
  idle(): Promise<void>;
  /** Waits for the current batch. The next start continues. */
  stop(): Promise<void>;
}

export interface ImporterDeps extends PeopleDeps {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly apps: Pick<AppDirectory, "byId">;
  readonly log: Log;
  readonly publish: Publish;
}

/**
 * Each batch is one transaction: created people, rejected rows, progress, and the deletion of its rows. A server killed
 * between two batches loses and repeats nothing, and two servers with the same import store each batch once.
 *
 * @example
 * const importer = createImporter({ clock, rng, store, apps, log, publish });
 * importer.resume();
 */
export function createImporter(deps: ImporterDeps): Importer {
  return new PeopleImporter(deps);
}

class PeopleImporter implements Importer {
  readonly #deps: ImporterDeps;
  readonly #db: Store["db"];
  readonly #jobs = new Map<PeopleImportId, Promise<void>>();
  readonly #waits = new Set<{ readonly cancel: Cancel; readonly over: () => void }>();
  #resuming = Promise.resolve();
  #is_stopped = false;

  constructor(deps: ImporterDeps) {
    this.#deps = deps;
    this.#db = deps.store.db;
  }

  async start(row: PeopleImportRow, columns: readonly ImportColumn[], member_id: MemberId | null): Promise<void> {
    const refused = new ProblemError(
      "import_refused",
      `This import is ${row.state}. Only imports that are ready can start.`,
    );
    if (row.state !== "ready") throw refused;
    const written = await this.#deps.store
      .write([
        { query: startImport(this.#db, row.id, toJson(columns), this.#deps.clock.now()), expect: 1 },
        this.#audit(row, "people_import.start", member_id),
      ])
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new ProblemError(
          "import_running",
          "Another import of this app is running. Wait for it to finish, or cancel it.",
        );
      });
    if (written.outcome === "unmet") throw refused;
    this.#begin(row.id, () => this.#run(row.app_id, row.id));
  }

  async cancel(row: PeopleImportRow, member_id: MemberId | null): Promise<void> {
    const open = ["uploading", "ready", "running"] as const;
    if (!(await this.#end(row.id, open, "cancelled", null, this.#audit(row, "people_import.cancel", member_id)))) {
      throw new ProblemError("import_refused", "This import has already ended.");
    }
    // A running job deletes its own rows after its batch.
    this.#begin(row.id, () => this.#deleteRows(row.id));
  }

  resume(): void {
    const found = async (): Promise<void> => {
      for (const { id, app_id } of await runningImports(this.#db)) this.#begin(id, () => this.#run(app_id, id));
      for (const id of await endedWithRows(this.#db)) this.#begin(id, () => this.#deleteRows(id));
    };
    this.#resuming = found().catch((error: unknown) => this.#deps.log.error("people_imports_not_resumed", { error }));
  }

  async idle(): Promise<void> {
    await this.#resuming;
    while (this.#jobs.size > 0) await Promise.all(this.#jobs.values());
  }

  async stop(): Promise<void> {
    this.#is_stopped = true;
    await this.#resuming;
    for (const wait of this.#waits) {
      wait.cancel();
      wait.over();
    }
    await Promise.all(this.#jobs.values());
  }

  #begin(id: PeopleImportId, work: () => Promise<void>): void {
    if (this.#is_stopped || this.#jobs.has(id)) return;
    const ended = work()
      .catch((error: unknown) => this.#deps.log.error("people_import_stopped", { import_id: id, error }))
      .finally(() => this.#jobs.delete(id));
    this.#jobs.set(id, ended);
  }

  async #run(app_id: AppId, id: PeopleImportId): Promise<void> {
    const app = this.#deps.apps.byId(app_id);
    if (app === undefined) return;
    const verified = await findVerified(this.#deps, app);
    let failures = 0;
    while (!this.#is_stopped) {
      try {
        const row = await importById(this.#db, app_id, id);
        if (row?.state !== "running") break;
        if (!(await this.#storeNext(app, row, verified))) break;
        failures = 0;
      } catch (error) {
        if (isInvalidText(error)) {
          this.#deps.log.error("people_import_failed", { import_id: id, error });
          await this.#end(
            id,
            ["running"],
            "failed",
            "A batch of rows couldn't be stored. Check the server log for the reason.",
          );
          break;
        }
        failures += 1;
        this.#deps.log.warn("people_import_waits", { import_id: id, error });
        await this.#pause(Math.min(limits.people_import_retry_ms * 2 ** failures, limits.people_import_retry_ms_max));
      }
    }
    await this.#deleteRows(id);
  }

  /** Stores the next batch, or ends the import. Returns false if nothing is left to do. */
  async #storeNext(app: AppRecord, row: PeopleImportRow, verified: boolean): Promise<boolean> {
    const [batch] = await rowsFrom(this.#db, row.id, 0, 1);
    if (batch === undefined) {
      await this.#end(row.id, ["running"], "done", null, this.#audit(row, "people_import.end", row.member_id));
      return false;
    }
    const rows = importRows(batch);
    const columns = importColumns(row);
    const read = rows.map((of) => ({ of, ...parseImportedPerson(of, columns) }));
    const ready = read.flatMap((each) => (each.outcome === "read" ? [each] : []));
    const people = ready.map(({ person }) => person);
    // Unmet if another server stored it first, or the import was canceled. The next read shows which.
    await storeBatch(this.#deps, app, people, verified, ({ made, changed, refused }) => {
      const refusals: RefusalRow[] = read.flatMap((each) =>
        each.outcome === "refused" ? [importRefusal(row.id, each.of, idIn(each.of.fields, columns), each.cause)] : [],
      );
      for (const { index, cause } of refused) {
        const each = ready[index];
        if (each !== undefined) refusals.push(importRefusal(row.id, each.of, each.person.external_id, cause));
      }
      const became = { rows: rows.length, made, changed, refused: refusals.length };
      const stored = refusals.slice(0, Math.max(0, limits.people_import_refused_kept_max - row.refused));
      return [
        ...completeBatch(this.#db, { import_id: row.id, seq: batch.seq }, became).map((query) => ({
          query,
          expect: 1,
        })),
        ...(stored.length === 0 ? [] : [{ query: insertRefusals(this.#db, stored) }]),
      ];
    });
    return true;
  }

  async #end(
    id: PeopleImportId,
    from: readonly PeopleImportRow["state"][],
    state: "done" | "cancelled" | "failed",
    failure: string | null,
    ...more: readonly Statement[]
  ): Promise<boolean> {
    const ended = endImport(this.#db, id, from, { state, failure, ended_at: this.#deps.clock.now() });
    return (await this.#deps.store.write([{ query: ended, expect: 1 }, ...more])).outcome === "committed";
  }

  #audit(
    row: PeopleImportRow,
    action: "people_import.start" | "people_import.cancel" | "people_import.end",
    member_id: MemberId | null,
  ): Statement {
    const { row_count: rows, made, changed, refused } = row;
    return auditStatement(this.#deps, {
      member_id,
      action,
      resource: { type: "people_import", id: row.id },
      app_id: row.app_id,
      detail: { rows, made, changed, refused },
    });
  }

  /** Deletes in small steps, so that other writes can run in between. */
  async #deleteRows(id: PeopleImportId): Promise<void> {
    while (!this.#is_stopped) {
      const rest = await this.#db
        .selectFrom("people_imports")
        .select("ended_at")
        .where("id", "=", id)
        .executeTakeFirst();
      if (rest === undefined || rest.ended_at === null) return;
      const step = deleteImportRows(this.#db, id, limits.people_import_forgotten_at_once);
      const written = await this.#deps.store.write([{ query: step }]);
      if (written.outcome === "unmet" || written.results[0]?.affected === 0) return;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wait = {
        cancel: this.#deps.clock.after(ms, () => wait.over()),
        over: (): void => {
          this.#waits.delete(wait);
          resolve();
        },
      };
      this.#waits.add(wait);
    });
  }
}

function importRefusal(
  import_id: PeopleImportId,
  { line, fields }: { readonly line: number; readonly fields: readonly string[] },
  external_id: string | null,
  cause: Cause,
): RefusalRow {
  return { import_id, line, external_id, message: toJson(cause), fields: toJson(fields) };
}

function idIn(fields: readonly string[], columns: readonly ImportColumn[]): string | null {
  return fields[columns.findIndex(({ use }) => use === "id")]?.trim() || null;
}

/** Whether no retry can store the batch. */
function isInvalidText(error: unknown): boolean {
  return error instanceof StoreError && error.kind === "invalid";
}
