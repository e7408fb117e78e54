import type { Body } from "./body.ts";
import type { Task } from "./checklist.ts";
import type { Edition } from "./content.ts";
import type { Panel } from "./panel.ts";
import type { Resource } from "./resource-center.ts";
import type { Question } from "./survey.ts";
import type { Step } from "./tour.ts";
import { variantBodies } from "./variants.ts";

/** A part of content. Members can edit different parts at the same time. */
export type Part = Step | Panel | Task | Question | Resource;

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
    case "resource_center":
      return body.resources;
  }
}

/**
 * Returns the title by which people know content, because its name is only for its authors. Undefined for celebrations,
 * which have none.
 */
export function visibleTitle(body: Body): string | undefined {
  return "title" in body ? body.title : partsIn(body)[0]?.title;
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

/**
 * Replaces the parts of a body. They must come from a body of the same type or from its editor, which makes the casts
 * safe. A hint keeps its only card.
 */
export function withParts(body: Body, parts: readonly Part[]): Body {
  switch (body.type) {
    case "tour":
      // Safe cast, see above.
      return { ...body, steps: parts as readonly Step[] };
    case "hint":
      // Safe cast, see above.
      return { ...body, panel: (parts[0] as Panel | undefined) ?? body.panel };
    case "announcement":
      // Safe cast, see above.
      return { ...body, panels: parts as readonly Panel[] };
    case "checklist":
      // Safe cast, see above.
      return { ...body, tasks: parts as readonly Task[] };
    case "survey":
      // Safe cast, see above.
      return { ...body, questions: parts as readonly Question[] };
    case "resource_center":
      // Safe cast, see above.
      return { ...body, resources: parts as readonly Resource[] };
    case "celebration":
      return body;
  }
}

export function bodySettings(body: Body): Readonly<Record<string, unknown>> {
  switch (body.type) {
    case "tour": {
      const { type: _, steps: __, ...rest } = body;
      return rest;
    }
    case "hint": {
      const { type: _, panel: __, ...rest } = body;
      return rest;
    }
    case "announcement": {
      const { type: _, panels: __, ...rest } = body;
      return rest;
    }
    case "checklist": {
      const { type: _, tasks: __, ...rest } = body;
      return rest;
    }
    case "survey": {
      const { type: _, questions: __, ...rest } = body;
      return rest;
    }
    case "resource_center": {
      const { type: _, resources: __, ...rest } = body;
      return rest;
    }
    case "celebration": {
      const { type: _, ...rest } = body;
      return rest;
    }
  }
}
