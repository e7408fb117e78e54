import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { createFanfareServer } from "@fanfare/server/compose/server";
import { readConfig } from "@fanfare/server/config/config";
import { silentLog } from "@fanfare/server/lib/log";
import { BENCH_APP, BENCH_OWNER, EVENT_DATA, EVENT_NAME, handleCommands } from "./commands.ts";

/** Serves the whole server on its own data directory, with the app that the benchmarks sign for. */
export async function serveFanfare(
  contents?: ContentFile,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-bench-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  // The generator stops its servers with this signal.
  process.on("SIGTERM", () => process.exit(0));

  const config = readConfig(
    {
      FANFARE_PORT: "0",
      FANFARE_DATA_DIR: directory,
      FANFARE_APP_ID: BENCH_APP.id,
      FANFARE_APP_KEY: BENCH_APP.key,
      FANFARE_APP_SECRET: BENCH_APP.secret,
      FANFARE_OWNER_EMAIL: BENCH_OWNER.email,
      FANFARE_OWNER_PASSWORD: BENCH_OWNER.password,
      // The generator connects as fast as it can.
      FANFARE_ACCEPTS_PER_SECOND_MAX: "0",
      ...environment,
    },
    directory,
  );
  const server = await createFanfareServer(config, { clock: systemClock, rng: systemRng, log: silentLog, contents });
  const app = server.apps.byId(BENCH_APP.id);
  if (app === undefined) throw new Error("The app of the benchmark was not made.");
  // The generator publishes as fast as it can.
  const settings = JSON.stringify({ limits: { published_messages_per_second_max: 1_000_000 } });
  const query = server.store.db.updateTable("apps").set({ settings }).where("id", "=", app.id).compile();
  await server.store.write([{ query, expect: 1 }]);
  await server.apps.refresh(app.id);
  const listener = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: server.fetch, websocket: server.websocket });
  handleCommands(listener.port ?? 0, (name) => {
    const channels = [parseChannel(name)].filter((channel) => channel !== undefined);
    void server.publishAll(app.id, [{ channels, event: EVENT_NAME, data: EVENT_DATA }]);
  });
}
