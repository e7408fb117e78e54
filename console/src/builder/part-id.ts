import { systemClock } from "@fanfare/contract/clock";
import type { ContentType } from "@fanfare/contract/content";
import { uuidv7 } from "@fanfare/contract/ids";
import { systemRng } from "@fanfare/contract/rng";
import { asIs } from "../language/t.ts";

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
