import type { Body } from "./body.ts";
import type { Task } from "./checklist.ts";
import type { Edition } from "./content.ts";
import type { Panel } from "./panel.ts";
import type { Question } from "./survey.ts";
import type { Step } from "./tour.ts";
import { variantBodies } from "./variants.ts";

/** A part of content. Members can edit different parts at the same time. */
export type Part = Step | Panel | Task | Question;

export function partsIn(body: Body): readonly Part[] {
  switch (body.type) {
    case "tour":
      return body.steps;
    case "hint":
      return [body.panel];
    case "announcement":
      return body.panels;
    case "checklist":
      return body.tasks;
    case "survey":
      return body.questions;
    case "celebration":
      return [];
  }
}

/** A part's place in its variant, from 1, and its title, which can be empty. */
export interface PartName {
  readonly number: number;
  readonly title: string;
}

/**
 * Returns the parts of all variants by part ID, the original's first, in the author's order.
 *
 * @example
 * namedParts(edition).get("intro"); // { number: 1, title: "Welcome" }
 */
export function namedParts(edition: Pick<Edition, "body" | "experiment">): ReadonlyMap<string, PartName> {
  const names = new Map<string, PartName>();
  for (const body of variantBodies(edition)) {
    for (const [index, { id, title }] of partsIn(body).entries()) {
      if ((names.get(id)?.title ?? "") === "") names.set(id, { number: index + 1, title: title.trim() });
    }
  }
  return names;
}
