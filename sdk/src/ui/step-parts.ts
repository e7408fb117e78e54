import type { Step } from "@fanfare/contract/tour";
import { type Rich, richFor } from "./blocks.ts";
import type { Places } from "./step-places.ts";

/** What only some steps need. A part that cannot be loaded is missing: its steps are then cards with "Back" and "Next". */
export interface Parts {
  readonly rich?: Rich | undefined;
  readonly ways?: typeof import("./step-ways.ts") | undefined;
  readonly places?: Places | undefined;
}

/** Loads what these steps need. */
export async function partsFor(steps: readonly Step[]): Promise<Parts> {
  const text = JSON.stringify(steps);
  const [rich, ways, places] = await Promise.all([
    richFor(steps),
    /"(?:buttons|advance|skip_if|prepare)":/.test(text) ? import("./step-ways.ts").catch(() => undefined) : undefined,
    /"(?:corner|banner|highlights)"/.test(text)
      ? import("./step-places.ts").then(({ loadPlaces }) => loadPlaces(text)).catch(() => undefined)
      : undefined,
  ]);
  return { rich, ways, places };
}
