import type { StartReason } from "@fanfare/contract/events";
import type { Gate } from "@fanfare/contract/gates";
import { laneOf } from "@fanfare/contract/lane";
import type { Lane } from "@fanfare/contract/lanes";
import { limits } from "@fanfare/contract/limits";
import { type JudgeCondition, judgePage, outcomeOf, type PageFacts } from "@fanfare/contract/page-gates";
import type { Decision } from "@fanfare/contract/schema/v1";
import type { OpenOnStage, PlayerEvent } from "../ui/types.ts";
import type { Conditions } from "./conditions.ts";
import { createMemory } from "./memory.ts";
import { noticeOf } from "./notice-of.ts";
import { createPatience } from "./patience.ts";
import { trackRun } from "./progress.ts";
import type { Hands, Showing, Stage, StageDeps, Started } from "./types.ts";

/** Its player and its lane are on their way. */
interface Opening {
  readonly kind: "opening";
  readonly lane: Lane;
}

/**
 * What is on the screen: one content a lane, each from its opening to its end, through changes of page, person and
 * answer.
 */
export function createStage(deps: StageDeps): Stage {
  const { window, decisions, events, pauses } = deps;
  const memory = createMemory(decisions.now_ms);
  /** By the id of their content, in the order in which they came. */
  const scenes = new Map<string, Opening | Showing>();
  let away = false;
  /** Runs that began here since the server counted, for what may be shown only so often. */
  let counted: unknown;
  let runs_begun = 0;
  const patience = createPatience(window, deps.clock, () => consider());

  const named = <Each extends Pick<Decision, "content_id" | "slug">>(name: string, list: readonly Each[] = []) =>
    list.find(({ content_id, slug }) => content_id === name || slug === name);
  const find = (name: string): Decision | undefined => named(name, decisions.current()?.decisions);

  const showings = (): readonly Showing[] => [...scenes.values()].filter((scene) => scene.kind === "showing");

  const goesOn = (decision: Decision): boolean => memory.openRun(decision) !== null;

  const begun = (): number => {
    const answer = decisions.current();
    if (answer !== counted) runs_begun = 0;
    counted = answer;
    return runs_begun;
  };

  const isFree = (lane: Lane): boolean =>
    [...scenes.values()].filter((scene) => scene.lane === lane).length <
    (lane === "inline" ? limits.inline_contents_max : 1);

  const facts = (decision: Decision, requested: boolean): PageFacts => ({
    now_ms: decisions.now_ms(),
    app_paused: decisions.current()?.app.paused,
    runs_begun: begun(),
    events: [...events],
    due: decision.due !== undefined,
    // A run that is open was asked for when it began.
    requested: requested || goesOn(decision),
    history: memory.history(decision),
    suppressions: deps.suppressions.facts(),
    // What is on its way does not stand in its own: who asks for it gets it, without what it may wait for by itself.
    lane_free: scenes.has(decision.content_id) || isFree(laneOf(decision.edition.body)),
    host_paused: pauses.size > 0 || (!requested && patience.isTyping()),
  });

  let conditions: Conditions | undefined;
  let loading: Promise<void> | undefined;
  /** What authors set: until the code for it is there, a condition is not known to be met. */
  const beyond = (): Conditions | undefined => {
    loading ??= import("./beyond-tours.ts").then(
      ({ createConditions }) => {
        conditions = createConditions(window, deps.clock, consider);
      },
      () => {
        // The next change tries again.
        loading = undefined;
      },
    );
    return conditions;
  };
  const condition: JudgeCondition = (...about) => beyond()?.judge(...about) ?? "unknown";
  const judgements = (decision: Decision, requested: boolean) =>
    judgePage(decision, facts(decision, requested), condition);
  const outcome = (decision: Decision, requested: boolean) => outcomeOf(judgements(decision, requested));

  const clear = ({ decision, leaveLane }: Showing): void => {
    scenes.delete(decision.content_id);
    leaveLane();
  };

  /** Takes a content away without ending its run: it goes on where it may be shown next. */
  const setAside = (showing: Showing): void => {
    const { decision, run, handle, lane } = showing;
    const goes_on = goesOn({ ...decision, run: run.position() });
    // What has been thrown is not thrown again elsewhere.
    if (lane === "celebration" && goes_on) return void handle?.close("navigation");
    memory.setAside(decision.content_id, run.position());
    clear(showing);
    handle?.close("navigation");
  };
  const hands: Hands = {
    memory,
    setAside,
    isSeen: () => window.document.visibilityState === "visible",
    happened: (name) => events.has(name),
    completed(slug) {
      const content = find(slug);
      return Boolean(content && memory.history(content).completed);
    },
  };

  const isShown = (showing: Showing): boolean => scenes.get(showing.decision.content_id) === showing;

  const hear = (showing: Showing, event: PlayerEvent, box?: Element): void => {
    // What was set aside tells its end to nobody.
    if (!isShown(showing)) return;
    const { decision, run } = showing;
    const ended = event.kind === "ended";
    const is_checklist = decision.edition.body.type === "checklist";
    const arrives = event.kind === "step_shown";
    if (arrives || (is_checklist && event.kind === "step_completed")) run.step(event.step_id);
    if (ended) {
      memory.ended(decision, run.position(), event.reason);
      run.end(event.reason);
      clear(showing);
    }
    deps.onPlayer(event, showing, box);
    if (ended) consider();
    // What was done before it was shown, or while it was not.
    else if (arrives && is_checklist) void keepUp();
  };

  const play = (
    open: OpenOnStage,
    since_ms: number,
    decision: Decision,
    reason: StartReason,
    leaveLane: () => void,
  ): Started => {
    const { content_id, edition, name } = decision;
    const run = trackRun(deps, decision, reason);
    const lane = laneOf(edition.body);
    const showing: Showing = { kind: "showing", since_ms, lane, decision, run, reason, leaveLane, handle: undefined };
    scenes.set(content_id, showing);
    memory.takeUp(content_id);
    const is_held = decision.variant === "holdout";
    if (!decision.run && !is_held) runs_begun = begun() + 1;
    try {
      showing.handle = open({
        ...{
          window,
          document: window.document,
          clock: deps.clock,
          labels: deps.labels,
          act: deps.act,
          storage: deps.storage,
          edition,
          name,
          content_id,
        },
        locale: decision.locale,
        step_id: decision.run?.step_id ?? null,
        done: decision.run?.done,
        celebrate: (preset, wanted) => deps.celebrate(preset, wanted, noticeOf(decision, run.position().run_id)),
        on: (event, box) => hear(showing, event, box),
      });
    } catch (error) {
      scenes.delete(content_id);
      throw error;
    }
    return is_held ? { status: "refused", gate: "holdout" } : { status: "shown" };
  };

  const open = async (first: Decision, reason: StartReason, requested: boolean): Promise<Started> => {
    const { content_id, edition } = first;
    const lane = laneOf(edition.body);
    const opening: Opening = { kind: "opening", lane };
    const since_ms = deps.clock.now();
    scenes.set(content_id, opening);
    const isWanted = (): boolean => scenes.get(content_id) === opening;
    let leaveLane: (() => void) | undefined;
    let gate: Gate | "unavailable" = "lane_busy";
    try {
      const openPlayer = await deps.loadPlayer(first);
      // What goes on, what was asked for and confetti disturb nobody who writes.
      if (!requested && reason !== "resume" && lane !== "celebration") await patience.look();
      // What blocks the screen does so in one tab of the site.
      const taken = isWanted() && (lane === "blocking" ? await deps.takeLane(consider) : () => {});
      leaveLane = taken || undefined;
      if (leaveLane && isWanted() && !away) {
        // While we waited, the page may have moved on and the content may have changed or gone.
        scenes.delete(content_id);
        const decision = find(content_id);
        const judged = decision && outcome(decision, requested);
        if (decision && judged?.outcome === "show") {
          return play(openPlayer, since_ms, { ...decision, run: memory.openRun(decision) }, reason, leaveLane);
        }
        gate = judged?.outcome === "hide" ? judged.gate : "not_published";
      }
    } catch (error) {
      deps.report("the player failed", error);
      gate = "unavailable";
    }
    leaveLane?.();
    if (isWanted()) scenes.delete(content_id);
    return { status: "refused", gate };
  };

  /** Changes what is shown. When the code for that cannot be had, it is taken away and shown anew where it stood. */
  const adapt = async (change: (keeper: typeof import("./keep-up.ts"), showing: Showing) => void): Promise<void> => {
    if (showings().length === 0) return;
    const keeper = await import("./keep-up.ts").catch(() => undefined);
    let freed = false;
    // Meanwhile some of it may have ended.
    for (const showing of showings()) {
      try {
        if (keeper) change(keeper, showing);
        else setAside(showing);
      } catch (error) {
        deps.report("the guide failed", error);
      }
      freed ||= !isShown(showing);
    }
    if (freed) consider();
  };

  const keepUp = (): Promise<void> =>
    adapt((keeper, showing) => {
      const present = find(showing.decision.content_id);
      keeper.keepUp(hands, showing, decisions.current(), present, present && judgements(present, true));
    });

  const isRipe = (decision: Decision): boolean =>
    goesOn(decision) || !decision.edition.delay_ms || beyond()?.isRipe(decision) === true;

  const consider = (): void => {
    const answer = decisions.current();
    if (!answer || away) return;
    void keepUp();
    for (const { handle } of showings()) handle?.heard?.();
    // Nothing appears in a tab that nobody looks at.
    if (window.document.visibilityState !== "visible") return;
    const candidates = answer.decisions
      .filter((decision) => !memory.wasSeen(decision) && !scenes.has(decision.content_id))
      .sort((left, right) => right.edition.priority - left.edition.priority);
    const held: Decision[] = [];
    for (const decision of candidates) {
      const judged = outcome(decision, false);
      if (judged.outcome === "hide" && judged.gate === "element") held.push(decision);
      if (judged.outcome !== "show" || !isRipe(decision)) continue;
      const fresh = decision.edition.trigger.kind === "event" ? "event" : "rule";
      void open(decision, goesOn(decision) ? "resume" : fresh, false);
    }
    conditions?.awaitElements(held);
    if (!conditions) void loading?.then(() => conditions && consider());
  };

  const asideAll = (): void => showings().forEach(setAside);

  return {
    consider,
    facts: (decision) => facts(decision, false),
    wasSeen: memory.wasSeen,
    shown: () => scenes,
    happened(name) {
      for (const { content_id, edition } of decisions.current()?.decisions ?? []) {
        const { trigger } = edition;
        const waits = trigger.kind === "event" && trigger.event === name && !trigger.count;
        if (waits) memory.happenedAgain(content_id);
      }
      for (const { handle } of showings()) handle?.heard?.(name);
      consider();
    },
    async start(id_or_slug, reason = "api") {
      const decision = find(id_or_slug);
      if (!decision) {
        return { status: "refused", gate: named(id_or_slug, decisions.current()?.refused)?.gate ?? "not_published" };
      }
      if (scenes.get(decision.content_id)?.kind === "showing") return { status: "shown" };
      if (outcome(decision, true).outcome === "unknown") await loading;
      const judged = outcome(decision, true);
      if (judged.outcome === "hide") return { status: "refused", gate: judged.gate };
      return open(decision, goesOn(decision) ? "resume" : reason, true);
    },
    stop(id_or_slug) {
      const only = id_or_slug && (find(id_or_slug)?.content_id ?? id_or_slug);
      for (const [content_id, scene] of [...scenes]) {
        if (only !== undefined && only !== content_id) continue;
        if (scene.kind === "showing") scene.handle?.close("api");
        else scenes.delete(content_id);
      }
    },
    front: () => (showings().findLast(({ lane }) => lane === "blocking") ?? showings().at(-1))?.handle,
    conflict: (current) => void adapt((keeper, showing) => keeper.yieldTo(hands, showing, current)),
    leave() {
      away = true;
      patience.leave();
      conditions?.awaitElements([]);
      asideAll();
    },
    forget() {
      asideAll();
      scenes.clear();
      memory.forget();
    },
    comeBack() {
      away = false;
      consider();
    },
  };
}
