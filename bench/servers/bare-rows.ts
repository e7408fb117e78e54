/** Stores rows like the ingest benchmark's events, one group per person, and nothing else. Prints rows per second. */
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId, uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { openWriting } from "@fanfare/server/store/sqlite/connection";
import { sampleRows } from "../../server/test/support/sample-rows.ts";
import { temporaryStore } from "../../server/test/support/temporary-store.ts";

const [rows = 0, rows_per_group = 1] = process.argv.slice(2).map(Number);

await using temporary = await temporaryStore();
await temporary.store.close();
const database = openWriting(temporary.path, "FULL");
const { apps, people, events: event } = sampleRows("bench");
const persons = Array.from({ length: Math.ceil(rows / rows_per_group) }, (_, index) => ({
  ...{ ...people, id: newId("per", systemClock, systemRng), external_id: `u_${index}` },
}));
const insertRow = (table: string, row: object): void => {
  const columns = Object.keys(row);
  database
    .query(`insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`)
    .run(...(Object.values(row) as (string | number | null)[]));
};
insertRow("apps", apps);
database.run("begin");
for (const person of persons) insertRow("people", person);
database.run("commit");
const columns = Object.keys(event);
const insert = database.query<unknown, (string | number | null)[]>(
  `insert into events (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")}) on conflict (id) do nothing`,
);
const props = JSON.stringify({ total: 12, page_url: "https://shop.example/orders/7" });
const all = Array.from({ length: rows }, (_, index) =>
  Object.values({
    ...event,
    id: uuidv7(systemClock, systemRng),
    person_id: persons[Math.floor(index / rows_per_group)]?.id ?? "",
    name: index % 4 === 0 ? "order_shipped" : "page_viewed",
    props,
    happened_at: Date.now(),
    received_at: Date.now(),
    batch: String(index - (index % rows_per_group)),
    content_id: "",
  }),
);
const before = process.cpuUsage();
const begun = performance.now();
for (let at = 0; at < rows; at += rows_per_group) {
  database.run("begin immediate");
  for (const row of all.slice(at, at + rows_per_group)) insert.run(...row);
  database.run("commit");
}
const per_second = (rows / (performance.now() - begun)) * 1_000;
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ per_second, cpu: (rows / (user + system)) * 1_000_000 }));
database.close();
