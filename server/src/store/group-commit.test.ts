import { describe, expect, test } from "bun:test";
import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { CompiledQuery } from "kysely";
import type { BatchOutcome, PlainBatch } from "./commit-group.ts";
import { createGroupWriter, type GroupWriter } from "./group-commit.ts";
import { type Statement, StoreError } from "./store.ts";

interface Sent {
  readonly names: readonly string[];
  readonly deadline_ms: number;
  answer(answers?: readonly BatchOutcome[]): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A writer whose executor responds only when the test allows it. */
function desk(): {
  writer: GroupWriter;
  clock: ManualClock;
  sent: Sent[];
  batch(name: string, rows?: number): Statement[];
} {
  const clock = manualClock();
  const sent: Sent[] = [];
  const executor = {
    execute(group: readonly PlainBatch[], deadline_ms: number): Promise<readonly BatchOutcome[]> {
      const { promise, resolve, reject } = Promise.withResolvers<readonly BatchOutcome[]>();
      const stored: BatchOutcome[] = group.map(() => ({ outcome: "committed", results: [] }));
      sent.push({
        names: group.map((batch) => batch[0]?.sql ?? ""),
        deadline_ms,
        answer: (answers = stored) => settle(() => resolve(answers)),
        fail: (error) => settle(() => reject(error)),
      });
      return promise;
    },
    close: async () => {},
  };
  const batch = (name: string, rows = 1): Statement[] =>
    Array.from({ length: rows }, () => ({ query: CompiledQuery.raw(name) }));
  return { writer: createGroupWriter(executor, clock), clock, sent, batch };
}

/** Runs everything that doesn't wait for a timer. */
async function settle(act: () => void = () => {}): Promise<void> {
  act();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const outcome = (write: Promise<unknown>): Promise<unknown> =>
  write.then(
    () => "committed",
    (cause) => (cause instanceof StoreError ? cause.kind : cause),
  );

describe("group commit", () => {
  test("stores a single batch immediately", async () => {
    const { writer, sent, batch } = desk();
    const write = outcome(writer.write(batch("one")));
    await settle();
    expect(sent[0]?.names).toEqual(["one"]);
    await sent[0]?.answer();
    expect(await write).toBe("committed");
  });

  test("groups the writes of one event loop turn", async () => {
    const { writer, sent, batch } = desk();
    for (const name of ["one", "two", "three"]) void writer.write(batch(name));
    await settle();
    expect(sent.map((group) => group.names)).toEqual([["one", "two", "three"]]);
  });

  test("responds only after the group is stored", async () => {
    const { writer, sent, batch } = desk();
    let answered = false;
    void writer.write(batch("one")).then(() => {
      answered = true;
    });
    await settle();
    expect(answered).toBe(false);
    await sent[0]?.answer();
    expect(answered).toBe(true);
  });

  test("stores one group at a time while the next one collects", async () => {
    const { writer, clock, sent, batch } = desk();
    void writer.write(batch("first"));
    await settle();
    clock.advance(1);
    for (const name of ["two", "three"]) void writer.write(batch(name));
    await settle();
    expect(sent).toHaveLength(1);
    await sent[0]?.answer();
    expect(sent).toHaveLength(1);
    clock.advance(limits.group_commit_window_ms - 1);
    await settle();
    expect(sent).toHaveLength(1);
    void writer.write(batch("four"));
    clock.advance(1);
    await settle();
    expect(sent[1]?.names).toEqual(["two", "three", "four"]);
  });

  test("stores a group immediately if its window ended while the last was stored", async () => {
    const { writer, clock, sent, batch } = desk();
    void writer.write(batch("first"));
    await settle();
    void writer.write(batch("second"));
    clock.advance(limits.group_commit_window_ms);
    await sent[0]?.answer();
    expect(sent[1]?.names).toEqual(["second"]);
  });

  test("stores a full group immediately and moves the rest to the next", async () => {
    const { writer, sent, batch } = desk();
    void writer.write(batch("first"));
    await settle();
    void writer.write(batch("large", limits.group_commit_rows_max - 1));
    void writer.write(batch("small"));
    void writer.write(batch("next"));
    await sent[0]?.answer();
    expect(sent[1]?.names).toEqual(["large", "small"]);
  });

  test("stores a batch larger than a group alone", async () => {
    const { writer, sent, batch } = desk();
    void writer.write(batch("huge", limits.group_commit_rows_max + 1));
    void writer.write(batch("next"));
    await settle();
    expect(sent[0]?.names).toEqual(["huge"]);
  });

  test("returns each batch its own result", async () => {
    const { writer, sent, batch } = desk();
    const writes = ["one", "two", "three"].map((name) => outcome(writer.write(batch(name))));
    await settle();
    await sent[0]?.answer([
      { outcome: "committed", results: [] },
      { outcome: "failed", kind: "unique", message: "taken" },
    ]);
    expect(await Promise.all(writes)).toEqual(["committed", "unique", "unavailable"]);
  });

  test("reports a failed group to all its writers and stores the next group", async () => {
    const { writer, sent, batch } = desk();
    const writes = [outcome(writer.write(batch("one"))), outcome(writer.write(batch("two")))];
    await settle();
    await sent[0]?.fail(new StoreError("unavailable", "disk I/O error"));
    expect(await Promise.all(writes)).toEqual(["unavailable", "unavailable"]);
    void writer.write(batch("three"));
    await settle();
    expect(sent[1]?.names).toEqual(["three"]);
  });
});

describe("queue limits", () => {
  test("rejects writes immediately when full and accepts them again later", async () => {
    const { writer, clock, sent, batch } = desk();
    void writer.write(batch("first"));
    await settle();
    for (let index = 0; index < limits.write_queue_batches_max; index++)
      void writer.write(batch("waits")).catch(() => {});
    expect(await outcome(writer.write(batch("too many")))).toBe("unavailable");
    clock.advance(limits.group_commit_window_ms);
    await sent[0]?.answer();
    void writer.write(batch("fits")).catch(() => {});
    await settle();
    expect(sent[1]?.names).toHaveLength(limits.group_commit_rows_max);
  });

  test("rejects a queued batch at its deadline and never stores that batch", async () => {
    const { writer, clock, sent, batch } = desk();
    const first = writer.write(batch("first"), 60_000);
    await settle();
    const late = writer.write(batch("late"));
    clock.advance(limits.store_deadline_ms);
    await expect(late).rejects.toThrow(/Nothing was stored\. Try again/);
    await sent[0]?.answer();
    expect(await outcome(first)).toBe("committed");
    expect(sent).toHaveLength(1);
  });

  test("reports a batch in progress at its deadline as possibly stored", async () => {
    const { writer, clock, sent, batch } = desk();
    const slow = writer.write(batch("slow"));
    await settle();
    clock.advance(limits.store_deadline_ms);
    await expect(slow).rejects.toThrow(/may have been stored\. Repeat it with the same IDs/);
    await sent[0]?.answer();
    void writer.write(batch("next"));
    await settle();
    expect(sent[1]?.names).toEqual(["next"]);
  });

  test("uses the longest deadline of the group for the disk", async () => {
    const { writer, sent, batch } = desk();
    void writer.write(batch("one"), 1_000);
    void writer.write(batch("two"), 9_000);
    await settle();
    expect(sent[0]?.deadline_ms).toBe(9_000);
  });

  test("leaves no timer after all responses", async () => {
    const { writer, clock, sent, batch } = desk();
    void writer.write(batch("one"));
    await settle();
    void writer.write(batch("two"));
    clock.advance(limits.group_commit_window_ms);
    await sent[0]?.answer();
    await sent[1]?.answer();
    expect(clock.pending()).toBe(0);
  });

  test("stores accepted batches on close without waiting and rejects later ones", async () => {
    const { writer, sent, batch } = desk();
    const first = outcome(writer.write(batch("first")));
    await settle();
    const second = outcome(writer.write(batch("second")));
    const closed = writer.close();
    expect(await outcome(writer.write(batch("late")))).toBe("unavailable");
    await sent[0]?.answer();
    await sent[1]?.answer();
    expect(await Promise.all([first, second])).toEqual(["committed", "committed"]);
    await closed;
    await writer.close();
  });
});
