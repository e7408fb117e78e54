import { describe, expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/content/tour";
import fc from "fast-check";
import { changeTour } from "./tour-changes.ts";
import * as tours from "./tour-state.ts";
import { type Move, moveTour, startTour, type TourInput, type TourState } from "./tour-state.ts";

const centered = (id: string): Step => ({ kind: "centered", id, title: id, blocks: [] });
const anchored = (id: string, on_missing: "skip" | "center" | "end" = "skip"): Step => ({
  kind: "anchored",
  id,
  title: id,
  blocks: [],
  target: { strategies: [{ kind: "test_id", value: id }] },
  placement: "auto",
  wait_ms: 1_000,
  on_missing,
  interaction: "allow",
});
const steps = [centered("a"), anchored("b"), anchored("c", "center"), anchored("d", "end"), centered("e")];

/** The state after the inputs, and all effects on the way in short words. */
function play(inputs: readonly TourInput[], list: readonly Step[] = steps, step_id: string | null = null) {
  const log: string[] = [];
  const note = (move: Move): TourState => {
    for (const effect of move.effects) {
      if (effect.kind === "show")
        log.push(`show ${effect.index}${effect.centered ? " centered" : ""}${effect.again ? " again" : ""}`);
      else if (effect.kind === "seek" || effect.kind === "retext") log.push(`${effect.kind} ${effect.index}`);
      else if (effect.kind === "end") log.push(`end ${effect.reason}`);
      else log.push(`${effect.kind === "step_completed" ? "completed" : "missing"} ${effect.step_id}`);
    }
    return move.state;
  };
  let state = note(startTour(list, step_id));
  for (const input of inputs) state = note(moveTour(state, input, list));
  return { state, log };
}

const next: TourInput = { kind: "next" };
const back: TourInput = { kind: "back" };
const found: TourInput = { kind: "found" };
const missing: TourInput = { kind: "missing", tried: [] };
const lost: TourInput = { kind: "lost" };

describe("a tour", () => {
  test("starts at its first step, at the one it was left at, or at the first where that one is gone", () => {
    expect(play([]).log).toEqual(["show 0 centered"]);
    expect(play([], steps, "c").log).toEqual(["seek 2"]);
    expect(play([], steps, "gone").log).toEqual(["show 0 centered"]);
  });

  test("goes forward and back, and completes after its last step", () => {
    const { log, state } = play([next, found, next, found, back, found], steps);
    expect(log).toEqual([
      "show 0 centered",
      "completed a",
      "seek 1",
      "show 1",
      "completed b",
      "seek 2",
      "show 2",
      "seek 1",
      "show 1",
    ]);
    expect(state).toEqual({ kind: "shown", index: 1 });
    expect(play([next], [centered("only")]).log).toEqual(["show 0 centered", "completed only", "end completed"]);
  });

  test("a missing target skips, centres or ends, and says so", () => {
    expect(play([next, missing]).log.slice(2)).toEqual(["seek 1", "missing b", "seek 2"]);
    expect(play([missing], steps, "c").log).toEqual(["seek 2", "missing c", "show 2 centered"]);
    expect(play([missing], steps, "d").log).toEqual(["seek 3", "missing d", "end target_missing"]);
  });

  test("skipping goes on in the direction the person went, and never off the beginning", () => {
    const list = [anchored("x"), anchored("y"), centered("z")];
    const { log } = play([back, missing, missing], list, "z");
    expect(log).toEqual(["show 2 centered", "seek 1", "missing y", "seek 0", "missing x", "show 2 centered again"]);
  });

  test("a tour whose remaining targets are all missing has not been completed", () => {
    expect(play([next, missing], [centered("a"), anchored("b")]).log.at(-1)).toBe("end target_missing");
  });

  test("a lost target is looked for again and shown without a second announcement", () => {
    const { log } = play([next, found, lost, found]);
    expect(log.slice(-3)).toEqual(["show 1", "seek 1", "show 1 again"]);
  });

  test("a step that is gone goes to the lost one's policy, not to a stuck overlay", () => {
    expect(play([found, lost, missing], steps, "d").log.at(-1)).toBe("end target_missing");
  });

  test("new texts are swapped in place; a new target is looked for; a step that is gone gives way to its neighbour", () => {
    const before = steps;
    const renamed = steps.map((step) => ({ ...step, title: "New" }));
    const shown: TourState = { kind: "shown", index: 1 };
    expect(changeTour(tours, shown, before, renamed).effects).toEqual([{ kind: "retext", index: 1 }]);
    const moved = [centered("a"), { ...anchored("b"), placement: "top" as const }];
    expect(changeTour(tours, shown, before, moved).effects).toEqual([{ kind: "seek", index: 1 }]);
    const shorter = [centered("a")];
    expect(changeTour(tours, shown, before, shorter).state).toEqual({ kind: "shown", index: 0 });
    const reordered = [anchored("b"), centered("a")];
    expect(changeTour(tours, shown, before, reordered).effects).toEqual([{ kind: "retext", index: 0 }]);
  });

  test("whatever happens, it ends at most once and never leaves its steps", () => {
    const input = fc.oneof(
      fc.constantFrom(next, back, found, missing, lost),
      fc.constantFrom("a", "b", "c", "d", "e", "nowhere").map((step_id): TourInput => ({ kind: "go_to", step_id })),
      fc.constant<TourInput>({ kind: "close", reason: "api" }),
    );
    fc.assert(
      fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
        const { log, state } = play(inputs);
        expect(log.filter((word) => word.startsWith("end")).length).toBe(state.kind === "ended" ? 1 : 0);
        if (state.kind === "ended") expect(log.at(-1)).toStartWith("end");
        else expect(steps[state.index]).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a step that is prepared or skipped", () => {
  const conditional: Step = { ...centered("b"), skip_if: { kind: "url", pattern: "/home" } };
  const list = [centered("a"), conditional, centered("c")];

  test("is looked for as one with a target is", () => {
    expect(play([next, { kind: "found" }], list).log).toEqual([
      "show 0 centered",
      "completed a",
      "seek 1",
      "show 1 centered",
    ]);
  });

  test("is passed over the way the person was going", () => {
    expect(play([next, { kind: "skipped" }], list).log.at(-1)).toBe("show 2 centered");
    expect(play([next, { kind: "skipped" }, { kind: "back" }, { kind: "skipped" }], list).log.at(-1)).toBe(
      "show 0 centered",
    );
  });

  test("completes the tour when nothing is left", () => {
    expect(play([next, { kind: "skipped" }], [centered("a"), conditional]).log).toEqual([
      "show 0 centered",
      "completed a",
      "seek 1",
      "end completed",
    ]);
  });
});

test("a button completes the tour wherever it stands", () => {
  expect(play([{ kind: "finish" }]).log).toEqual(["show 0 centered", "completed a", "end completed"]);
});
