import type { Lane } from "@fanfare/contract/content/lane";
import { contentLane } from "@fanfare/contract/content/lane";
import type { StartReason } from "@fanfare/contract/events/events";
import type { Gate } from "@fanfare/contract/gates/gates";
import { combineGates, type JudgeCondition, judgePage, type PageFacts } from "@fanfare/contract/gates/page-gates";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { OpenStagedPlayer, PlayerEvent } from "../../ui/types.ts";
import { contentNotice } from "../runs/content-notice.ts";
import { createRunMemory } from "../runs/run-memory.ts";
import { trackRun } from "../runs/run-tracker.ts";
import type { ShownContent, Stage, StageActions, StageDeps, Started } from "../types.ts";
import type { Conditions } from "./conditions.ts";
import { createTypingGuard } from "./typing-guard.ts";

interface OpeningContent {
  readonly kind: "opening";
  readonly lane: Lane;
}

/** Manages displayed content, one item per lane, from opening to end, across changes of page, person, and response. */
export function createStage(deps: StageDeps): Stage {
  const { window, decisions, events, pauses } = deps;
  const memory = createRunMemory(decisions.now_ms);
  /** By content ID, in order of appearance. */
  const scenes = new Map<string, OpeningContent | ShownContent>();
  let away = false;
  /** Runs started here since the last server response, for frequency caps. */
  let counted: unknown;
  let runs_begun = 0;
  const typing_guard = createTypingGuard(window, deps.clock, () => reevaluate());

  const named = <Each extends Pick<Decision, "content_id" | "slug">>(name: string, list: readonly Each[] = []) =>
    list.find(({ content_id, slug }) => content_id === name || slug === name);
  const find = (name: string): Decision | undefined => named(name, decisions.current()?.decisions);

  const showings = (): readonly ShownContent[] => [...scenes.values()].filter((scene) => scene.kind === "showing");

  const goesOn = (decision: Decision): boolean => memory.openRun(decision) !== null;

  const begun = (): number => {
    const answer = decisions.current();
    if (answer !== counted) runs_begun = 0;
    counted = answer;
    return runs_begun;
  };

  const inLane = (lane: Lane) => [...scenes.values()].filter((scene) => scene.lane === lane);
  const isFree = (lane: Lane): boolean => inLane(lane).length < (lane === "inline" ? limits.inline_contents_max : 1);

  const facts = (decision: Decision, requested: boolean): PageFacts => ({
    now_ms: decisions.now_ms(),
    app_paused: decisions.current()?.app.paused,
    runs_begun: begun(),
    events: [...events],
    due: decision.due !== undefined,
    // An open run was requested when it started.
    requested: requested || goesOn(decision),
    history: memory.history(decision),
    suppressions: decision.on_request ? [] : deps.suppressions.facts(),
    // Opening content doesn't block itself: a direct request starts it, without conditions for automatic starts.
    lane_free: scenes.has(decision.content_id) || isFree(contentLane(decision.edition.body)),
    host_paused: pauses.size > 0 || (!requested && typing_guard.isTyping()),
  });

  let conditions: Conditions | undefined;
  let loading: Promise<void> | undefined;
  /** Conditions set by authors. Until their code is loaded, they are unknown. */
  const beyond = (): Conditions | undefined => {
    loading ??= import("./advanced-content.ts").then(
      ({ createConditions }) => {
        conditions = createConditions(window, deps.clock, reevaluate);
      },
      () => {
        // Retry on the next change.
        loading = undefined;
      },
    );
    return conditions;
  };
  const condition: JudgeCondition = (...about) => beyond()?.judge(...about) ?? "unknown";
  const judgments = (decision: Decision, requested: boolean) =>
    judgePage(decision, facts(decision, requested), condition);
  const outcome = (decision: Decision, requested: boolean) => combineGates(judgments(decision, requested));

  const clear = ({ decision, releaseLane }: ShownContent): void => {
    scenes.delete(decision.content_id);
    releaseLane();
  };

  /** Removes content without ending its run, so that it can resume later. */
  const suspendRun = (showing: ShownContent): void => {
    const { decision, run, handle, lane } = showing;
    const goes_on = goesOn({ ...decision, run: run.position() });
    // A played celebration isn't played again elsewhere.
    if (lane === "celebration" && goes_on) return void handle?.close("navigation");
    memory.suspendRun(decision.content_id, run.position());
    clear(showing);
    handle?.close("navigation");
  };
  const hands: StageActions = {
    memory,
    suspendRun,
    isTabVisible: () => window.document.visibilityState === "visible",
    hasHappened: (name) => events.has(name),
    completed(slug) {
      const content = find(slug);
      return Boolean(content && memory.history(content).completed);
    },
  };

  const isShown = (showing: ShownContent): boolean => scenes.get(showing.decision.content_id) === showing;

  const onPlayerEvent = (showing: ShownContent, event: PlayerEvent, box?: Element): void => {
    // Suspended content reports no end.
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
    deps.onPlayerEvent(event, showing, box);
    if (ended) reevaluate();
    // Include tasks that were completed before or while it wasn't displayed.
    else if (arrives && is_checklist) void keepUp();
  };

  const play = (
    open: OpenStagedPlayer,
    since_ms: number,
    decision: Decision,
    reason: StartReason,
    releaseLane: () => void,
  ): Started => {
    const { content_id, edition, name } = decision;
    const run = trackRun(deps, decision, reason);
    const lane = contentLane(edition.body);
    const showing: ShownContent = {
      kind: "showing",
      since_ms,
      lane,
      decision,
      run,
      reason,
      releaseLane,
      handle: undefined,
    };
    scenes.set(content_id, showing);
    memory.resumeRun(content_id);
    const is_held = decision.variant === "holdout";
    if (!decision.run && !is_held) runs_begun = begun() + 1;
    try {
      showing.handle = open({
        window,
        document: window.document,
        clock: deps.clock,
        labels: deps.labels,
        act: deps.runAction,
        storage: deps.storage,
        edition,
        name,
        content_id,
        locale: decision.locale,
        step_id: decision.run?.step_id ?? null,
        done: decision.run?.done,
        celebrate: (preset, options) => deps.celebrate(preset, options, contentNotice(decision, run.position().run_id)),
        on: (event, box) => onPlayerEvent(showing, event, box),
      });
    } catch (error) {
      scenes.delete(content_id);
      throw error;
    }
    return is_held ? { status: "refused", gate: "holdout" } : { status: "shown" };
  };

  const open = async (first: Decision, reason: StartReason, requested: boolean): Promise<Started> => {
    const { content_id, edition } = first;
    const lane = contentLane(edition.body);
    const opening: OpeningContent = { kind: "opening", lane };
    const since_ms = deps.clock.now();
    scenes.set(content_id, opening);
    const isWanted = (): boolean => scenes.get(content_id) === opening;
    let releaseLane: (() => void) | undefined;
    let gate: Gate | "unavailable" = "lane_busy";
    try {
      const openPlayer = await deps.loadPlayer(first);
      // Resumed content, requested content, and confetti don't wait for typing to stop.
      if (!requested && reason !== "resume" && lane !== "celebration") await typing_guard.check();
      // Only one tab of the site shows blocking content.
      const taken = isWanted() && (lane === "blocking" ? await deps.acquireLane(reevaluate) : () => {});
      releaseLane = taken || undefined;
      if (releaseLane && isWanted() && !away) {
        // While waiting, the page or the content may have changed.
        scenes.delete(content_id);
        const decision = find(content_id);
        const result = decision && outcome(decision, requested);
        if (decision && result?.outcome === "show") {
          return play(openPlayer, since_ms, { ...decision, run: memory.openRun(decision) }, reason, releaseLane);
        }
        gate = result?.outcome === "hide" ? result.gate : "not_published";
      }
    } catch (error) {
      deps.report("the player failed", error);
      gate = "unavailable";
    }
    releaseLane?.();
    if (isWanted()) scenes.delete(content_id);
    return { status: "refused", gate };
  };

  /**
   * Applies a change to displayed content. If the code can't be loaded, the content is suspended and reopened at the
   * same step.
   */
  const adapt = async (
    change: (keeper: typeof import("./reconcile.ts"), showing: ShownContent) => void,
  ): Promise<void> => {
    if (showings().length === 0) return;
    const keeper = await import("./reconcile.ts").catch(() => undefined);
    let freed = false;
    // Some content may have ended while the code was loading.
    for (const showing of showings()) {
      try {
        if (keeper) change(keeper, showing);
        else suspendRun(showing);
      } catch (error) {
        deps.report("showing content failed", error);
      }
      freed ||= !isShown(showing);
    }
    if (freed) reevaluate();
  };

  const keepUp = (): Promise<void> =>
    adapt((keeper, showing) => {
      const present = find(showing.decision.content_id);
      keeper.reconcile(hands, showing, decisions.current(), present, present && judgments(present, true));
    });

  const isDelayOver = (decision: Decision): boolean =>
    goesOn(decision) || !decision.edition.delay_ms || beyond()?.isDelayOver(decision) === true;

  const reevaluate = (): void => {
    const answer = decisions.current();
    if (!answer || away) return;
    void keepUp();
    for (const { handle } of showings()) handle?.onPageEvent?.();
    // Nothing opens in a hidden tab.
    if (window.document.visibilityState !== "visible") return;
    const candidates = answer.decisions
      .filter((decision) => !memory.wasShown(decision) && !scenes.has(decision.content_id))
      .sort((left, right) => right.edition.priority - left.edition.priority);
    const held: Decision[] = [];
    for (const decision of candidates) {
      const result = outcome(decision, false);
      if (result.outcome === "hide" && result.gate === "element") held.push(decision);
      if (result.outcome !== "show" || !isDelayOver(decision)) continue;
      const fresh = decision.edition.trigger.kind === "event" ? "event" : "rule";
      void open(decision, goesOn(decision) ? "resume" : fresh, false);
    }
    conditions?.watchElements(held);
    if (!conditions) void loading?.then(() => conditions && reevaluate());
  };

  const asideAll = (): void => showings().forEach(suspendRun);

  return {
    reevaluate,
    facts: (decision) => facts(decision, false),
    wasShown: memory.wasShown,
    shown: () => scenes,
    onEvent(name) {
      for (const { content_id, edition } of decisions.current()?.decisions ?? []) {
        const { trigger } = edition;
        const waits = trigger.kind === "event" && trigger.event === name && !trigger.count;
        if (waits) memory.allowAgain(content_id);
      }
      for (const { handle } of showings()) handle?.onPageEvent?.(name);
      reevaluate();
    },
    async start(id_or_slug, reason = "api") {
      const decision = find(id_or_slug);
      if (!decision) {
        return { status: "refused", gate: named(id_or_slug, decisions.current()?.refused)?.gate ?? "not_published" };
      }
      if (scenes.get(decision.content_id)?.kind === "showing") return { status: "shown" };
      const lane = contentLane(decision.edition.body);
      // What the person asked for replaces what is in its lane, which resumes afterwards.
      if (reason === "button" && !isFree(lane)) {
        for (const scene of inLane(lane)) if (scene.kind === "showing") suspendRun(scene);
      }
      if (outcome(decision, true).outcome === "unknown") await loading;
      const result = outcome(decision, true);
      if (result.outcome === "hide") return { status: "refused", gate: result.gate };
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
    activePlayer: () => (showings().findLast(({ lane }) => lane === "blocking") ?? showings().at(-1))?.handle,
    conflict: (current) => void adapt((keeper, showing) => keeper.resolveConflict(hands, showing, current)),
    leave() {
      away = true;
      typing_guard.leave();
      conditions?.watchElements([]);
      asideAll();
    },
    forget() {
      asideAll();
      scenes.clear();
      memory.forget();
    },
    restorePage() {
      away = false;
      reevaluate();
    },
  };
}
