import type { Lane } from "@fanfare/contract/content/lane";
import { contentLane } from "@fanfare/contract/content/lane";
import {
  combineGates,
  type GateJudgment,
  type GateOutcome,
  type JudgeCondition,
  judgePage,
  type PageFacts,
  type PageGate,
} from "@fanfare/contract/gates/page-gates";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { RunMemory } from "../runs/run-memory.ts";
import type { Scenes, StageDeps } from "../types.ts";
import type { WaitsTurn } from "./calm-queue.ts";
import type { Conditions } from "./conditions.ts";
import type { TypingGuard } from "./typing-guard.ts";

/** Judges content by what only this page knows. `requested`: started by the person or the page, not automatically. */
export interface StageGates {
  facts(decision: Decision, requested: boolean): PageFacts;
  judgments(decision: Decision, requested: boolean): readonly GateJudgment<PageGate>[];
  outcome(decision: Decision, requested: boolean): GateOutcome<PageGate>;
  /** The first call starts the delay. */
  isDelayOver(decision: Decision): boolean;
  /** Reevaluates when an element that holds these back may have appeared. */
  watchElements(held: readonly Decision[]): void;
  /** While the code for conditions set by authors is loading: settles when it's loaded, or can't be. */
  whenLoaded(): Promise<void> | undefined;
}

export function isLaneFree(scenes: Scenes, lane: Lane): boolean {
  const taken = [...scenes.values()].filter((scene) => scene.lane === lane).length;
  return taken < (lane === "inline" ? limits.inline_contents_max : 1);
}

export function createStageGates(
  deps: StageDeps,
  memory: RunMemory,
  scenes: Scenes,
  typing_guard: TypingGuard,
  reevaluate: () => void,
): StageGates {
  const { window, decisions } = deps;
  let conditions: Conditions | undefined;
  let waitsTurn: WaitsTurn | undefined;
  let loading: Promise<void> | undefined;
  /** Conditions set by authors. Until their code is loaded, they are unknown. */
  const beyond = (): Conditions | undefined => {
    loading ??= import("./advanced-content.ts").then(
      ({ createConditions, createCalmQueue }) => {
        conditions = createConditions(window, deps.clock, reevaluate);
        waitsTurn = createCalmQueue(scenes, deps.clock, reevaluate);
      },
      () => {
        // Retry on the next change.
        loading = undefined;
      },
    );
    return conditions;
  };
  const condition: JudgeCondition = (...about) => beyond()?.judge(...about) ?? "unknown";

  /** Automatic content starts one after another. Until the code for it is loaded, only the first starts. */
  const isItsTurn = (decision: Decision): boolean => {
    if (!waitsTurn && scenes.size === 0) return true;
    beyond();
    return waitsTurn?.(decision) === false;
  };

  const facts = (decision: Decision, is_asked: boolean): PageFacts => {
    // An open run was requested when it started, but that of a resource center's checklist only there.
    const requested = is_asked || (!decision.listed && !!memory.openRun(decision));
    return {
      now_ms: decisions.now_ms(),
      app_paused: decisions.current()?.app.paused,
      runs_begun: memory.runsBegun(),
      events: [...deps.events],
      due: decision.due !== undefined,
      requested,
      history: memory.history(decision),
      suppressions: decision.on_request ? [] : deps.suppressions.facts(),
      // Opening content doesn't block itself: a direct request starts it, without conditions for automatic starts.
      lane_free:
        scenes.has(decision.content_id) ||
        (isLaneFree(scenes, contentLane(decision.edition.body)) && (requested || isItsTurn(decision))),
      host_paused: deps.pauses.size > 0 || (!is_asked && typing_guard.isTyping()),
    };
  };
  const judgments: StageGates["judgments"] = (decision, requested) =>
    judgePage(decision, facts(decision, requested), condition);

  return {
    facts,
    judgments,
    outcome: (decision, requested) => combineGates(judgments(decision, requested)),
    isDelayOver: (decision) =>
      !!memory.openRun(decision) || !decision.edition.delay_ms || beyond()?.isDelayOver(decision) === true,
    watchElements(held) {
      conditions?.watchElements(held);
      if (!conditions) void loading?.then(() => conditions && reevaluate());
    },
    whenLoaded: () => (conditions ? undefined : loading),
  };
}
