import { writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { sql } from "kysely";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { silentLog } from "../../lib/log.ts";
import type { Synchronous } from "../sqlite/connection.ts";
import { openSqlite } from "../sqlite/store.ts";
import { storeNewEvents } from "../statements/analytics/events.ts";
import { type Statement, StoreError } from "../store.ts";
import { eventRow } from "./event-row.ts";

/**
 * Process that the crash tests kill, cut off from its disk, or record. It opens a store and writes the events `from` to
 * `to`, each in one batch with its rollup and the app's counter. It prints `ready`, then `ack <n>` when an event is
 * acknowledged (also if it was stored before) or `fail <n> <kind>`. At the end it prints `late <ms>`, the 90th
 * percentile of this thread's timer delay, and `done` after closing.
 */
const { values } = parseArgs({
  options: {
    path: { type: "string", default: "" },
    synchronous: { type: "string", default: "FULL" },
    from: { type: "string", default: "0" },
    to: { type: "string", default: "1000000" },
    writers: { type: "string", default: "8" },
    payload: { type: "string", default: "16" },
    linger: { type: "string", default: "no" },
  },
});

const print = (line: string): void => void writeSync(1, `${line}\n`);
const synchronous: Synchronous = values.synchronous === "NORMAL" ? "NORMAL" : "FULL";
const store = await openSqlite(values.path, { clock: systemClock, log: silentLog }, synchronous);
const { db } = store;
const { apps, people } = sampleRows("crash");
await store.write([
  {
    query: db
      .insertInto("apps")
      .values(apps)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  },
  {
    query: db
      .insertInto("people")
      .values(people)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  },
]);
print("ready");

const payload = "x".repeat(Number(values.payload));
const count: Statement = {
  query: sql`update apps set config_version = config_version + 1 where id = ${apps.id}`.compile(db),
  expect: 1,
};
let next = Number(values.from);

const BEAT_MS = 10;
const lateness: number[] = [];
let beat_due = performance.now() + BEAT_MS;
const heart = setInterval(() => {
  lateness.push(Math.max(0, performance.now() - beat_due));
  beat_due = performance.now() + BEAT_MS;
}, BEAT_MS);

async function writer(): Promise<void> {
  while (next < Number(values.to)) {
    const number = next++;
    const row = eventRow(number, payload);
    try {
      // Unmet: already stored by a writer that was killed before it could acknowledge it.
      await store.write([...storeNewEvents(db, row, [row]), count]);
      print(`ack ${number}`);
    } catch (cause) {
      const kind = cause instanceof StoreError ? cause.kind : String(cause);
      print(`fail ${number} ${kind}`);
    }
  }
}

const writers = Math.min(Number(values.writers), limits.write_queue_batches_max);
await Promise.all(Array.from({ length: writers }, writer));
clearInterval(heart);
lateness.sort((one, other) => one - other);
print(`late ${Math.round(lateness[Math.floor(lateness.length * 0.9)] ?? 0)}`);
// Waits to be killed, because closing would move the log into the database.
if (values.linger === "yes") await new Promise(() => setInterval(() => {}, 1_000));
await store.close();
print("done");
