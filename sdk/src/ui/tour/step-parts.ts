import type { Step } from "@fanfare/contract/content/tour";
import { loadRichBlocks, type RichBlocks } from "../card/blocks.ts";
import type { StepPlaces } from "./step-places.ts";

/** What only some steps need. A part that cannot be loaded is missing: its steps are then cards with "Back" and "Next". */
export interface StepParts {
  readonly rich?: RichBlocks | undefined;
  readonly flow?: typeof import("./step-flow.ts") | undefined;
  readonly places?: StepPlaces | undefined;
}

/** Loads what these steps need. */
export async function loadStepParts(steps: readonly Step[]): Promise<StepParts> {
  const text = JSON.stringify(steps);
  const [rich, ways, places] = await Promise.all([
    loadRichBlocks(steps),
    /"(?:buttons|advance|skip_if|prepare)":/.test(text) ? import("./step-flow.ts").catch(() => undefined) : undefined,
    /"(?:corner|banner|highlights)"/.test(text)
      ? import("./step-places.ts").then(({ loadStepPlaces: loadPlaces }) => loadPlaces(text)).catch(() => undefined)
      : undefined,
  ]);
  return { rich, flow: ways, places };
}
