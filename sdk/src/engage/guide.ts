import type { StartReason } from "@fanfare/contract/events";
import { DAY_MS, HOUR_MS } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/v1";
import type { ContentNotice } from "../api.ts";
import type { PlayerEvent } from "../ui/types.ts";
import { createLane } from "./lane.ts";
import { type ContentEventName, noticeOf, playerEvents } from "./player-events.ts";
import { loadPlayer } from "./players.ts";
import { createStage } from "./stage.ts";
import type { Choice, Subject } from "./suppressions.ts";
import type { HostActions, LoadPlayer, Stage, StageDeps } from "./types.ts";

export interface GuideDeps extends Omit<StageDeps, "takeLane" | "onPlayer" | "act" | "loadPlayer"> {
  /** Names the lane over all tabs of the site. */
  readonly lane: string;
  /** What buttons of contents may ask the page to do, by name. */
  readonly actions: HostActions;
  /** Tells the page and the server what happened. */
  readonly note: (name: ContentEventName, notice: ContentNotice) => void;
  readonly choose: (subject: Subject, choice: Choice) => void;
}

/** The part that shows content. Loaded when there is some. */
export function createGuide(deps: GuideDeps, load: LoadPlayer = loadPlayer): Stage {
  const started = new Set<string>();

  const onPlayer = (event: PlayerEvent, decision: Decision, run_id: string, reason: StartReason): void => {
    const { content_id, edition } = decision;
    const about = noticeOf(decision, run_id);
    const { suppression, celebrate_on_completed } = edition.body;
    for (const [event_name, more] of playerEvents(event, decision, reason, !started.has(run_id))) {
      deps.note(event_name, { ...about, ...more });
    }
    if (event.kind === "step_shown") started.add(run_id);
    if (event.kind !== "ended") return;
    if (event.suppress) {
      deps.choose(subjectOf(decision), { days: suppression.days, reason: "do_not_show_again" });
    } else if (event.snooze && suppression.snooze_hours !== undefined) {
      const days = (suppression.snooze_hours * HOUR_MS) / DAY_MS;
      deps.choose({ scope: "content", target: content_id }, { days, reason: "snoozed" });
    }
    if (event.reason === "completed" && celebrate_on_completed !== undefined) {
      deps.celebrate(celebrate_on_completed, {}, about);
    }
  };

  const stage = createStage({
    ...deps,
    loadPlayer: load,
    takeLane: createLane(deps.window.navigator.locks, deps.lane),
    onPlayer,
    act: (action) =>
      import("./act.ts").then(
        ({ act }) => act({ ...deps, start: stage.start }, action),
        (error) => deps.report("a button failed", error),
      ),
  });
  return stage;
}

/** What "Do not show again" is about. */
function subjectOf({ content_id, edition }: Decision): Subject {
  const { reach } = edition.body.suppression;
  switch (reach?.scope) {
    case "all":
      return { scope: "all", target: "" };
    case "tag":
      return { scope: "tag", target: reach.tag };
    default:
      return { scope: "content", target: content_id };
  }
}
