import type { ContentType } from "@fanfare/contract/content/body";
import type { Part } from "@fanfare/contract/content/parts";
import { fillVariables } from "@fanfare/contract/translation/text-variables";
import { PART_LABELS } from "./part-labels.ts";

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
    case "resource_center":
      return "body.resources";
    case "celebration":
      return "body";
  }
}

/** Title of a part with the fallbacks of its variables, or a placeholder if it's empty. */
export function partTitle(part: Part, type: ContentType): string {
  return fillVariables(part.title, {}).trim() || PART_LABELS[type].untitled;
}
