import { expect, test } from "bun:test";
import { join } from "node:path";
import type { PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { FOLLOWING, straceBinary } from "./syscall-recording.ts";

const READS = 60;
/** Together more than SQLite keeps in memory (2 MiB), so that most reads need the disk. */
const PEOPLE = 1_000;
const ATTRIBUTE_CHARS = 8_000;
const DISK_WAIT_US = 30_000;

test("a slow disk holds up the sockets for a few reads, and then runs reads in threads", async () => {
  await using temporary = await temporaryStore();
  const { store, path } = temporary;
  const { apps, people } = sampleRows("1");
  const attributes = JSON.stringify({ note: "x".repeat(ATTRIBUTE_CHARS) });
  const all = Array.from({ length: PEOPLE }, (_, index) => ({
    ...{ ...people, attributes },
    // Cast: any text is an ID to the database.
    ...{ id: `prs_${index}` as PersonId, external_id: `u_${index}`, anonymous_id: null },
  }));
  await store.write([
    { query: store.db.insertInto("apps").values(apps).compile() },
    ...all.map((row) => ({ query: store.db.insertInto("people").values(row).compile() })),
  ]);
  await store.close();
  const slow = ["-qq", "-o", "/dev/null", "-e", "trace=pread64", "-e", `inject=pread64:delay_enter=${DISK_WAIT_US}`];
  const reader = [process.execPath, join(import.meta.dir, "reader-process.ts"), path, String(READS)];
  const child = Bun.spawn([straceBinary(), ...FOLLOWING, ...slow, ...reader], { stdout: "pipe", stderr: "pipe" });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, errors]).toEqual([0, ""]);
  const [blocking = Number.NaN] = (/^blocking (\d+)/.exec(output)?.slice(1) ?? []).map(Number);
  expect(blocking).toBeGreaterThanOrEqual(2 * limits.slow_reads_max);
  // Some more find out whether the disk is still slow.
  expect(blocking).toBeLessThan(READS / 2);
}, 120_000);
