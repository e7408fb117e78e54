import type { Body, ContentType } from "@fanfare/contract/content/body";
import type { Task } from "@fanfare/contract/content/checklist";
import type { Panel } from "@fanfare/contract/content/panel";
import type { Question } from "@fanfare/contract/content/survey";
import type { Step } from "@fanfare/contract/content/tour";
import { PART_LABELS } from "./part-labels.ts";

/** What a content is made of, in order: two people can work at different ones. */
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

/**
 * The body with other parts. They come from a body of the same type, or from its editor, which is what makes the casts
 * below true; a hint keeps its only one.
 */
export function withParts(body: Body, parts: readonly Part[]): Body {
  switch (body.type) {
    case "tour":
      // As said above.
      return { ...body, steps: parts as readonly Step[] };
    case "hint":
      // As said above.
      return { ...body, panel: (parts[0] as Panel | undefined) ?? body.panel };
    case "announcement":
      // As said above.
      return { ...body, panels: parts as readonly Panel[] };
    case "checklist":
      // As said above.
      return { ...body, tasks: parts as readonly Task[] };
    case "survey":
      // As said above.
      return { ...body, questions: parts as readonly Question[] };
    case "celebration":
      return body;
  }
}

/** Where the parts are in an edition: the beginning of the paths of their problems. */
export function partsPath(type: ContentType): string {
  switch (type) {
    case "tour":
      return "body.steps";
    case "hint":
      return "body.panel";
    case "announcement":
      return "body.panels";
    case "checklist":
      return "body.tasks";
    case "survey":
      return "body.questions";
    case "celebration":
      return "body";
  }
}

/** All that a body says beside its parts: its settings. */
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
    case "celebration": {
      const { type: _, ...rest } = body;
      return rest;
    }
  }
}

/** How a part is called where its title does not fit or is still missing. */
export function partTitle(part: Part, type: ContentType): string {
  return part.title.trim() === "" ? PART_LABELS[type].untitled : part.title;
}
