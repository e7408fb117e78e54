import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { type AppRecord, createAppDirectory } from "../../src/accounts/apps/app-directory.ts";
import { silentLog } from "../../src/lib/log.ts";
import { createImporter } from "../../src/people/import/importer.ts";
import { openStore } from "../../src/store/database.ts";

/**
 * Runs the imports that it finds, like a server, until it's killed: before the next write after a number of writes, or
 * once that write is stored but not confirmed. For tests.
 */
export async function workUntilKilled(
  url: string,
  app: AppRecord,
  after_batches: number,
  moment: "before" | "after",
): Promise<void> {
  const store = await openStore(url, { clock: systemClock, log: silentLog });
  let batches = 0;
  const importer = createImporter({
    ...{ clock: systemClock, rng: systemRng, log: silentLog, publish: () => {} },
    apps: createAppDirectory([app]),
    store: {
      ...store,
      async write(statements) {
        const dying = batches++ === after_batches;
        const die = () => process.kill(process.pid, "SIGKILL");
        if (dying && moment === "before") die();
        const written = await store.write(statements);
        if (dying) die();
        return written;
      },
    },
  });
  importer.resume();
  await importer.idle();
}
