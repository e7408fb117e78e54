import { describe, expect, test } from "bun:test";
import { stepProblems } from "./step-problems.ts";
import type { Step, StepAction } from "./tour.ts";

const step = (id: string, more: Partial<Step> = {}): Step =>
  ({ kind: "centered", id, title: id, blocks: [], ...more }) as Step;
const doing = (...actions: StepAction[]) => ({ buttons: actions.map((action) => ({ label: action.kind, action })) });
const goTo = (step_id: string): StepAction => ({ kind: "go_to", step_id });

describe("the ways between steps", () => {
  test("are in order where each step leads to the next", () => {
    expect(stepProblems([step("a"), step("b"), step("c", doing({ kind: "back" }, { kind: "next" }))])).toEqual([]);
  });

  test("leave out a step that no button leads to", () => {
    expect(stepProblems([step("a", doing(goTo("c"))), step("b"), step("c")])).toEqual([
      { step_id: "b", kind: "unreachable" },
    ]);
  });

  test("lead on from a step that is passed over, or that the person goes on from without a button", () => {
    const skipped = { ...doing(goTo("c")), skip_if: { kind: "url", pattern: "/home" } } as const;
    expect(stepProblems([step("a", skipped), step("b"), step("c")])).toEqual([]);
    const timed = { buttons: [], advance: [{ kind: "delay", after_ms: 5_000 }] } as const;
    expect(stepProblems([step("a", timed), step("b")])).toEqual([]);
  });

  test("go round without an end where each leads to the other", () => {
    expect(stepProblems([step("a", doing(goTo("b"))), step("b", doing(goTo("a"), { kind: "close" }))])).toEqual([
      { step_id: "a", kind: "endless" },
      { step_id: "b", kind: "endless" },
    ]);
  });

  test("end where a button completes the tour or leads away from its last step", () => {
    expect(stepProblems([step("a", doing({ kind: "finish" }, goTo("b"))), step("b", doing(goTo("a")))])).toEqual([]);
    expect(stepProblems([step("a", doing({ kind: "link", href: "/" }))])).toEqual([]);
    expect(
      stepProblems([step("a", doing({ kind: "link", href: "/" }, goTo("b"))), step("b", { buttons: [] })]),
    ).toEqual([
      { step_id: "a", kind: "endless" },
      { step_id: "b", kind: "endless" },
    ]);
  });
});
