import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/v1";
import { themeOf } from "@fanfare/contract/theme";
import type { ContentNotice } from "../notices.ts";
import { UNTOLD_MAX } from "../ui/limits.ts";
import type { Whose } from "../ui/passed.ts";
import { STEP_SLOT } from "../ui/step-view.ts";
import type { PlayerEvent } from "../ui/types.ts";
import type { KeeperDeps } from "./kept.ts";
import { createLane } from "./lane.ts";
import { noticeOf } from "./notice-of.ts";
import type { ContentEventName } from "./player-events.ts";
import { createStage } from "./stage.ts";
import type { Choice, Subject, Suppressions } from "./suppressions.ts";
import type { Happening, Tell } from "./telling.ts";
import type { HostActions, LoadPlayer, Showing, Stage, StageDeps } from "./types.ts";
import { unseenKey } from "./unseen.ts";

export interface GuideDeps
  extends Omit<StageDeps, "takeLane" | "onPlayer" | "act" | "loadPlayer" | "suppressions">,
    Omit<KeeperDeps, "suppressions"> {
  readonly suppressions: Pick<Suppressions, "facts" | "list">;
  readonly identity: KeeperDeps["identity"] & Whose;
  /** What buttons of contents may ask the page to do, by name. */
  readonly actions: HostActions;
  /** Tells the page and the server what happened. */
  readonly note: (name: ContentEventName, notice: ContentNotice) => void;
  readonly choose: (subject: Subject, choice: Choice) => void;
}

/** Loads what tells the page and the server what happened. */
type LoadTelling = () => Promise<Tell>;

/** The part that shows content. Loaded when there is some. */
export function createGuide(
  deps: GuideDeps,
  load: LoadPlayer = loadPlayer,
  loadTelling: LoadTelling = async () => (await import("./telling.ts")).createTelling(deps),
): Stage {
  /** What happened before the code that tells of it was there. */
  const untold: Happening[] = [];
  let tell: Tell | undefined;
  let asked = false;
  const hear = (happening: Happening): void => {
    if (tell) tell(happening);
    else {
      // For the next page, should this one be left before the code is there: it goes on with what nobody was told of.
      if (happening.reason !== "resume")
        deps.storage.set(unseenKey(happening.about.content_id), happening.about.run_id);
      if (untold.push(happening) > UNTOLD_MAX) untold.shift();
    }
    if (asked) return;
    asked = true;
    loadTelling().then(
      (loaded) => {
        tell = loaded;
        untold.splice(0).forEach(tell);
      },
      (error) => {
        deps.report("telling failed", error);
        // The next that happens tries again.
        asked = false;
      },
    );
  };

  // For a page without the server, once this one stands there.
  deps.clock.after(limits.answer_kept_after_ms, () =>
    import("./kept.ts").then(
      ({ createKeeper }) => createKeeper(deps, stage),
      () => {},
    ),
  );

  const onPlayer = (event: PlayerEvent, showing: Showing, box?: Element): void => {
    const { decision, reason, since_ms } = showing;
    // Nothing was there, and so nothing happened to it.
    if (decision.variant === "holdout") return;
    const { content_id, edition } = decision;
    const about = { ...noticeOf(decision, showing.run.position().run_id), locale: decision.locale };
    const { suppression, celebrate_on_completed } = edition.body;
    hear({ event, decision, reason, about, wait_ms: deps.clock.now() - since_ms, box });
    if (event.kind !== "ended") return;
    if (event.suppress) {
      deps.choose(subjectOf(decision), { days: suppression.days, reason: "do_not_show_again" });
    } else if (event.snooze && suppression.snooze_hours) {
      const days = suppression.snooze_hours / 24;
      deps.choose({ scope: "content", target: content_id }, { days, reason: "snoozed" });
    }
    if (event.reason === "completed" && celebrate_on_completed) {
      deps.celebrate(celebrate_on_completed, { colors: worn(decision)?.confetti, locale: about.locale }, about);
    }
  };

  const worn = ({ theme }: Decision) => themeOf(deps.decisions.current()?.themes, theme);

  const stage = createStage({
    ...deps,
    async loadPlayer(decision) {
      // What no author named a language for is in the page's.
      const language = decision.locale ?? deps.window.document.documentElement.lang;
      const tongue = !language.startsWith("en") && language;
      const open = await (decision.variant || decision.untranslated || tongue
        ? import("./rare-player.ts").then(({ loadRarePlayer }) => loadRarePlayer(decision, deps, load, tongue))
        : load(decision.edition.body, deps));
      const theme = worn(decision);
      return theme ? (await import("../ui/theme.ts")).themed(open, theme) : open;
    },
    takeLane: createLane(deps.window.navigator.locks, `${deps.named}:lane`),
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
const loadPlayer: LoadPlayer = async (body, page) =>
  body.type === "tour" && !page?.actions.has(STEP_SLOT)
    ? (await import("../ui/tour.ts")).openTour
    : (await import("./beyond-tours.ts")).loadPlayer(body, page);

const CONTENT = { scope: "content" } as const;

/** What "Do not show again" is about. */
function subjectOf({ content_id, edition }: Decision): Subject {
  const reach: { readonly scope: Subject["scope"]; readonly tag?: string } = edition.body.suppression.reach ?? CONTENT;
  const { scope, tag = scope === "content" ? content_id : "" } = reach;
  return { scope, target: tag };
}
