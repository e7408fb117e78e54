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
  test("sends a message alone immediately, and what comes meanwhile as one entry", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const all = Promise.all(["one", "two", "three"].map((text) => queue.append(text)));
    expect(sent.map(({ texts }) => texts)).toEqual([["one"]]);
    acknowledge(0);
    await nextTurn();
    expect(sent.map(({ texts }) => texts)).toEqual([["one"], ["two", "three"]]);
    sent[1]?.answer.resolve(["repeated", "conflict"]);
    expect(await all).toEqual(["appended", "repeated", "conflict"]);
  });

  test("keeps an entry within its limits, and sends a longer message alone", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const long = "x".repeat(limits.redis_append_chars_max);
    const many = Array.from({ length: limits.redis_append_messages_max + 1 }, String);
    const all = Promise.all(["first", "before", long, "after", ...many].map((text) => queue.append(text)));
    for (let index = 0; index < 6; index++) {
      acknowledge(index);
      await nextTurn();
    }
    expect((await all).every((result) => result === "appended")).toBe(true);
    expect(lengths(sent)).toEqual([1, 1, 1, limits.redis_append_messages_max, 2]);
  });

  test("rejects at once what waits behind a message without a response, and goes on", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const failed = Promise.allSettled(["one", "two", "three"].map((text) => queue.append(text)));
    sent[0]?.answer.reject(new Error("The command timed out."));
    for (const outcome of await failed)
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(LogUnavailable) });
    const next = queue.append("four");
    acknowledge(1);
    expect(await next).toBe("appended");
    expect(sent.map(({ texts }) => texts)).toEqual([["one"], ["four"]]);
  });

  test("rejects messages for a log that ended, and goes on", async () => {
    const { queue, sent, acknowledge } = openQueue();
    const ended = queue.append("old");
    sent[0]?.answer.resolve("stale");
    await expect(ended).rejects.toThrow("A new log began in Redis.");
    const next = queue.append("new");
    acknowledge(1);
    expect(await next).toBe("appended");
  });
});
