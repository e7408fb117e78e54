import type { Target } from "../target/target.ts";
import type { ElementKind, TrackerAct } from "./tracker.ts";

/** What a tracker waits for, once its element is chosen. */
export function actAt(kind: ElementKind, target: Target, visible_s: number): TrackerAct {
  return kind === "visible" ? { kind, target, visible_s } : { kind, target };
}
