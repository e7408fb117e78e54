import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUN, SERVER } from "../../../e2e/support/test-server.ts";
import { startRedis } from "../../../scripts/services/redis.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";

setDefaultTimeout(60_000);

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
      FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output = "", errors = ""] = await Promise.all([child.stdout, child.stderr].map((each) => new Response(each).text()));
  expect(await child.exited).toBe(1);
  expect(errors).toStartWith("Can't connect to Redis (WRONGPASS");
  expect(output).toContain("First app created. Copy its secret now.");
  rmSync(directory, { recursive: true });
  await redis.stop();
});
