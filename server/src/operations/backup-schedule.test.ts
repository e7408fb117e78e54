import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manualClock, systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import { startTemporaryServer } from "../../test/support/temporary-server.ts";
import { silentLog } from "../lib/log.ts";
import { raiseConfigVersion } from "../store/statements/accounts/apps.ts";
import { insertJournalRow } from "../store/statements/realtime/webhook-journal.ts";
import { createBackup } from "./backup.ts";
import { createBackupSchedule } from "./backup-schedule.ts";
import { createMaintenance } from "./maintenance.ts";
import { pruneBackups } from "./prune-backups.ts";
import { restoreBackup } from "./restore.ts";

const RESTORES = process.env["NIGHTLY"] === "1" ? 50 : 3;
const START_MS = Date.UTC(2026, 10, 21);

function temporaryDirectory() {
  const path = mkdtempSync(join(tmpdir(), "fanfare-schedule-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test("backs up daily from the newest backup on, and an hour after a failure", async () => {
  using directory = temporaryDirectory();
  const clock = manualClock(START_MS);
  const runs: number[] = [];
  const outcomes: ("made" | "failed")[] = ["made", "failed", "made"];
  const runScheduledBackup = async () => {
    runs.push(clock.now() - START_MS);
    const outcome = outcomes[runs.length - 1] ?? "made";
    if (outcome === "failed") return outcome;
    const made = join(directory.path, "backups", String(runs.length));
    mkdirSync(made, { recursive: true });
    utimesSync(made, clock.now() / 1_000, clock.now() / 1_000);
    return outcome;
  };
  const config = { data_dir: directory.path, database_url: "sqlite:fanfare.db", backup_interval_hours: 24 };
  const schedule = createBackupSchedule({ config, clock, log: silentLog, maintenance: { runScheduledBackup } });
  schedule.start();
  while (clock.now() < START_MS + 2 * DAY_MS + 3 * HOUR_MS) {
    clock.advance(limits.backup_first_ms);
    while (clock.pending() === 0) await new Promise(setImmediate);
  }
  const first = limits.backup_first_ms;
  expect(runs).toEqual([first, first + DAY_MS, first + DAY_MS + HOUR_MS, first + 2 * DAY_MS + HOUR_MS]);
  schedule.stop();
  expect(clock.pending()).toBe(0);
});

test("keeps the newest automatic backups, never deletes others, and shows a failure until one succeeds", async () => {
  await using server = await startTemporaryServer();
  const config = { ...server.config, backups_kept: 2 };
  const states: (string | undefined)[] = [];
  const maintenance = createMaintenance({
    ...{ config, clock: systemClock, log: silentLog },
    onBackupState: () => states.push(maintenance.failure()),
  });
  await createBackup(config, { to: undefined, without_key: false, now: new Date(START_MS) });
  for (let run = 0; run < 3; run++) expect(await maintenance.runScheduledBackup()).toBe("made");
  expect((await maintenance.list()).map(({ automatic }) => automatic)).toEqual([true, true, false]);
  expect(maintenance.failure()).toBeUndefined();

  const key = join(config.data_dir, "secret.key");
  renameSync(key, `${key}.away`);
  expect(await maintenance.runScheduledBackup()).toBe("failed");
  expect(await maintenance.list()).toHaveLength(3);
  expect(readdirSync(join(config.data_dir, "backups"))).toHaveLength(3);
  renameSync(`${key}.away`, key);
  expect(await maintenance.runScheduledBackup()).toBe("made");
  expect(states).toEqual([expect.any(String), undefined]);
});

test("prunes old backups and what interrupted ones left, and nothing else", async () => {
  await using server = await startTemporaryServer();
  const { data_dir } = server.config;
  const folder = join(data_dir, "backups");
  for (const day of [1, 2, 3]) {
    await createBackup(server.config, { to: undefined, without_key: true, now: new Date(START_MS + day * DAY_MS) });
  }
  for (const [name, age_ms] of [
    ["old.partial", DAY_MS],
    ["new.partial", HOUR_MS],
    ["notes", 9 * DAY_MS],
  ] as const) {
    mkdirSync(join(folder, name));
    utimesSync(join(folder, name), (START_MS - age_ms) / 1_000, (START_MS - age_ms) / 1_000);
  }
  const deleted = await pruneBackups(data_dir, { keep: 2, automatic_only: false, now_ms: START_MS });
  expect(deleted).toEqual([join(folder, "2026-11-22T00-00-00-000Z"), join(folder, "old.partial")]);
  expect(readdirSync(folder).sort()).toEqual([
    "2026-11-23T00-00-00-000Z",
    "2026-11-24T00-00-00-000Z",
    "new.partial",
    "notes",
  ]);
});

test("restores what was stored before each backup, whole, while the server keeps writing", async () => {
  using directory = temporaryDirectory();
  await using server = await startTemporaryServer();
  const { store, apps } = server.fanfare;
  const app_id = apps.all().find(({ system }) => !system)?.id;
  if (app_id === undefined) throw new Error("The server has no app.");
  let stored = 0;
  let is_over = false;
  // Each batch raises the version and adds one row, so that half a batch would show.
  const write = async (): Promise<void> => {
    while (!is_over) {
      const row = { id: newId("whj", systemClock, systemRng), app_id, events: "[]" };
      const raise = raiseConfigVersion(store.db, app_id, systemClock.now());
      await store.write([
        { query: raise, expect: 1 },
        { query: insertJournalRow(store.db, row), expect: 1 },
      ]);
      stored++;
    }
  };
  const writers = Array.from({ length: 4 }, write);
  for (let round = 0; round < RESTORES; round++) {
    for (const enough = stored + 10; stored < enough; ) await new Promise(setImmediate);
    const before = stored;
    const from = join(directory.path, `backup-${round}`);
    const now = new Date();
    await createBackup(server.config, { to: from, without_key: false, now });
    const data_dir = join(directory.path, `restored-${round}`);
    await restoreBackup({ data_dir, database_url: `sqlite:${join(data_dir, "fanfare.db")}` }, { from, now });
    using restored = new Database(join(data_dir, "fanfare.db"));
    const rows = restored.query<{ n: number }, []>("select count(*) as n from webhook_journal").get()?.n ?? 0;
    const version = restored.query<{ n: number }, [string]>("select config_version as n from apps where id = ?");
    expect(rows).toBeGreaterThanOrEqual(before);
    expect(version.get(app_id)?.n).toBe(rows + 1);
  }
  is_over = true;
  await Promise.all(writers);
  expect(stored).toBeGreaterThan(0);
}, 120_000);
