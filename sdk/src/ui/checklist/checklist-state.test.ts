import { expect, test } from "bun:test";
import { type ChecklistInput, moveChecklist, startChecklist } from "./checklist-state.ts";

/** The effects of each input, in turn. */
function play(done: readonly string[], ...inputs: readonly ChecklistInput[]): readonly (readonly string[])[] {
  let state = startChecklist(["a", "b"], done);
  return inputs.map((input) => {
    const move = moveChecklist(state, input);
    state = move.state;
    return move.effects.map((effect) => `${effect.kind} ${"step_id" in effect ? effect.step_id : ""}`.trim());
  });
}

test("tells of a finished task once, and completes the list with the last one", () => {
  expect(play([], { kind: "finish", step_id: "a" }, { kind: "finish", step_id: "a" })).toEqual([
    ["changed", "step_completed a"],
    [],
  ]);
  expect(play(["a"], { kind: "finish", step_id: "b" })).toEqual([["changed", "complete", "step_completed b"]]);
});

test("claims a task that was done elsewhere, and tells of it when the claim is granted", () => {
  const learn: ChecklistInput = { kind: "learn", done: ["a", "b"], fresh: ["b"] };
  expect(play(["a"], learn, learn, { kind: "claimed", step_id: "b" })).toEqual([
    ["changed", "claim b"],
    [],
    ["step_completed b", "complete"],
  ]);
});

test("doesn't claim a task that was finished here", () => {
  expect(play([], { kind: "finish", step_id: "a" }, { kind: "learn", done: ["a"], fresh: ["a"] })[1]).toEqual([]);
});

test("completes a list whose only undone task is gone in the next version", () => {
  expect(play(["a", "gone"], { kind: "version", tasks: ["a", "b"] }, { kind: "version", tasks: ["a"] })).toEqual([
    [],
    ["complete"],
  ]);
});

const skip = (step_id: string, is_skipped = true): ChecklistInput => ({ kind: "skip", step_id, is_skipped });

test("completes a list when its last open task is skipped, unless all are", () => {
  expect(play(["a"], skip("b"))).toEqual([["changed", "step_skipped b", "complete"]]);
  expect(play([], skip("a"), skip("b"))).toEqual([
    ["changed", "step_skipped a"],
    ["changed", "step_skipped b"],
  ]);
});

test("reports a skipped task once, and undoes it", () => {
  expect(play([], skip("a"), skip("a"), skip("a", false), skip("a", false))).toEqual([
    ["changed", "step_skipped a"],
    [],
    ["changed", "step_restored a"],
    [],
  ]);
});

test("completes a skipped task that is done after all, and doesn't skip a completed one", () => {
  expect(play([], skip("a"), { kind: "finish", step_id: "a" }, skip("a"))).toEqual([
    ["changed", "step_skipped a"],
    ["changed", "step_completed a"],
    [],
  ]);
});

test("keeps what was skipped here until the server knows it, then follows the server", () => {
  const learn = (...skipped: readonly string[]): ChecklistInput => ({ kind: "learn", done: [], fresh: [], skipped });
  // An answer from before the event arrived, then one with it, then one after it was undone elsewhere.
  expect(play([], skip("a"), learn(), learn("a"), learn())).toEqual([
    ["changed", "step_skipped a"],
    [],
    [],
    ["changed"],
  ]);
});

test("reports no task that the group did, and completes the list with the last one", () => {
  const learn: ChecklistInput = { kind: "learn", done: ["a", "b"], fresh: ["b"], group: ["b"] };
  expect(play(["a"], learn, learn, { kind: "claimed", step_id: "b" })).toEqual([
    ["changed", "claim b"],
    [],
    ["complete"],
  ]);
});
