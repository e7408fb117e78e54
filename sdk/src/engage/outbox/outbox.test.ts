import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { Storage } from "../../lib/storage.ts";
import { memoryStore } from "./memory-store.ts";
import { createOutbox, type Delivery } from "./outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";

interface Value {
  readonly id: string;
  readonly text?: string;
}

const SETTLED: Delivery = { kind: "settled" };
const FAILED: Delivery = { kind: "failed", retry_after_ms: 0 };

/** Flushes pending promises without advancing time. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn++) await undefined;
};

function storageOf(values: Map<string, string>): Storage {
  return {
    get: (name) => values.get(name),
    set: (name, text) => void (text === undefined ? values.delete(name) : values.set(name, text)),
  };
}

function setUp(
  options: { store?: OutboxStore<Value>; words?: Map<string, string>; delay_ms?: number; batch_max?: number } = {},
) {
  const values = options.words ?? new Map<string, string>();
  const locked = { count: 0 };
  /** What other tabs do while this one waits for the lock. */
  const others: { deliver?: () => Promise<void> } = {};
  const clock = manualClock();
  const store = options.store ?? memoryStore<Value>();
  const delivered: string[][] = [];
  const left: string[][] = [];
  const answers: (Delivery | Error | Promise<Delivery>)[] = [];
  const owner = { name: "" };
  const outbox = createOutbox<Value>({
    clock,
    rng: seededRng(5),
    store,
    storage: storageOf(values),
    name: "fanfare:key:calls",
    async exclusive(task) {
      locked.count++;
      await others.deliver?.();
      return task();
    },
    owners: () => (owner.name === "" ? [""] : [owner.name, ""]),
    async deliver(values, leaving) {
      (leaving ? left : delivered).push(values.map(({ id }) => id));
      const answer = answers.shift() ?? SETTLED;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    delay_ms: options.delay_ms ?? limits.outbox_flush_delay_ms,
    batch_max: options.batch_max ?? 500,
  });
  const advance = async (duration_ms: number): Promise<void> => {
    clock.advance(duration_ms);
    await settle();
  };
  return { clock, store, words: values, outbox, delivered, left, answers, owner, advance, locked, others };
}

describe("the outbox", () => {
  test("batches items into one call, in order", async () => {
    const { outbox, delivered, advance } = setUp();
    for (const id of ["a", "b", "c"]) void outbox.put({ id });
    await advance(limits.outbox_flush_delay_ms - 1);
    expect(delivered).toEqual([]);
    await advance(1);
    expect(delivered).toEqual([["a", "b", "c"]]);
  });

  test("requests no lock from other tabs while there is nothing to send", async () => {
    const { outbox, locked, delivered } = setUp();
    expect(await outbox.flush()).toBe(0);
    expect(locked.count).toBe(0);
    void outbox.put({ id: "a" });
    expect(await outbox.flush()).toBe(1);
    expect([locked.count, delivered]).toEqual([1, [["a"]]]);
  });

  test("writes a tight loop of 10,000 values in one transaction", async () => {
    const memory = memoryStore<Value>();
    let writes = 0;
    const add: OutboxStore<Value>["add"] = (items) => {
      writes++;
      return memory.add(items);
    };
    const { outbox } = setUp({ store: { ...memory, add } });
    await Promise.all(Array.from({ length: 10_000 }, (_, index) => outbox.put({ id: String(index) })));
    expect(writes).toBe(1);
  });

  test("keeps undelivered values and retries with growing delays", async () => {
    const { clock, outbox, delivered, answers, advance } = setUp();
    answers.push(FAILED, FAILED, FAILED);
    void outbox.put({ id: "a" });
    for (let second = 0; second < 60; second++) await advance(1_000);
    expect(delivered).toEqual([["a"], ["a"], ["a"], ["a"]]);
    expect(clock.pending()).toBe(0);
  });

  test("doesn't retry before the server's Retry-After", async () => {
    const { outbox, delivered, answers, advance } = setUp();
    answers.push({ kind: "failed", retry_after_ms: 30_000 });
    void outbox.put({ id: "a" });
    await advance(limits.outbox_flush_delay_ms);
    await advance(29_999);
    expect(delivered).toHaveLength(1);
    await advance(1 + 2 * limits.retry_base_ms);
    expect(delivered).toHaveLength(2);
  });

  test("sends no delivered value again, even if the store can't remove that value", async () => {
    const memory = memoryStore<Value>();
    const { outbox, delivered, advance } = setUp({ store: { ...memory, remove: async () => {} } });
    void outbox.put({ id: "a" });
    await advance(limits.outbox_flush_delay_ms);
    void outbox.put({ id: "b" });
    await advance(limits.outbox_flush_delay_ms);
    expect(delivered).toEqual([["a"], ["b"]]);
  });

  test("splits batches by count and bytes, and sends oversized values alone", async () => {
    const { outbox, delivered, advance } = setUp({ batch_max: 3 });
    const large = "ä".repeat(limits.outbox_batch_bytes_max / 2);
    void outbox.put({ id: "1", text: large });
    for (const id of ["2", "3", "4", "5"]) void outbox.put({ id });
    await advance(limits.outbox_flush_delay_ms);
    expect(delivered).toEqual([["1"], ["2", "3", "4"], ["5"]]);
  });

  test("sends values added during a delivery automatically", async () => {
    const { clock, outbox, delivered, advance } = setUp({ delay_ms: 0 });
    void outbox.put({ id: "a" });
    await settle();
    clock.advance(0);
    void outbox.put({ id: "b" });
    await settle();
    await advance(0);
    await advance(0);
    expect(delivered.flat()).toEqual(["a", "b"]);
  });

  test("keeps one person's values while another person uses the page", async () => {
    const { outbox, delivered, owner, advance } = setUp();
    owner.name = "ada";
    void outbox.put({ id: "of ada" });
    await settle();
    owner.name = "grace";
    void outbox.put({ id: "of grace" });
    await advance(limits.outbox_flush_delay_ms);
    expect(delivered).toEqual([["of grace"]]);
    owner.name = "ada";
    expect(await outbox.flush()).toBe(1);
    expect(delivered).toEqual([["of grace"], ["of ada"]]);
  });

  test("gives an anonymous visitor's values to the person they are identified as", async () => {
    const { outbox, delivered, owner, advance } = setUp();
    void outbox.put({ id: "unnamed" });
    await settle();
    owner.name = "ada";
    await advance(limits.outbox_flush_delay_ms);
    expect(delivered).toEqual([["unnamed"]]);
  });

  test("reports values as settled that another tab delivered while this one waited for its turn", async () => {
    const store = memoryStore<Value>();
    await store.add([{ owner: "", value: { id: "a" } }]);
    const { outbox, delivered, others } = setUp({ store });
    others.deliver = async () => store.remove((await store.list([""])).map(({ key }) => key));
    expect(await outbox.flush()).toBe(1);
    expect(delivered).toEqual([]);
  });

  test("waits without a timer for values that need another identity", async () => {
    const { clock, outbox, delivered, answers, advance } = setUp();
    answers.push({ kind: "held" });
    void outbox.put({ id: "a" });
    await advance(limits.outbox_flush_delay_ms);
    expect(clock.pending()).toBe(0);
    await outbox.flush();
    expect(delivered).toEqual([["a"], ["a"]]);
  });

  test("sends the remaining values on page leave in one request that fits", async () => {
    const { outbox, left } = setUp();
    const text = "x".repeat(1_000);
    for (let index = 0; index < 100; index++) void outbox.put({ id: String(index), text });
    outbox.flushOnLeave();
    expect(left).toHaveLength(1);
    const bytes = JSON.stringify(left[0]?.map((id) => ({ id, text }))).length;
    expect(bytes).toBeLessThanOrEqual(limits.outbox_batch_bytes_max);
    expect(left[0]?.length).toBeGreaterThan(50);
  });

  test("sends all values in order on page leave, even with a batch limit of 1", () => {
    const { outbox, left } = setUp({ batch_max: 1 });
    for (const id of ["start", "step", "end"]) void outbox.put({ id });
    void outbox.flush();
    outbox.flushOnLeave();
    expect(left).toEqual([["start"], ["step"], ["end"]]);
  });

  test("sends nothing again that was sent on page leave", async () => {
    const { outbox, delivered, left, advance } = setUp();
    void outbox.put({ id: "a" });
    await settle();
    outbox.flushOnLeave();
    await settle();
    await advance(limits.outbox_flush_delay_ms);
    expect(left).toEqual([["a"]]);
    expect(delivered).toEqual([]);
  });

  test("sends the leftovers of an earlier page from a later one", async () => {
    const store = memoryStore<Value>();
    const before = setUp({ store });
    before.answers.push(FAILED);
    void before.outbox.put({ id: "a" });
    await before.advance(limits.outbox_flush_delay_ms);
    before.outbox.stop();
    const after = setUp({ store });
    expect(await after.outbox.flush()).toBe(1);
    expect(after.delivered).toEqual([["a"]]);
  });

  test("retries when the delivery code couldn't be loaded", async () => {
    const { outbox, delivered, answers, advance } = setUp();
    answers.push(new Error("Failed to fetch dynamically imported module"));
    void outbox.put({ id: "a" });
    await advance(limits.outbox_flush_delay_ms);
    await advance(2 * limits.retry_base_ms);
    expect(delivered).toEqual([["a"], ["a"]]);
  });

  test("leaves no timer after stopping", async () => {
    const { clock, outbox, answers, advance } = setUp();
    answers.push(FAILED);
    void outbox.put({ id: "a" });
    await advance(limits.outbox_flush_delay_ms);
    outbox.stop();
    void outbox.put({ id: "b" });
    await settle();
    expect(clock.pending()).toBe(0);
  });
});

describe("leftovers of a page that was closed", () => {
  /** A store on a page that is closing: writes never complete. */
  const dying: OutboxStore<Value> = { ...memoryStore<Value>(), add: () => new Promise(() => {}) };

  test("are sent by the next page, even while the last request is pending", async () => {
    const values = new Map<string, string>();
    const old = setUp({ words: values, store: dying, delay_ms: 0, batch_max: 1 });
    // Delay the response until the next page has sent its request.
    const held = Promise.withResolvers<Delivery>();
    old.answers.push(held.promise);
    void old.outbox.put({ id: "second step" });
    old.outbox.flushOnLeave();
    expect(old.left).toEqual([["second step"]]);

    const next = setUp({ words: values, delay_ms: 0, batch_max: 1 });
    next.outbox.recoverLeftovers();
    expect(await next.outbox.flush()).toBe(1);
    expect(next.delivered).toEqual([["second step"]]);
    held.resolve(SETTLED);
    await settle();
    expect(values.size).toBe(0);
  });

  test.each(["{", "7", "null", '{"a":1}', "[1]", "[null]", '[{"value":{}}]', '[{"owner":""}]'])(
    "are discarded when invalid: %s",
    async (text) => {
      const { words: values, outbox, left } = setUp({ words: new Map([["fanfare:key:calls", text]]) });
      outbox.recoverLeftovers();
      expect(values.size).toBe(0);
      values.set("fanfare:key:calls", text);
      await outbox.put({ id: "a" });
      outbox.flushOnLeave();
      expect([...values.values()].map((each) => JSON.parse(each))).toEqual([[{ owner: "", value: { id: "a" } }]]);
      await outbox.flush();
      expect(left).toEqual([["a"]]);
    },
  );

  test("are sent once, even when also in the store", async () => {
    const store = memoryStore<Value>();
    const values = new Map<string, string>();
    const old = setUp({ store, words: values, delay_ms: 0, batch_max: 1 });
    old.answers.push(FAILED, FAILED, FAILED);
    for (const id of ["one", "two"]) await old.outbox.put({ id });
    old.outbox.flushOnLeave();
    await settle();
    old.outbox.stop();

    const next = setUp({ store, words: values, delay_ms: 0, batch_max: 1 });
    next.outbox.recoverLeftovers();
    expect(await next.outbox.flush()).toBe(2);
    expect(next.delivered).toEqual([["one"], ["two"]]);
    expect(await store.list([""])).toEqual([]);
  });

  test("are removed when a restored page gets the delivery response", async () => {
    const { words: values, outbox, answers } = setUp({ batch_max: 1 });
    const held = Promise.withResolvers<Delivery>();
    answers.push(held.promise, FAILED);
    for (const id of ["one", "two"]) void outbox.put({ id });
    outbox.flushOnLeave();
    expect([...values.values()].map((text) => JSON.parse(text))).toMatchObject([
      [{ value: { id: "one" } }, { value: { id: "two" } }],
    ]);
    held.resolve(SETTLED);
    await settle();
    expect([...values.values()].map((text) => JSON.parse(text))).toMatchObject([[{ value: { id: "two" } }]]);
  });

  test("are stored next to those of another tab without duplicates", async () => {
    const values = new Map<string, string>();
    const [one, other] = [setUp({ words: values, store: dying }), setUp({ words: values, store: dying })];
    for (const page of [one, other]) page.answers.push(FAILED, FAILED);
    void one.outbox.put({ id: "of one" });
    void other.outbox.put({ id: "of the other" });
    for (const page of [one, other, other]) page.outbox.flushOnLeave();
    const next = setUp({ words: values });
    next.outbox.recoverLeftovers();
    expect(values.size).toBe(0);
    expect(await next.outbox.flush()).toBe(2);
    expect(next.delivered).toEqual([["of one", "of the other"]]);
  });

  test("are empty when a page sent everything or the stored text is invalid", async () => {
    const { words: values, outbox, advance } = setUp();
    void outbox.put({ id: "a" });
    await advance(limits.outbox_flush_delay_ms);
    outbox.flushOnLeave();
    expect(values.size).toBe(0);
    for (const text of ["", "5", "{", "null"]) {
      values.set("fanfare:key:calls", text);
      outbox.recoverLeftovers();
    }
    expect(await outbox.flush()).toBe(0);
  });
});
