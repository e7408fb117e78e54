import type { Body } from "@fanfare/contract/content/body";
import { tourSteps } from "@fanfare/contract/content/positions";
import type { Target } from "@fanfare/contract/target/target";

/** Target at one position of the content, or undefined if it has none there. */
export function targetAt(body: Body, position: string): Target | undefined {
  if (body.type === "hint") return body.panel.id === position ? body.target : undefined;
  if (body.type === "announcement") {
    const { panels, position: place } = body;
    return place !== undefined && "target" in place && panels[0]?.id === position ? place.target : undefined;
  }
  const step = tourSteps(body).find(({ id }) => id === position);
  return step?.kind === "anchored" ? step.target : undefined;
}
