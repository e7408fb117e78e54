import type { Cancel, Clock } from "@fanfare/contract/clock";
import type { AppId, MemberId, PeopleImportId } from "@fanfare/contract/ids";
import { type ImportColumn, personOf } from "@fanfare/contract/import-columns";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import { auditStatement } from "../accounts/audit.ts";
import type { Log } from "../log.ts";
import type { Publish } from "../publish.ts";
import { toJson } from "../store/columns.ts";
import {
  endedWithRows,
  endImport,
  forgetRows,
  importById,
  insertRefusals,
  type PeopleImportRow,
  type RefusalRow,
  rowsFrom,
  runningImports,
  settleBatch,
  startImport,
} from "../store/people-imports.ts";
import { isTwin, type Statement, StoreError } from "../store/store.ts";
import { importColumns, importRows } from "./import-file.ts";
import { areVerified, storeBatch } from "./import-people.ts";
import type { PeopleDeps } from "./people.ts";

/** Works off files of people, one of each app at a time, whoever looks and however often the server starts again. */
export interface Importer {
  /**
   * Begins with a file that is ready.
   *
   * @throws ProblemError `import_refused` where it is not, `import_running` while another one of the app is worked off.
   */
  start(row: PeopleImportRow, columns: readonly ImportColumn[], member_id: MemberId | null): Promise<void>;
  /** Ends one that waits or runs. What is stored stays. @throws ProblemError `import_refused` where it has ended. */
  cancel(row: PeopleImportRow, member_id: MemberId | null): Promise<void>;
  /** Goes on with what an earlier start could not finish. */
  resume(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Lets the present batch end; the next start goes on. */
  stop(): Promise<void>;
}

/**
 * A batch of rows is one transaction with the people that it makes, what it refuses and how far the import is; the rows
 * go in the same one. So whoever kills the server between two of them finds nothing twice and nothing missing, and two
 * servers that work on one file do each batch once.
 *
 * @example
 * const importer = createImporter({ clock, rng, store, apps, log, publish });
 * importer.resume();
 */
export function createImporter(
  deps: PeopleDeps & {
    readonly clock: Pick<Clock, "now" | "after">;
    readonly apps: Pick<AppDirectory, "byId">;
    readonly log: Log;
    readonly publish: Publish;
  },
): Importer {
  const { clock, store, apps, log } = deps;
  const { db } = store;
  let stopped = false;
  let resuming = Promise.resolve();
  const under_way = new Map<PeopleImportId, Promise<void>>();
  const waits = new Set<{ readonly cancel: Cancel; readonly over: () => void }>();

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wait = {
        cancel: clock.after(ms, () => wait.over()),
        over() {
          waits.delete(wait);
          resolve();
        },
      };
      waits.add(wait);
    });

  const runAll = async (app_id: AppId, id: PeopleImportId): Promise<void> => {
    const app = apps.byId(app_id);
    if (app === undefined) return;
    const verified = await areVerified(deps, app);
    let failures = 0;
    while (!stopped) {
      try {
        const row = await importById(db, app_id, id);
        if (row?.state !== "running") break;
        if (!(await workOff(app, row, verified))) break;
        failures = 0;
      } catch (error) {
        if (isUnstorable(error)) {
          log.error("people_import_failed", { import_id: id, error });
          await end(
            id,
            ["running"],
            "failed",
            "A batch of its rows could not be stored. The log of the server says why.",
          );
          break;
        }
        failures += 1;
        log.warn("people_import_waits", { import_id: id, error });
        await pause(Math.min(limits.people_import_retry_ms * 2 ** failures, limits.people_import_retry_ms_max));
      }
    }
    await forgetFile(id);
  };

  /** One batch, or the end; false when there is nothing more to do. */
  const workOff = async (app: AppRecord, row: PeopleImportRow, verified: boolean): Promise<boolean> => {
    const [batch] = await rowsFrom(db, row.id, 0, 1);
    if (batch === undefined) {
      await end(row.id, ["running"], "done", null, auditOf(row, "people_import.end", row.member_id));
      return false;
    }
    const rows = importRows(batch);
    const columns = importColumns(row);
    const read = rows.map((each) => ({ row: each, person: personOf(each, columns) }));
    const ready = read.flatMap(({ row: of, person }) => (typeof person === "string" ? [] : [{ of, person }]));
    const people = ready.map(({ person }) => person);
    // Unmet where another server was quicker, or somebody ended it: the next look shows which.
    await storeBatch(deps, app, people, verified, ({ made, changed, refused }) => {
      const refusals: RefusalRow[] = read.flatMap(({ row: of, person }) =>
        typeof person === "string" ? [refusalOf(row.id, of, idIn(of.fields, columns), person)] : [],
      );
      for (const { index, message } of refused) {
        const each = ready[index];
        if (each !== undefined) refusals.push(refusalOf(row.id, each.of, each.person.external_id, message));
      }
      const became = { rows: rows.length, made, changed, refused: refusals.length };
      const kept = refusals.slice(0, Math.max(0, limits.people_import_refused_kept_max - row.refused));
      return [
        ...settleBatch(db, { import_id: row.id, seq: batch.seq }, became).map((query) => ({ query, expect: 1 })),
        ...(kept.length === 0 ? [] : [{ query: insertRefusals(db, kept) }]),
      ];
    });
    return true;
  };

  const end = async (
    id: PeopleImportId,
    from: readonly PeopleImportRow["state"][],
    state: "done" | "cancelled" | "failed",
    failure: string | null,
    ...more: readonly Statement[]
  ): Promise<boolean> => {
    const ended = endImport(db, id, from, { state, failure, ended_at: clock.now() });
    return (await store.write([{ query: ended, expect: 1 }, ...more])).outcome === "committed";
  };

  const auditOf = (
    row: PeopleImportRow,
    action: "people_import.start" | "people_import.cancel" | "people_import.end",
    member_id: MemberId | null,
  ): Statement => {
    const { row_count: rows, made, changed, refused } = row;
    return auditStatement(deps, {
      ...{ member_id, action, resource: { type: "people_import", id: row.id }, app_id: row.app_id },
      detail: { rows, made, changed, refused },
    });
  };

  /** Small steps: the writer serves everybody else between two of them. */
  const forgetFile = async (id: PeopleImportId): Promise<void> => {
    while (!stopped) {
      const rest = await db.selectFrom("people_imports").select("ended_at").where("id", "=", id).executeTakeFirst();
      if (rest === undefined || rest.ended_at === null) return;
      const step = forgetRows(db, id, limits.people_import_forgotten_at_once);
      const written = await store.write([{ query: step }]);
      if (written.outcome === "unmet" || written.results[0]?.affected === 0) return;
    }
  };

  const begin = (id: PeopleImportId, work: () => Promise<void>): void => {
    if (stopped || under_way.has(id)) return;
    const ended = work()
      .catch((error: unknown) => log.error("people_import_stopped", { import_id: id, error }))
      .finally(() => under_way.delete(id));
    under_way.set(id, ended);
  };

  return {
    async start(row, columns, member_id) {
      const refused = new ProblemError(
        "import_refused",
        `This import is ${row.state}: only one that is ready can begin.`,
      );
      if (row.state !== "ready") throw refused;
      const written = await store
        .write([
          { query: startImport(db, row.id, toJson(columns), clock.now()), expect: 1 },
          auditOf(row, "people_import.start", member_id),
        ])
        .catch((error: unknown) => {
          if (!isTwin(error)) throw error;
          throw new ProblemError(
            "import_running",
            "Another file of this app is being imported. Wait for its end, or cancel it.",
          );
        });
      if (written.outcome === "unmet") throw refused;
      begin(row.id, () => runAll(row.app_id, row.id));
    },
    async cancel(row, member_id) {
      const open = ["uploading", "ready", "running"] as const;
      if (!(await end(row.id, open, "cancelled", null, auditOf(row, "people_import.cancel", member_id)))) {
        throw new ProblemError("import_refused", "This import has ended: there is nothing to cancel.");
      }
      // One that runs forgets its file itself, when its batch has ended.
      begin(row.id, () => forgetFile(row.id));
    },
    resume() {
      const found = async (): Promise<void> => {
        for (const { id, app_id } of await runningImports(db)) begin(id, () => runAll(app_id, id));
        for (const id of await endedWithRows(db)) begin(id, () => forgetFile(id));
      };
      resuming = found().catch((error: unknown) => log.error("people_imports_not_resumed", { error }));
    },
    async idle() {
      await resuming;
      while (under_way.size > 0) await Promise.all(under_way.values());
    },
    async stop() {
      stopped = true;
      await resuming;
      for (const wait of waits) {
        wait.cancel();
        wait.over();
      }
      await Promise.all(under_way.values());
    },
  };
}

function refusalOf(
  import_id: PeopleImportId,
  { line, fields }: { readonly line: number; readonly fields: readonly string[] },
  external_id: string | null,
  message: string,
): RefusalRow {
  return { import_id, line, external_id, message, fields: toJson(fields) };
}

function idIn(fields: readonly string[], columns: readonly ImportColumn[]): string | null {
  return fields[columns.findIndex(({ use }) => use === "id")]?.trim() || null;
}

/** What no later try can store. */
function isUnstorable(error: unknown): boolean {
  return error instanceof StoreError && error.kind === "invalid";
}
