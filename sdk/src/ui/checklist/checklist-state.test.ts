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
    ["done", "step_completed a"],
    [],
  ]);
  expect(play(["a"], { kind: "finish", step_id: "b" })).toEqual([["done", "complete", "step_completed b"]]);
});

test("claims a task that was done elsewhere, and tells of it when the claim is granted", () => {
  const learn: ChecklistInput = { kind: "learn", done: ["a", "b"], fresh: ["b"] };
  expect(play(["a"], learn, learn, { kind: "claimed", step_id: "b" })).toEqual([
    ["done", "claim b"],
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
