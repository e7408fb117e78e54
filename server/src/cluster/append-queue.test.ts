import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { type AppendBatch, AppendQueue } from "./append-queue.ts";
import { LogUnavailable } from "./log.ts";

/** Batches that the test answers itself. */
function openQueue() {
  const sent: { readonly texts: readonly string[]; readonly answer: PromiseWithResolvers<ReturnOf> }[] = [];
  const queue = new AppendQueue((messages) => {
    const answer = Promise.withResolvers<ReturnOf>();
    sent.push({ texts: messages.map(({ text }) => text), answer });
    return answer.promise;
  });
  const acknowledge = (index: number): void => {
    const batch = sent[index];
    batch?.answer.resolve(batch.texts.map(() => "appended" as const));
  };
  return { queue, sent, acknowledge };
}
type ReturnOf = Awaited<ReturnType<AppendBatch>>;

const lengths = (sent: ReturnType<typeof openQueue>["sent"]): number[] => sent.map(({ texts }) => texts.length);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the queue of messages for the log", () => {
  test("sends the messages of one task as one entry, and what comes meanwhile as the next", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const all = ["one", "two"].map((text) => queue.append(text));
    await nextTurn();
    expect(sent.map(({ texts }) => texts)).toEqual([["one", "two"]]);
    all.push(...["three", "four"].map((text) => queue.append(text)));
    await nextTurn();
    expect(lengths(sent)).toEqual([2]);
    acknowledge(0);
    await nextTurn();
    expect(sent.map(({ texts }) => texts)).toEqual([
      ["one", "two"],
      ["three", "four"],
    ]);
    sent[1]?.answer.resolve(["repeated", "conflict"]);
    expect(await Promise.all(all)).toEqual(["appended", "appended", "repeated", "conflict"]);
  });

  test("keeps an entry within its limits, and sends a longer message alone", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const long = "x".repeat(limits.redis_append_chars_max);
    const many = Array.from({ length: limits.redis_append_messages_max + 1 }, String);
    const all = Promise.all(["before", long, "after", ...many].map((text) => queue.append(text)));
    for (let index = 0; index < 4; index++) {
      await nextTurn();
      acknowledge(index);
    }
    expect((await all).every((result) => result === "appended")).toBe(true);
    expect(lengths(sent)).toEqual([1, 1, limits.redis_append_messages_max, 2]);
  });

  test("rejects at once what waits behind a message without a response, and goes on", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const first = queue.append("one");
    await nextTurn();
    const failed = Promise.allSettled([first, queue.append("two"), queue.append("three")]);
    sent[0]?.answer.reject(new Error("The command timed out."));
    for (const outcome of await failed)
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(LogUnavailable) });
    const next = queue.append("four");
    await nextTurn();
    acknowledge(1);
    expect(await next).toBe("appended");
    expect(sent.map(({ texts }) => texts)).toEqual([["one"], ["four"]]);
  });

  test("rejects messages for a log that ended, and goes on", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const ended = queue.append("old");
    await nextTurn();
    sent[0]?.answer.resolve("stale");
    await expect(ended).rejects.toThrow("A new log began in Redis.");
    const next = queue.append("new");
    await nextTurn();
    acknowledge(1);
    expect(await next).toBe("appended");
  });
});
