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
    const [first] = started;
    const refused = writer.execute(select, 1_000).catch((error: unknown) => error);
    first?.dispatchEvent(new ErrorEvent("error", { message: "planted" }));
    expect(await refused).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("may have been stored"),
    });
    first?.terminate();
    expect(await writer.execute(select, 1_000)).toHaveLength(1);
    expect(started).toHaveLength(2);
    await writer.close();
    await expect(writer.execute(select, 1_000)).rejects.toMatchObject({ kind: "unavailable" });
  } finally {
    globalThis.Worker = Original;
    rmSync(directory, { recursive: true, force: true });
  }
});
