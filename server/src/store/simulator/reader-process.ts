import { systemClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { silentLog } from "../../lib/log.ts";
import { openStore } from "../database.ts";

/**
 * Reads random people of the database at the path, one after the other, and prints `blocking <reads>`: how many of the
 * reads ended before anything else could run on the main thread, such as a socket.
 */
const [path = "", reads = "0"] = process.argv.slice(2);

const store = await openStore(`sqlite:${path}`, { clock: systemClock, log: silentLog });
const ids = await store.background_db.selectFrom("people").select("id").execute();
const rng = seededRng(7);
let blocking = 0;
for (let count = 0; count < Number(reads); count++) {
  const { id } = ids[Math.floor(rng.next() * ids.length)] ?? { id: undefined };
  if (id === undefined) throw new Error("The database has no people.");
  let has_turned = false;
  const turn = setImmediate(() => {
    has_turned = true;
  });
  const row = await store.db.selectFrom("people").select("attributes").where("id", "=", id).executeTakeFirstOrThrow();
  clearImmediate(turn);
  if (!has_turned) blocking++;
  if (row.attributes.length < 1_000) throw new Error("The row is smaller than the database's cache expects.");
  await Bun.sleep(1);
}
process.stdout.write(`blocking ${blocking}\n`);
await store.close();
