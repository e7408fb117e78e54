import type { PlayerEvent } from "../../ui/types.ts";
import type { ShownContent } from "../types.ts";
import { isShown, type StageContext, shownContent } from "./stage-context.ts";

function removeScene({ scenes }: StageContext, { decision, releaseLane }: ShownContent): void {
  scenes.delete(decision.content_id);
  releaseLane();
}

/** Removes content without ending its run, so that it can resume later. */
export function suspendRun(stage: StageContext, showing: ShownContent): void {
  const { memory } = stage;
  const { decision, run, handle, lane } = showing;
  // A played celebration isn't played again elsewhere.
  if (lane === "celebration" && memory.openRun({ ...decision, run: run.position() })) {
    return void handle?.close("navigation");
  }
  if (!showing.over) memory.suspendRun(decision.content_id, run.position());
  removeScene(stage, showing);
  handle?.close("navigation");
}

export function handlePlayerEvent(stage: StageContext, showing: ShownContent, event: PlayerEvent, box?: Element): void {
  // Suspended content reports no end.
  if (!isShown(stage, showing)) return;
  const { decision, run } = showing;
  const ended = event.kind === "ended";
  if (event.kind === "removed" || (ended && !event.stays)) removeScene(stage, showing);
  if (event.kind === "removed") {
    stage.reevaluate();
    return;
  }
  const is_checklist = decision.edition.body.type === "checklist";
  const arrives = event.kind === "step_shown";
  const done = event.kind === "step_completed";
  if (arrives || done) run.step(event.step_id, done);
  if (ended) {
    stage.memory.ended(decision, run.position(), event.reason);
    run.end(event.reason);
    showing.over = true;
  }
  stage.onPlayerEvent(event, showing, box);
  if (ended) stage.reevaluate();
  // Include tasks that were completed before or while it wasn't displayed.
  else if (arrives && is_checklist) void reconcileShown(stage);
}

/**
 * Applies a change to displayed content. `change` returns true for content to set aside. If its code can't be loaded,
 * all content is suspended and reopened at the same step.
 */
export async function changeShown(
  stage: StageContext,
  change: (keeper: typeof import("./reconcile.ts"), showing: ShownContent) => boolean,
): Promise<void> {
  if (shownContent(stage).length === 0) return;
  const keeper = await import("./reconcile.ts").catch(() => undefined);
  let freed = false;
  // Some content may have ended while the code was loading.
  for (const showing of shownContent(stage)) {
    try {
      if (!keeper || change(keeper, showing)) suspendRun(stage, showing);
    } catch (error) {
      stage.report("showing content failed", error);
    }
    freed ||= !isShown(stage, showing);
  }
  if (freed) stage.reevaluate();
}

/** Brings displayed content in line with the server's last response and the page. */
export function reconcileShown(stage: StageContext): Promise<void> {
  return changeShown(stage, (keeper, showing) => keeper.reconcile(stage, showing));
}
