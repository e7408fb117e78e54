import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { StartReason } from "@fanfare/contract/events";
import type { Decision } from "@fanfare/contract/schema/v1";
import type { TourNotice } from "../api.ts";
import type { TourEvent } from "../ui/types.ts";
import { createLane } from "./lane.ts";
import { createStage } from "./stage.ts";
import type { Choice, Subject } from "./suppressions.ts";
import { type TourEventName, tourEvents } from "./tour-events.ts";
import type { Stage, StageDeps } from "./types.ts";

export interface GuideDeps extends Omit<StageDeps, "takeLane" | "onTour"> {
  /** Names the lane over all tabs of the site. */
  readonly lane: string;
  /** Tells the page and the server what happened. */
  readonly note: (name: TourEventName, notice: TourNotice) => void;
  readonly choose: (subject: Subject, choice: Choice) => void;
  readonly celebrate: (preset: CelebrationPreset) => void;
}

/** The part that shows content. Loaded when there is some. */
export function createGuide(deps: GuideDeps): Stage {
  const started = new Set<string>();

  const onTour = (event: TourEvent, decision: Decision, run_id: string, reason: StartReason): void => {
    const { content_id, slug, name, version_number: version, edition } = decision;
    const { suppression, celebrate_on_completed } = edition.body;
    for (const [event_name, more] of tourEvents(event, decision, reason, !started.has(run_id))) {
      deps.note(event_name, { content_id, slug, name, version, run_id, ...more });
    }
    if (event.kind === "step_shown") started.add(run_id);
    if (event.kind !== "ended") return;
    if (event.suppress) {
      deps.choose({ scope: "content", target: content_id }, { days: suppression.days, reason: "do_not_show_again" });
    }
    if (event.reason === "completed" && celebrate_on_completed !== undefined) deps.celebrate(celebrate_on_completed);
  };

  return createStage({ ...deps, takeLane: createLane(deps.window.navigator.locks, deps.lane), onTour });
}
