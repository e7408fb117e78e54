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

/** A writer whose disk answers when the test says so. */
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

/** Lets everything run that waits for no timer. */
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
  test("a batch that comes alone does not wait for others", async () => {
    const { writer, sent, batch } = desk();
    const write = outcome(writer.write(batch("one")));
    await settle();
    expect(sent[0]?.names).toEqual(["one"]);
    await sent[0]?.answer();
    expect(await write).toBe("committed");
  });

  test("what one turn of the loop writes is one group", async () => {
    const { writer, sent, batch } = desk();
    for (const name of ["one", "two", "three"]) void writer.write(batch(name));
    await settle();
    expect(sent.map((group) => group.names)).toEqual([["one", "two", "three"]]);
  });

  test("no answer before the group is stored", async () => {
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

  test("one group is stored at a time; the next gathers until its window ends", async () => {
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

  test("who waited for a whole window while the last group was stored goes at once", async () => {
    const { writer, clock, sent, batch } = desk();
    void writer.write(batch("first"));
    await settle();
    void writer.write(batch("second"));
    clock.advance(limits.group_commit_window_ms);
    await sent[0]?.answer();
    expect(sent[1]?.names).toEqual(["second"]);
  });

  test("a full group does not wait for its window, and what does not fit goes with the next", async () => {
    const { writer, sent, batch } = desk();
    void writer.write(batch("first"));
    await settle();
    void writer.write(batch("large", limits.group_commit_rows_max - 1));
    void writer.write(batch("small"));
    void writer.write(batch("next"));
    await sent[0]?.answer();
    expect(sent[1]?.names).toEqual(["large", "small"]);
  });

  test("a batch that is larger than a group is stored alone", async () => {
    const { writer, sent, batch } = desk();
    void writer.write(batch("huge", limits.group_commit_rows_max + 1));
    void writer.write(batch("next"));
    await settle();
    expect(sent[0]?.names).toEqual(["huge"]);
  });

  test("each batch gets its own answer", async () => {
    const { writer, sent, batch } = desk();
    const writes = ["one", "two", "three"].map((name) => outcome(writer.write(batch(name))));
    await settle();
    await sent[0]?.answer([
      { outcome: "committed", results: [] },
      { outcome: "failed", kind: "unique", message: "taken" },
    ]);
    expect(await Promise.all(writes)).toEqual(["committed", "unique", "unavailable"]);
  });

  test("when a group fails as a whole everybody in it is told, and the next group is stored", async () => {
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

describe("limits of the queue", () => {
  test("a full queue refuses at once, and takes again when there is room", async () => {
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

  test("a batch that waits in the queue beyond its deadline is refused, and is never stored", async () => {
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

  test("a batch that is being stored beyond its deadline is told that it may have been stored", async () => {
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

  test("the disk is given the longest deadline of the group", async () => {
    const { writer, sent, batch } = desk();
    void writer.write(batch("one"), 1_000);
    void writer.write(batch("two"), 9_000);
    await settle();
    expect(sent[0]?.deadline_ms).toBe(9_000);
  });

  test("no timer is left when everything is answered", async () => {
    const { writer, clock, sent, batch } = desk();
    void writer.write(batch("one"));
    await settle();
    void writer.write(batch("two"));
    clock.advance(limits.group_commit_window_ms);
    await sent[0]?.answer();
    await sent[1]?.answer();
    expect(clock.pending()).toBe(0);
  });

  test("closing stores what was taken, without waiting for windows, and refuses what comes later", async () => {
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
