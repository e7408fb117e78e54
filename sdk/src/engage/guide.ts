import type { Cancel } from "@fanfare/contract/clock";
import { DAY_MS, HOUR_MS } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/v1";
import { themeOf } from "@fanfare/contract/theme";
import type { ContentNotice } from "../api.ts";
import type { WhenSeen } from "../ui/seen.ts";
import { STEP_SLOT } from "../ui/step-view.ts";
import type { PlayerEvent } from "../ui/types.ts";
import { createLane } from "./lane.ts";
import { type ContentEventName, noticeOf, playerEvents } from "./player-events.ts";
import { createStage } from "./stage.ts";
import type { Choice, Subject } from "./suppressions.ts";
import type { HostActions, LoadPlayer, Showing, Stage, StageDeps } from "./types.ts";

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
export function createGuide(deps: GuideDeps, load: LoadPlayer = loadPlayer, watch: WhenSeen = watchLater): Stage {
  /** Runs of which something was seen. */
  const seen = new Set<string>();
  /** By run: what waits until the station on the screen was seen. */
  const watches = new Map<string, Cancel>();

  const onPlayer = (event: PlayerEvent, showing: Showing, box?: Element): void => {
    const { decision, reason, since_ms } = showing;
    // Nothing was there, and so nothing happened to it.
    if (decision.variant === "holdout") return;
    const { content_id, edition } = decision;
    const { run_id } = showing.run.position();
    const about = { ...noticeOf(decision, run_id), locale: decision.locale };
    const { suppression, celebrate_on_completed } = edition.body;
    /** What goes on in another page was seen in an earlier one, unless that page has left word that it was not. */
    const unseen = `fanfare:unseen:${content_id}`;
    const isUnseen = (): boolean => deps.storage.get(unseen) === run_id;
    if (reason === "resume" && !isUnseen()) seen.add(run_id);
    const waits = watches.has(run_id);
    const tell = (marks: object, first?: { readonly wait_ms: number }): void => {
      for (const [name, more] of playerEvents(event, decision, reason, first)) {
        deps.note(name, { ...about, ...more, ...marks });
      }
    };
    const stop = (): void => {
      watches.get(run_id)?.();
      watches.delete(run_id);
    };
    switch (event.kind) {
      case "step_shown": {
        stop();
        if (box === undefined) return;
        const wait_ms = deps.clock.now() - since_ms;
        if (!seen.has(run_id)) deps.storage.set(unseen, run_id);
        // What may not be written says nothing either.
        const written = isUnseen();
        watches.set(
          run_id,
          watch(deps, box, () => {
            watches.delete(run_id);
            // Another tab may have told it meanwhile.
            if (written && !isUnseen()) seen.add(run_id);
            if (!seen.has(run_id)) deps.storage.set(unseen, undefined);
            tell({}, seen.has(run_id) ? undefined : { wait_ms });
            seen.add(run_id);
          }),
        );
        return;
      }
      case "step_completed":
        tell(waits ? UNSEEN : {});
        // A checklist stays where it is.
        if (edition.body.type !== "checklist") stop();
        return;
      case "ended":
        stop();
        deps.storage.set(unseen, undefined);
        tell(seen.has(run_id) ? {} : UNSEEN);
        break;
      default:
        tell(waits ? UNSEEN : {});
        return;
    }
    if (event.suppress) {
      deps.choose(subjectOf(decision), { days: suppression.days, reason: "do_not_show_again" });
    } else if (event.snooze && suppression.snooze_hours !== undefined) {
      const days = (suppression.snooze_hours * HOUR_MS) / DAY_MS;
      deps.choose({ scope: "content", target: content_id }, { days, reason: "snoozed" });
    }
    if (event.reason === "completed" && celebrate_on_completed !== undefined) {
      deps.celebrate(celebrate_on_completed, { colors: worn(decision)?.confetti }, about);
    }
  };

  const worn = ({ theme }: Decision) => themeOf(deps.decisions.current()?.themes, theme);

  const stage = createStage({
    ...deps,
    async loadPlayer(decision) {
      const open = await (decision.variant === undefined
        ? load(decision.edition.body, deps.actions)
        : import("./experiment.ts").then(({ loadArm }) => loadArm(decision, deps, load)));
      const theme = worn(decision);
      return theme ? (await import("../ui/theme.ts")).themed(open, theme) : open;
    },
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

/** Each player is loaded with the first content of its type. */
const loadPlayer: LoadPlayer = async (body, actions) =>
  body.type === "tour" && !actions?.has(STEP_SLOT)
    ? (await import("../ui/tour.ts")).openTour
    : (await import("./beyond-tours.ts")).loadPlayer(body, actions);

/** The code for it comes once something is shown: nobody waits for it. Where it cannot be had, nothing counts as seen. */
const watchLater: WhenSeen = (page, box, tell) => {
  let stop: Cancel = () => {};
  let over = false;
  import("../ui/seen.ts")
    .then(({ whenSeen }) => {
      if (!over) stop = whenSeen(page, box, tell);
    })
    .catch(() => {});
  return () => {
    over = true;
    stop();
  };
};

/** Nobody could see that for a second: it happens, and counts for nothing. */
const UNSEEN = { unseen: true };

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
