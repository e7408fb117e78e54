import { systemClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { silentLog } from "../../lib/log.ts";
import { openStore } from "../database.ts";

/**
 * Reads random people of the database at the path, one after the other, and prints `late <beats> <of>`: how many beats
 * of the main thread's timer came a slow read's time too late, and how many there were.
 */
const [path = "", reads = "0"] = process.argv.slice(2);
const BEAT_MS = 10;
/** Less than one planted wait of the disk, and more than a busy machine adds as a rule. */
const LATE_MS = 25;

const store = await openStore(`sqlite:${path}`, { clock: systemClock, log: silentLog });
const ids = await store.background_db.selectFrom("people").select("id").execute();
const rng = seededRng(7);
let beats = 0;
let late = 0;
let due_ms = performance.now() + BEAT_MS;
const heart = setInterval(() => {
  beats++;
  if (performance.now() - due_ms >= LATE_MS) late++;
  due_ms = performance.now() + BEAT_MS;
}, BEAT_MS);
for (let count = 0; count < Number(reads); count++) {
  const { id } = ids[Math.floor(rng.next() * ids.length)] ?? { id: undefined };
  if (id === undefined) throw new Error("The database has no people.");
  const row = await store.db.selectFrom("people").select("attributes").where("id", "=", id).executeTakeFirstOrThrow();
  if (row.attributes.length < 1_000) throw new Error("The row is smaller than the database's cache expects.");
  await Bun.sleep(1);
}
clearInterval(heart);
process.stdout.write(`late ${late} ${beats}\n`);
await store.close();
