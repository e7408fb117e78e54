import { describe, expect, test } from "bun:test";
import { stepProblems } from "./step-problems.ts";
import type { Step, StepAction } from "./tour.ts";

const step = (id: string, more: Partial<Step> = {}): Step =>
  ({ kind: "centered", id, title: id, blocks: [], ...more }) as Step;
const doing = (...actions: StepAction[]) => ({ buttons: actions.map((action) => ({ label: action.kind, action })) });
const goTo = (step_id: string): StepAction => ({ kind: "go_to", step_id });

describe("step problems", () => {
  test("reports none when each step leads to the next", () => {
    expect(stepProblems([step("a"), step("b"), step("c", doing({ kind: "back" }, { kind: "next" }))])).toEqual([]);
  });

  test("reports a step that no button leads to", () => {
    expect(stepProblems([step("a", doing(goTo("c"))), step("b"), step("c")])).toEqual([
      { step_id: "b", kind: "unreachable" },
    ]);
  });

  test("reports none when a step is skipped or advances without a button", () => {
    const skipped = { ...doing(goTo("c")), skip_if: { kind: "url", pattern: "/home" } } as const;
    expect(stepProblems([step("a", skipped), step("b"), step("c")])).toEqual([]);
    const timed = { buttons: [], advance: [{ kind: "delay", after_ms: 5_000 }] } as const;
    expect(stepProblems([step("a", timed), step("b")])).toEqual([]);
  });

  test("reports steps that lead only to each other as endless", () => {
    expect(stepProblems([step("a", doing(goTo("b"))), step("b", doing(goTo("a"), { kind: "close" }))])).toEqual([
      { step_id: "a", kind: "endless" },
      { step_id: "b", kind: "endless" },
    ]);
  });

  test("accepts finishing, or a link on the last step, as an end", () => {
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
