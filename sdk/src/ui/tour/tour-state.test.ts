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

describe("tour", () => {
  test("starts at the first step or at the saved one, if still there", () => {
    expect(play([]).log).toEqual(["show 0 centered"]);
    expect(play([], steps, "c").log).toEqual(["seek 2"]);
    expect(play([], steps, "gone").log).toEqual(["show 0 centered"]);
  });

  test("goes on from the displayed step while its target is located again", () => {
    const again = ["show 1", "seek 1", "completed b", "seek 2"];
    expect(play([next, found, lost, next]).log.slice(-4)).toEqual(again);
    const last = [centered("a"), anchored("b")];
    expect(play([next, found, lost, next], last).log.slice(-2)).toEqual(["completed b", "end completed"]);
  });

  test("moves forward and back, and completes after the last step", () => {
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

  test("skips, centers, or ends for a missing target and reports that", () => {
    expect(play([next, missing]).log.slice(2)).toEqual(["seek 1", "missing b", "seek 2"]);
    expect(play([missing], steps, "c").log).toEqual(["seek 2", "missing c", "show 2 centered"]);
    expect(play([missing], steps, "d").log).toEqual(["seek 3", "missing d", "end target_missing"]);
  });

  test("skips in the person's direction, but never before the first step", () => {
    const list = [anchored("x"), anchored("y"), centered("z")];
    const { log } = play([back, missing, missing], list, "z");
    expect(log).toEqual(["show 2 centered", "seek 1", "missing y", "seek 0", "missing x", "show 2 centered again"]);
  });

  test("doesn't complete when all remaining targets are missing", () => {
    expect(play([next, missing], [centered("a"), anchored("b")]).log.at(-1)).toBe("end target_missing");
  });

  test("looks for a lost target again and shows the step without an announcement", () => {
    const { log } = play([next, found, lost, found]);
    expect(log.slice(-3)).toEqual(["show 1", "seek 1", "show 1 again"]);
  });

  test("applies the missing target policy to a lost step", () => {
    expect(play([found, lost, missing], steps, "d").log.at(-1)).toBe("end target_missing");
  });

  test("applies new texts in place, looks for new targets, and leaves removed steps", () => {
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

  test("ends at most once and never leaves its steps with any events", () => {
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

describe("prepared or skipped step", () => {
  const conditional: Step = { ...centered("b"), skip_if: { kind: "url", pattern: "/home" } };
  const list = [centered("a"), conditional, centered("c")];

  test("is looked for like a step with a target", () => {
    expect(play([next, { kind: "found" }], list).log).toEqual([
      "show 0 centered",
      "completed a",
      "seek 1",
      "show 1 centered",
    ]);
  });

  test("is skipped in the person's direction", () => {
    expect(play([next, { kind: "skipped" }], list).log.at(-1)).toBe("show 2 centered");
    expect(play([next, { kind: "skipped" }, { kind: "back" }, { kind: "skipped" }], list).log.at(-1)).toBe(
      "show 0 centered",
    );
  });

  test("completes the tour when no steps are left", () => {
    expect(play([next, { kind: "skipped" }], [centered("a"), conditional]).log).toEqual([
      "show 0 centered",
      "completed a",
      "seek 1",
      "end completed",
    ]);
  });
});

test("completes the tour with a finish button on any step", () => {
  expect(play([{ kind: "finish" }]).log).toEqual(["show 0 centered", "completed a", "end completed"]);
});
