import { expect, test } from "bun:test";
import { startTemporaryServer } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";

const BACKUP = "fanfare_last_backup_timestamp_seconds";
const metrics = async (server: { readonly origin: string }) => await (await fetch(`${server.origin}/metrics`)).text();

test("tells the time of the newest backup only where the server makes backups", async () => {
  await using postgres = await temporaryPostgresStore();
  const environment = {
    FANFARE_DATABASE_URL: postgres.url,
    FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  await using with_postgres = await startTemporaryServer({ environment });
  // An alert on its age would never end.
  expect(await metrics(with_postgres)).not.toContain(BACKUP);
  await using with_sqlite = await startTemporaryServer();
  expect(await metrics(with_sqlite)).toContain(BACKUP);
});
