import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { RunMemory } from "../runs/run-memory.ts";
import type { Scenes, ShownContent, StageDeps } from "../types.ts";
import type { StageGates } from "./stage-gates.ts";
import type { TypingGuard } from "./typing-guard.ts";

/** State of a stage, and what reads and changes it. */
export interface StageContext extends StageDeps {
  readonly memory: RunMemory;
  readonly scenes: Scenes;
  readonly typing_guard: TypingGuard;
  readonly gates: StageGates;
  readonly reevaluate: () => void;
  /** True from pagehide until the page is restored. */
  is_away: boolean;
}

/** Content on the screen, in order of appearance. */
export function shownContent({ scenes }: StageContext): readonly ShownContent[] {
  return [...scenes.values()].filter((scene) => scene.kind === "showing");
}

export function isShown({ scenes }: StageContext, showing: ShownContent): boolean {
  return scenes.get(showing.decision.content_id) === showing;
}

export function findContent({ decisions }: StageContext, name: string): Decision | undefined {
  return findNamed(name, decisions.current()?.decisions);
}

export function findNamed<Each extends Pick<Decision, "content_id" | "slug">>(
  name: string,
  list: readonly Each[] = [],
): Each | undefined {
  return list.find(({ content_id, slug }) => content_id === name || slug === name);
}
