import { expect, test } from "bun:test";
import type { Body } from "@fanfare/contract/content/body";
import type { MissingTargetPolicy, Step } from "@fanfare/contract/content/tour";
import { evidenceText } from "@fanfare/contract/wording/evidence";
import type { TargetFact } from "../../api/results.ts";
import { judgeTarget, withTargetGate } from "./target-facts.ts";

const step = (id: string, on_missing: MissingTargetPolicy): Step => ({
  ...{
    kind: "anchored",
    id,
    title: id,
    blocks: [],
    placement: "auto",
    wait_ms: 8_000,
    interaction: "allow",
    on_missing,
  },
  target: { strategies: [{ kind: "test_id", value: id }] },
});
const tour = (...steps: readonly Step[]): Body => ({ type: "tour", steps, suppression: { offered: true, days: 365 } });
const fact = (station: string, matches: number, visible: number): TargetFact => ({
  ...{ station, found: visible === 1, strategies: [{ kind: "test_id", matches, visible }] },
});

test("passes content whose target is found, with each locator's result", () => {
  const judged = judgeTarget(tour(step("a", "end")), [fact("a", 1, 1)], undefined);
  expect(judged?.target).toBe("found");
  expect(evidenceText(judged?.causes ?? [])).toBe(
    "Target of a: test_id: 1 found, 1 usable. A locator must match exactly one usable element.",
  );
});

test("distinguishes hidden targets from missing and ambiguous ones", () => {
  const body = tour(step("a", "end"));
  expect(judgeTarget(body, [fact("a", 2, 0)], undefined)?.target).toBe("hidden");
  expect(judgeTarget(body, [fact("a", 0, 0)], undefined)?.target).toBe("missing");
  expect(judgeTarget(body, [fact("a", 2, 2)], undefined)?.target).toBe("missing");
});

test("skips a step with a missing target and never blocks a centered one", () => {
  const facts = [fact("a", 0, 0), fact("b", 1, 1), fact("c", 0, 0)];
  expect(judgeTarget(tour(step("a", "skip"), step("b", "end")), facts, undefined)?.target).toBe("found");
  expect(judgeTarget(tour(step("a", "skip"), step("c", "skip")), facts, undefined)?.target).toBe("missing");
  expect(judgeTarget(tour(step("a", "center")), facts, undefined)?.target).toBe("found");
  expect(judgeTarget(tour(step("b", "end"), step("c", "end")), facts, "c")?.target).toBe("missing");
});

test("overrides only the target gates with the page's result", () => {
  const judged = judgeTarget(tour(step("a", "end")), [fact("a", 1, 0)], undefined);
  const gate = (name: "target_missing" | "target_hidden" | "url") =>
    withTargetGate({ gate: name, status: "unknown", evidence: "", causes: [] }, judged).status;
  expect([gate("target_missing"), gate("target_hidden"), gate("url")]).toEqual(["pass", "block", "unknown"]);
});
