import type { ContentType } from "@fanfare/contract/content/body";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { asIs } from "../../lib/i18n/t.ts";

const PREFIXES = {
  tour: "stp",
  hint: asIs("pnl"),
  announcement: asIs("pnl"),
  checklist: "tsk",
  survey: "qst",
  celebration: "cel",
} as const satisfies Record<ContentType, string>;

/** The id of a new part of a content: stable from now on, whatever becomes of its words. */
export function newPartId(type: ContentType): string {
  return `${PREFIXES[type]}_${uuidv7(systemClock, systemRng)}`;
}
