import { expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/content/tour";
import { sampleDraft, sampleStep } from "../../../test/support/sample-drafts.ts";
import { countUnder, problemUnder, validateDraft } from "./problems.ts";
import { asAnchored, newStrategy } from "./steps.ts";

const pointing = (change: Partial<Extract<Step, { kind: "anchored" }>>): Step => ({
  ...asAnchored(sampleStep("a"), undefined),
  target: { strategies: [newStrategy("test_id", "save")] },
  ...change,
});

test("finds no problem in a valid draft", () => {
  expect(validateDraft(sampleDraft([pointing({})])).size).toBe(0);
});

test("reports each problem at its field, with a message", () => {
  const draft = sampleDraft([
    sampleStep("a", " "),
    pointing({ id: "b", target: { strategies: [newStrategy("css")] }, wait_ms: Number.NaN }),
    { ...sampleStep("c"), blocks: [{ kind: "paragraph", spans: [{ text: "x", href: "javascript:alert(1)" }] }] },
  ]);
  const problems = validateDraft({ ...draft, slug: "Not A Slug" });
  expect(problems.get("body.steps.0.title")).toBe("Enter a title for the step.");
  expect(problems.get("body.steps.1.target.strategies.0.value")).toBe(
    "Pick an element on your page, or enter a value.",
  );
  expect(problems.get("body.steps.1.wait_ms")).toBe("Enter a number.");
  expect(problems.get("body.steps.2.blocks.0.spans.0.href")).toContain("https:");
  expect(problems.get("slug")).toContain("lowercase");
  expect(problemUnder(problems, "body.steps.2.blocks")).toContain("https:");
  expect(countUnder(problems, "body.steps.1")).toBe(2);
  expect(countUnder(problems, "body.steps.10")).toBe(0);
});

test("reports a tour without steps", () => {
  expect(validateDraft(sampleDraft([])).get("body.steps")).toBe("Add at least one step.");
});
