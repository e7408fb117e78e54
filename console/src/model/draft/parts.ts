import type { Body, ContentType } from "@fanfare/contract/content/body";
import type { Task } from "@fanfare/contract/content/checklist";
import type { Panel } from "@fanfare/contract/content/panel";
import type { Part } from "@fanfare/contract/content/parts";
import type { Question } from "@fanfare/contract/content/survey";
import type { Step } from "@fanfare/contract/content/tour";
import { PART_LABELS } from "./part-labels.ts";

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
    case "celebration":
      return body;
  }
}

/** Path prefix of problems in parts. */
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

/** Title of a part, or a placeholder if it's empty. */
export function partTitle(part: Part, type: ContentType): string {
  return part.title.trim() === "" ? PART_LABELS[type].untitled : part.title;
}
