import { expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/tour";
import { checkDraft, countUnder, problemUnder } from "./problems.ts";
import { anchored, newStrategy } from "./steps.ts";
import { sampleDraft, sampleStep } from "./testing.ts";

const pointing = (change: Partial<Extract<Step, { kind: "anchored" }>>): Step => ({
  ...anchored(sampleStep("a"), undefined),
  target: { strategies: [newStrategy("test_id", "save")] },
  ...change,
});

test("a sound draft has no problem", () => {
  expect(checkDraft(sampleDraft([pointing({})])).size).toBe(0);
});

test("each problem is found at its field, in words", () => {
  const draft = sampleDraft([
    sampleStep("a", " "),
    pointing({ id: "b", target: { strategies: [newStrategy("css")] }, wait_ms: Number.NaN }),
    { ...sampleStep("c"), blocks: [{ kind: "paragraph", spans: [{ text: "x", href: "javascript:alert(1)" }] }] },
  ]);
  const problems = checkDraft({ ...draft, slug: "Not A Slug" });
  expect(problems.get("body.steps.0.title")).toBe("Give the step a title.");
  expect(problems.get("body.steps.1.target.strategies.0.value")).toBe("Fill this in.");
  expect(problems.get("body.steps.1.wait_ms")).toBe("Enter a whole number.");
  expect(problems.get("body.steps.2.blocks.0.spans.0.href")).toContain("https:");
  expect(problems.get("slug")).toContain("lower-case");
  expect(problemUnder(problems, "body.steps.2.blocks")).toContain("https:");
  expect(countUnder(problems, "body.steps.1")).toBe(2);
  expect(countUnder(problems, "body.steps.10")).toBe(0);
});

test("a tour without steps says that it needs one", () => {
  expect(checkDraft(sampleDraft([])).get("body.steps")).toBe("A tour needs at least one step.");
});
