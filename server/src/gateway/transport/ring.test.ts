import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Ring } from "./ring.ts";

const roomy = { messages_max: 100, bytes_max: 100_000 };

describe("ring", () => {
  test("numbers messages from 1 and returns the missed ones in order", () => {
    const ring = new Ring(roomy);
    for (const text of ["a", "b", "c"]) ring.push(text);
    expect(ring.after(1)).toEqual({
      outcome: "complete",
      messages: [
        { sequence: 2, frame: "b" },
        { sequence: 3, frame: "c" },
      ],
    });
  });

  test("returns nothing to a reader that is up to date", () => {
    const ring = new Ring(roomy);
    ring.push("a");
    expect(ring.after(1)).toEqual({ outcome: "complete", messages: [] });
  });

  test("reports a gap when the next message of a reader is gone", () => {
    const ring = new Ring({ messages_max: 2, bytes_max: 100 });
    for (const text of ["a", "b", "c"]) ring.push(text);
    expect(ring.after(0)).toEqual({ outcome: "gap", oldest: 2 });
  });

  test("leaves a gap for a message larger than the ring", () => {
    const ring = new Ring({ messages_max: 10, bytes_max: 3 });
    ring.push("four");
    expect(ring.bytes).toBe(0);
    expect(ring.after(0)).toEqual({ outcome: "gap", oldest: 2 });
  });

  test("drops acknowledged messages and frees their bytes", () => {
    const ring = new Ring(roomy);
    ring.push("ä");
    ring.push("b");
    ring.acknowledge(1);
    expect(ring.bytes).toBe(1);
    expect(ring.after(0)).toEqual({ outcome: "gap", oldest: 2 });
  });

  test("stays within its limits and equals a plain list for any operations", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.nat({ max: 300 })), { maxLength: 300 }),
        fc.nat({ max: 300 }),
        (actions, requested) => {
          const limits = { messages_max: 7, bytes_max: 40 };
          const ring = new Ring(limits);
          const all: string[] = [];
          let acknowledged = 0;
          for (const action of actions) {
            if (typeof action === "string") {
              all.push(action);
              ring.push(action);
            } else {
              acknowledged = Math.max(acknowledged, Math.min(action, all.length));
              ring.acknowledge(action);
            }
            expect(ring.size).toBeLessThanOrEqual(limits.messages_max);
            expect(ring.bytes).toBeLessThanOrEqual(limits.bytes_max);
          }
          const replay = ring.after(Math.min(requested, all.length));
          if (replay.outcome === "complete") {
            expect(replay.messages.map((message) => message.frame)).toEqual(all.slice(Math.min(requested, all.length)));
          } else {
            expect(replay.oldest).toBeGreaterThan(Math.min(requested, all.length) + 1);
          }
        },
      ),
    );
  });
});
