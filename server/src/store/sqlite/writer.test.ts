import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSqliteWriter } from "./writer.ts";

const select = [[{ sql: "select 1 as one", parameters: [] }]];

test("replaces a writer that stopped, and refuses only the write in progress", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-writer-"));
  const started: Worker[] = [];
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(...options: ConstructorParameters<typeof Worker>) {
      super(...options);
      started.push(this);
    }
  };
  try {
    const writer = await startSqliteWriter(join(directory, "fanfare.db"), "FULL");
    expect(await writer.execute(select, 1_000)).toHaveLength(1);
    const endless = [
      [
        {
          sql: "with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n",
          parameters: [],
        },
      ],
    ];
    const refused = writer.execute(endless, 1_000).catch((error: unknown) => error);
    started[0]?.terminate();
    expect(await refused).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("may have been stored"),
    });
    expect(await writer.execute(select, 1_000)).toHaveLength(1);
    expect(started).toHaveLength(2);
    await writer.close();
    await expect(writer.execute(select, 1_000)).rejects.toMatchObject({ kind: "unavailable" });
  } finally {
    globalThis.Worker = Original;
    rmSync(directory, { recursive: true, force: true });
  }
});
