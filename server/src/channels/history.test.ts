import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { History, positionBefore } from "./history.ts";
import type { ResumeResult } from "./subscriber.ts";

const RULE = { pattern: "*", events_max: 100, ttl_s: 120 };
const event = (data: string) => ({ event: "e", data });
const dataOf = (resumed: ResumeResult) => (resumed.outcome === "gap" ? "gap" : resumed.missed.map(({ data }) => data));

function server(bytes_max?: number) {
  const clock = manualClock(0);
  const bound = bytes_max === undefined ? {} : { bytes_max };
  return { clock, history: new History({ clock, rng: seededRng(1), ...bound }) };
}

describe("channel history", () => {
  test("returns the events after a position in order, each with its position", () => {
    const { history } = server();
    const start = history.resume("1", "a", undefined, RULE).position;
    const positions = ["x", "y", "z"].map((data) => history.append("1", "a", event(data), RULE));
    expect(dataOf(history.resume("1", "a", start, RULE))).toEqual(["x", "y", "z"]);
    const resumed = history.resume("1", "a", positions[1], RULE);
    expect([resumed.outcome, resumed.from, resumed.position]).toEqual(["complete", positions[1], positions[2]]);
    const missed: readonly unknown[] = resumed.outcome === "complete" ? resumed.missed : [];
    expect(missed).toEqual([{ event: "e", data: "z", position: positions[2] }]);
    expect(dataOf(history.resume("1", "a", positions[2], RULE))).toEqual([]);
  });

  test("reports a gap when events were dropped by number, age, or size", () => {
    for (const [rule, grow] of [
      [{ ...RULE, events_max: 2 }, () => {}],
      [{ ...RULE, ttl_s: 5 }, (clock: ReturnType<typeof manualClock>) => clock.advance(3 * SECOND_MS)],
    ] as const) {
      const { history, clock } = server();
      const first = history.append("1", "a", event("1"), rule);
      for (const data of ["2", "3", "4"]) {
        grow(clock);
        history.append("1", "a", event(data), rule);
      }
      expect(history.resume("1", "a", first, rule)).toMatchObject({ outcome: "gap", from: first });
    }
    const { history } = server();
    const first = history.append("1", "a", event("1"), RULE);
    for (let each = 0; each < 3; each++) {
      history.append("1", "a", event("x".repeat(limits.history_bytes_per_channel_max / 2)), RULE);
    }
    expect(history.resume("1", "a", first, RULE).outcome).toBe("gap");
  });

  test.each(["", "x", "x:1", ":1", "e:-1", "e:1e3", "1".repeat(10_000), "__proto__:1"])(
    "reports a gap for the position %.20p",
    (since) => {
      const { history } = server();
      history.append("1", "a", event("1"), RULE);
      expect(history.resume("1", "a", since, RULE).outcome).toBe("gap");
    },
  );

  test("reveals nothing of another channel or app at any position", () => {
    const { history } = server();
    const start = history.resume("1", "a", undefined, RULE).position;
    history.append("1", "a", event("secret"), RULE);
    expect(history.resume("2", "a", start, RULE).outcome).toBe("gap");
    expect(history.resume("1", "b", start, RULE).outcome).toBe("gap");
  });

  test("drops the least recently used channels when the total is too large", () => {
    const { history } = server(2_000);
    const positions = Array.from({ length: 10 }, (_, index) =>
      history.append("1", `c${index}`, event("x".repeat(200)), RULE),
    );
    expect(history.resume("1", "c9", positions[9], RULE).outcome).toBe("complete");
    expect(history.resume("1", "c0", positions[0], RULE).outcome).toBe("gap");
  });

  test("evicts only the history of the app that uses too much", () => {
    const { history } = server(4_000);
    const rule = { ...RULE, app_bytes_max: 3_000 };
    const quiet = history.append("quiet", "a", event("x".repeat(200)), rule);
    const noisy = Array.from({ length: 50 }, (_, index) =>
      history.append("noisy", `c${index}`, event("x".repeat(200)), rule),
    );
    // Two apps at their limit exceed the total. The larger one loses.
    for (let index = 0; index < 50; index++) history.append("other", `c${index}`, event("x".repeat(200)), rule);
    expect(history.resume("quiet", "a", quiet, rule).outcome).toBe("complete");
    expect(history.resume("noisy", "c0", noisy[0], rule).outcome).toBe("gap");
  });

  test("returns the events between two positions, or reports an incomplete range", () => {
    const { history } = server();
    const positions = ["1", "2", "3", "4", "5"].map((data) => history.append("1", "a", event(data), RULE));
    const read = (range: { after?: string | undefined; before?: string | undefined }, events_max = 10) => {
      const { events, complete } = history.read("1", "a", { ...range, events_max }, RULE);
      return [events.map(({ data }) => data).join(""), complete];
    };
    const [one, two, , four] = positions;
    expect(read({})).toEqual(["12345", true]);
    expect(read({ after: two })).toEqual(["345", true]);
    expect(read({ after: one, before: four })).toEqual(["23", true]);
    expect(read({ before: two })).toEqual(["1", true]);
    // Pages forward from the reader's position, otherwise returns the newest events.
    expect(read({ after: one }, 2)).toEqual(["23", false]);
    expect(read({}, 2)).toEqual(["45", false]);
    expect(read({ after: "other:1" })).toEqual(["12345", false]);
  });

  test("returns the position before another", () => {
    expect(positionBefore("k3f9:7")).toBe("k3f9:6");
    expect(positionBefore("nothing")).toBeUndefined();
  });
});
