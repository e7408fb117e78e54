import { expect, test } from "bun:test";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import { type AppRecord, createAppDirectory } from "../../accounts/apps/app-directory.ts";
import { silentLog } from "../../lib/log.ts";
import { openStore } from "../../store/database.ts";
import type { PeopleImportRow } from "../../store/statements/people/people-imports.ts";
import type { Store } from "../../store/store.ts";
import { createImporter } from "./importer.ts";
import { createImport, existingImport, importColumns, storeImportPart } from "./uploaded-file.ts";

const BATCHES = 8;
const ROWS = BATCHES * limits.people_import_batch_max;
/** One rejected row per batch. */
const REFUSED = BATCHES;
/** Kills a server after this many writes: before its next write, or when that one is stored. */
const KILLS = [
  { after: 1, moment: "before" },
  { after: 2, moment: "after" },
] as const;
const STORED_BY_KILLED = 4;
const app: AppRecord = {
  // Casts: made-up test app.
  ...{ id: "1001" as AppId, key: "shop" as AppKey, name: "Shop", secrets: [], paused: false, system: false },
  ...{ require_identity: false, allowed_origins: [], config_version: 1, revision: 1, changes: 1 },
  settings: DEFAULT_APP_SETTINGS,
};

const importerOn = (store: Store) =>
  createImporter({
    ...{ clock: systemClock, rng: systemRng, log: silentLog, store, publish: () => {} },
    apps: createAppDirectory([app]),
  });

/** An unprocessed import, as left by a server killed right after starting it. */
async function begun(store: Store): Promise<PeopleImportRow> {
  const { id, key, name } = app;
  const row = { ...sampleRows("import").apps, id, key, name };
  await store.write([{ query: store.db.insertInto("apps").values(row).compile(), expect: 1 }]);
  const deps = { clock: systemClock, rng: systemRng, store };
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `u_${n},${n % limits.people_import_batch_max === 7 ? "many" : n}`,
  );
  const made = await createImport(deps, app, "people.csv", null);
  const text = `id,seats\n${lines.join("\n")}`;
  const ready = await storeImportPart(deps, app, made.id, { number: 0, text, last: true });
  const columns = importColumns(ready).map((each) => (each.name === "seats" ? { ...each, use: "number" } : each));
  const change = { state: "running", started_at: 1, columns: JSON.stringify(columns) } as const;
  const start = store.db.updateTable("people_imports").set(change).where("id", "=", made.id).compile();
  await store.write([{ query: start, expect: 1 }]);
  return ready;
}

async function killedServer(url: string, { after, moment }: (typeof KILLS)[number]): Promise<void> {
  const code = `
    import { workUntilKilled } from ${JSON.stringify(join(import.meta.dir, "../../../test/support/importer-process.ts"))};
    await workUntilKilled(${JSON.stringify(url)}, ${JSON.stringify(app)}, ${after}, "${moment}");`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdout: "ignore", stderr: "pipe" });
  const output = await new Response(child.stderr).text();
  await child.exited;
  expect([child.signalCode, output]).toEqual(["SIGKILL", ""]);
}

async function whatBecame(store: Store, row: PeopleImportRow): Promise<typeof ALL> {
  const now = await existingImport({ clock: systemClock, rng: systemRng, store }, app, row.id);
  const count = async (table: "people" | "people_import_rows" | "people_import_refusals"): Promise<number> =>
    (await store.db.selectFrom(table).selectAll().execute()).length;
  const { state, rows_done, made, changed, refused } = now;
  return {
    counted: { state, rows_done, made, changed, refused },
    stored: [await count("people"), await count("people_import_rows"), await count("people_import_refusals")],
  };
}

const ALL = {
  counted: { state: "done", rows_done: ROWS, made: ROWS - REFUSED, changed: 0, refused: REFUSED },
  stored: [ROWS - REFUSED, 0, REFUSED],
};

export function importerContract(make: () => Promise<TemporaryStore>): void {
  test("resumes an import after a killed server without duplicates or losses", async () => {
    await using temporary = await make();
    const row = await begun(temporary.store);
    await temporary.store.close();
    for (const kill of KILLS) await killedServer(temporary.url, kill);
    const store = await openStore(temporary.url, { clock: systemClock, log: silentLog });
    const killed = await whatBecame(store, row);
    const rows_done = STORED_BY_KILLED * limits.people_import_batch_max;
    const made = rows_done - STORED_BY_KILLED;
    expect(killed).toEqual({
      counted: { state: "running", rows_done, made, changed: 0, refused: STORED_BY_KILLED },
      stored: [made, BATCHES - STORED_BY_KILLED, STORED_BY_KILLED],
    });
    const importer = importerOn(store);
    importer.resume();
    await importer.idle();
    expect(await whatBecame(store, row)).toEqual(ALL);
    await store.close();
  });

  test("stores each row once when two servers process one file", async () => {
    await using temporary = await make();
    const row = await begun(temporary.store);
    const importers = [importerOn(temporary.store), importerOn(temporary.store)];
    for (const importer of importers) importer.resume();
    await Promise.all(importers.map((importer) => importer.idle()));
    expect(await whatBecame(temporary.store, row)).toEqual(ALL);
  });
}
