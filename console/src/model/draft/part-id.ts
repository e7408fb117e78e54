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
  resource_center: asIs("res"),
} as const satisfies Record<ContentType, string>;

/** Creates a part ID, which stays stable when the part's text changes. */
export function newPartId(type: ContentType): string {
  return `${PREFIXES[type]}_${uuidv7(systemClock, systemRng)}`;
}
