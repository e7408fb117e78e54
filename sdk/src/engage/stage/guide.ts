import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { resolveTheme } from "@fanfare/contract/theme/theme";
import { read } from "../../lib/native.ts";
import type { Identity } from "../../net/identity.ts";
import { UNTOLD_MAX } from "../../ui/limits.ts";
import type { EpochSource } from "../../ui/toast/toast-history.ts";
import { STEP_SLOT } from "../../ui/tour/step-view.ts";
import type { RunEvent } from "../../ui/types.ts";
import type { BodyLoaderDeps } from "../decide/body-loader.ts";
import type { Decisions, RequestPreferences } from "../decide/decisions.ts";
import type { OfflineCacheDeps } from "../decide/offline-cache.ts";
import type { Choice, Subject, Suppressions } from "../decide/suppressions.ts";
import type { NoteContentEvent, PlayerEventRecord, TrackPlayerEvent } from "../runs/content-events.ts";
import { contentNotice } from "../runs/content-notice.ts";
import { unseenKey } from "../runs/unseen.ts";
import type { HostActions, LoadPlayer, ShownContent, Stage, StageDeps } from "../types.ts";
import { createLane } from "./lane.ts";
import { createStage } from "./stage.ts";

export interface GuideDeps
  extends Omit<StageDeps, "acquireLane" | "onPlayerEvent" | "runAction" | "loadBody" | "loadPlayer" | "suppressions">,
    Pick<BodyLoaderDeps, "fetch" | "host">,
    Omit<OfflineCacheDeps, "suppressions"> {
  readonly suppressions: Pick<Suppressions, "facts" | "list">;
  readonly identity: OfflineCacheDeps["identity"] & EpochSource & Pick<Identity, "identifiedPerson" | "setPerson">;
  readonly actions: HostActions;
  readonly note: NoteContentEvent;
  readonly choose: (subject: Subject, choice: Choice) => void;
  readonly decisions: Pick<Decisions, "current" | "now_ms" | "load">;
  readonly preferences: RequestPreferences;
}

type LoadContentEvents = () => Promise<TrackPlayerEvent>;

export function createGuide(
  deps: GuideDeps,
  load: LoadPlayer = loadPlayer,
  loadEvents: LoadContentEvents = async () => (await import("../runs/content-events.ts")).createContentEvents(deps),
): Stage {
  const track = createEventRelay(deps, loadEvents);

  // Loaded after startup, for later pages that can't reach the server.
  deps.clock.after(limits.answer_kept_after_ms, () =>
    import("../decide/offline-cache.ts").then(
      ({ createOfflineCache }) => createOfflineCache(deps, stage),
      () => {},
    ),
  );

  const onPlayerEvent = (event: RunEvent, showing: ShownContent, box?: Element): void => {
    const { decision, reason, since_ms } = showing;
    // The holdout sees nothing, so there are no events.
    if (decision.variant === "holdout") return;
    const { content_id, edition } = decision;
    const about = { ...contentNotice(decision, showing.run.position().run_id), locale: decision.locale };
    const { suppression, celebrate_on_completed } = edition.body;
    track({ event, decision, reason, about, wait_ms: deps.clock.now() - since_ms, box });
    if (event.kind !== "ended") return;
    if (event.suppress) {
      deps.choose(suppressionSubject(decision), { days: suppression.days, reason: "do_not_show_again" });
    } else if (event.snooze && suppression.snooze_hours) {
      const days = suppression.snooze_hours / 24;
      deps.choose({ scope: "content", target: content_id }, { days, reason: "snoozed" });
    }
    if (event.reason === "completed" && celebrate_on_completed) {
      deps.celebrate(celebrate_on_completed, { colors: themeOf(decision)?.confetti, locale: about.locale }, about);
    }
  };

  const themeOf = ({ theme }: Decision) => resolveTheme(deps.decisions.current()?.themes, theme);

  const stage = createStage({
    ...deps,
    async loadPlayer(decision) {
      // Content without a declared language uses the page's.
      const language = decision.locale ?? read(deps.window.document, "documentElement").lang;
      const foreign_language = !language.startsWith("en") && language;
      const open = await (decision.variant || decision.untranslated || decision.button_actions || foreign_language
        ? import("./wrapped-player.ts").then(({ loadWrappedPlayer }) =>
            loadWrappedPlayer(decision, deps, load, foreign_language, stage),
          )
        : load(decision.edition.body, deps));
      const theme = themeOf(decision);
      return theme ? (await import("../../ui/theme/theme.ts")).withContentTheme(open, theme) : open;
    },
    loadBody: async (decision) => (await import("../decide/body-loader.ts")).loadBody(deps, decision),
    acquireLane: createLane(deps.window.navigator.locks, `${deps.named}:lane`),
    onPlayerEvent,
    runAction: (action) =>
      import("./run-action.ts").then(
        ({ runAction }) => runAction({ ...deps, start: stage.start }, action),
        (error) => deps.report("a button action failed", error),
      ),
  });
  return stage;
}

/** Queues player events until the code that tracks them has loaded. */
function createEventRelay({ storage, report }: GuideDeps, load: LoadContentEvents): TrackPlayerEvent {
  const waiting: PlayerEventRecord[] = [];
  let track: TrackPlayerEvent | undefined;
  let requested = false;
  return (record) => {
    if (track) track(record);
    else {
      // Mark the run for the next page, in case this page closes before the code is loaded and the events are lost.
      if (record.reason !== "resume") storage.set(unseenKey(record.about.content_id), record.about.run_id);
      if (waiting.push(record) > UNTOLD_MAX) waiting.shift();
    }
    if (requested) return;
    requested = true;
    load().then(
      (loaded) => {
        track = loaded;
        waiting.splice(0).forEach(loaded);
      },
      (error) => {
        report("telling failed", error);
        // Retry on the next event.
        requested = false;
      },
    );
  };
}

const loadPlayer: LoadPlayer = async (body, page) =>
  body.type === "tour" && !page?.actions.has(STEP_SLOT)
    ? (await import("../../ui/tour/tour.ts")).openTour
    : (await import("./advanced-content.ts")).loadPlayer(body, page);

const CONTENT = { scope: "content" } as const;

function suppressionSubject({ content_id, edition }: Decision): Subject {
  const reach: { readonly scope: Subject["scope"]; readonly tag?: string } = edition.body.suppression.reach ?? CONTENT;
  const { scope, tag = scope === "content" ? content_id : "" } = reach;
  return { scope, target: tag };
}
