import type { Block } from "@fanfare/contract/block";
import type { Edition } from "@fanfare/contract/content";
import { stepsOf } from "@fanfare/contract/stations";
import type { Step } from "@fanfare/contract/tour";
import { strategySummary } from "./steps.ts";

/** The one element of the preview's page that every anchored step points at. */
export const STAND_IN = { name: "data-preview-target", value: "here" } as const;

/**
 * The edition as the preview plays it: the same words and rules on a page that is not the author's. Each target becomes
 * the stand-in. A picture that only the author's own page can show (a path, or plain `http:`) becomes a drawing.
 */
export function previewEdition(edition: Edition, picture: string): Edition {
  const { body } = edition;
  if (body.type !== "tour") return edition;
  return { ...edition, body: { ...body, steps: body.steps.map((step) => previewStep(step, picture)) } };
}

function previewStep(step: Step, picture: string): Step {
  const blocks = step.blocks.map(
    (block): Block => (block.kind === "image" && !/^https:/i.test(block.url) ? { ...block, url: picture } : block),
  );
  if (step.kind !== "anchored") return { ...step, blocks };
  return { ...step, blocks, target: { strategies: [{ kind: "attribute", ...STAND_IN }] } };
}

/** What, when it changes, makes the preview begin anew instead of changing its words in place. */
export function previewShape(edition: Edition): string {
  const { body } = edition;
  return JSON.stringify([
    body.suppression,
    stepsOf(body).map((step) => ({ ...step, title: "", blocks: [], next_label: "" })),
  ]);
}

/** The words on the stand-in: what the step looks for, as far as it can be said. */
export function standInWords(step: Step | undefined): string {
  if (step?.kind !== "anchored") return "Your page";
  const [first] = step.target.strategies;
  if (first === undefined) return "Element";
  const words = first.kind === "role_name" ? first.name : first.kind === "text" ? first.value : strategySummary(first);
  return words.trim() === "" ? "Element" : words;
}
