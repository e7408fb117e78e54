import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { BUN, SERVER } from "../../../e2e/support/test-server.ts";
import { startRedis } from "../../../scripts/services/redis.ts";
import { startTemporaryServer } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { installationId } from "../store/statements/accounts/workspace.ts";

setDefaultTimeout(60_000);

const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

test("refuses to join the servers of another database, such as that of which this one is a copy", async () => {
  await using original = await temporaryPostgresStore();
  await using copy = await temporaryPostgresStore();
  const redis = await startRedis();
  const on = (url: string, more = {}) => ({
    environment: { FANFARE_DATABASE_URL: url, FANFARE_SECRET_KEY: SECRET_KEY, ...more },
  });
  const shared = { FANFARE_REDIS_URL: redis.url };
  {
    await using server = await startTemporaryServer(on(original.url, shared));
    await (await startTemporaryServer(on(copy.url)))[Symbol.asyncDispose]();
    await using sql = new SQL(copy.url, { max: 1 });
    await sql`update workspace set installation_id = ${await installationId(server.fanfare.store.db)}`;
    await expect(startTemporaryServer(on(copy.url, shared))).rejects.toThrow(
      "Servers of another database use this Redis",
    );
    // The refused one left no trace.
    await (await startTemporaryServer(on(original.url, shared)))[Symbol.asyncDispose]();
    const apart = { FANFARE_REDIS_URL: `${redis.url}/1` };
    await (await startTemporaryServer(on(copy.url, apart)))[Symbol.asyncDispose]();
  }
  await redis.stop();
});

test("ends a start that Redis refuses, and has told the first app's secret", async () => {
  await using postgres = await temporaryPostgresStore();
  const redis = await startRedis(["--requirepass", "right"]);
  const directory = mkdtempSync(join(tmpdir(), "fanfare-refused-"));
  const child = Bun.spawn([BUN, SERVER, "serve"], {
    env: {
      ...process.env,
      FANFARE_DATA_DIR: directory,
      FANFARE_PORT: "0",
      FANFARE_DATABASE_URL: postgres.url,
      FANFARE_REDIS_URL: redis.url.replace("://", "://:wrong@"),
      FANFARE_SECRET_KEY: SECRET_KEY,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output = "", errors = ""] = await Promise.all(
    [child.stdout, child.stderr].map((each) => new Response(each).text()),
  );
  expect(await child.exited).toBe(1);
  expect(errors).toStartWith("Can't connect to Redis (WRONGPASS");
  expect(output).toContain("First app created. Copy its secret now.");
  rmSync(directory, { recursive: true });
  await redis.stop();
});
