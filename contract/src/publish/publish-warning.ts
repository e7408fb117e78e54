import type { ContentType } from "../content/body.ts";
import type { Variant } from "../content/experiment.ts";
import type { Part } from "../content/parts.ts";
import type { Cause } from "../wording/cause.ts";
import { doubt } from "../wording/publish-warnings.ts";

/** Editor tabs that have the field which fixes a warning. */
export const WARNING_TABS = ["audience", "frequency", "experiment", "appearance", "translations"] as const;

/** A doubt about content that can be published, and where it's fixed. Warnings never block publishing. */
export interface PublishWarning {
  readonly cause: Cause;
  /** Undefined if it's about the content's parts. */
  readonly tab?: (typeof WARNING_TABS)[number] | undefined;
  readonly part_id?: string | undefined;
  /** Undefined if it's about the original. */
  readonly variant?: Variant["id"] | undefined;
}

const PART_NAMES = {
  tour: "step_name",
  hint: "only_card_name",
  announcement: "panel_name",
  checklist: "task_name",
  survey: "question_name",
  celebration: "only_card_name",
  resource_center: "resource_name",
} as const satisfies Record<ContentType, string>;

/** Name of a part in sentences: its number from 1 where there may be several, and its title. */
export function partName(type: ContentType, number: number, { title }: Pick<Part, "title">): Cause {
  return doubt(PART_NAMES[type], { number, title });
}
