import type { Body } from "@fanfare/contract/content/body";
import { tourSteps } from "@fanfare/contract/content/positions";
import type { Target } from "@fanfare/contract/target/target";

/** What a content points at in one of its places; undefined where it points at nothing there. */
export function targetAt(body: Body, position: string): Target | undefined {
  if (body.type === "hint") return body.panel.id === position ? body.target : undefined;
  const step = tourSteps(body).find(({ id }) => id === position);
  return step?.kind === "anchored" ? step.target : undefined;
}
