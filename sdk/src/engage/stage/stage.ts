import { contentLane } from "@fanfare/contract/content/lane";
import type { StartReason } from "@fanfare/contract/events/events";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { PageHide } from "../../lib/lifecycle.ts";
import { read } from "../../lib/native.ts";
import { watchNavigation } from "../../lib/navigation.ts";
import { createRunMemory } from "../runs/run-memory.ts";
import type { Scenes, Stage, StageDeps, Started } from "../types.ts";
import { openContent } from "./open-content.ts";
import { changeShown, reconcileShown, suspendRun } from "./shown-content.ts";
import { findContent, findNamed, type StageContext, shownContent } from "./stage-context.ts";
import { createStageGates, isLaneFree } from "./stage-gates.ts";
import { createTypingGuard } from "./typing-guard.ts";

/** Manages displayed content, one item per lane, from opening to end, across changes of page, person, and response. */
export function createStage(deps: StageDeps): Stage {
  const { window, decisions } = deps;
  const reevaluate = (): void => reevaluateStage(stage);
  const memory = createRunMemory(decisions);
  const scenes: Scenes = new Map();
  const typing_guard = createTypingGuard(window, deps.clock, reevaluate);
  const gates = createStageGates(deps, memory, scenes, typing_guard, reevaluate);
  const stage: StageContext = { ...deps, memory, scenes, typing_guard, gates, reevaluate, is_away: false };
  let stopWatching = watchNavigation(window, reevaluate);
  const suspendAll = (event?: PageHide): void => {
    // Removing what goes with the page anyway would make the next page wait.
    for (const showing of shownContent(stage))
      if (event?.persisted !== false || showing.lane === "celebration") suspendRun(stage, showing);
  };

  return {
    reevaluate,
    loadBody: deps.loadBody,
    facts: (decision) => gates.facts(decision, false),
    wasShown: memory.wasShown,
    shown: () => scenes,
    onEvent(name) {
      for (const { content_id, edition } of decisions.current()?.decisions ?? []) {
        const { trigger } = edition;
        const waits = trigger.kind === "event" && trigger.event === name && !trigger.count;
        if (waits) memory.allowAgain(content_id);
      }
      for (const { handle } of shownContent(stage)) handle?.onPageEvent?.(name);
      reevaluate();
    },
    start: (id_or_slug, reason = "api") => startContent(stage, id_or_slug, reason),
    open: (decision, lane) => openContent(stage, decision, "button", true, lane),
    stop(id_or_slug) {
      const only = id_or_slug && (findContent(stage, id_or_slug)?.content_id ?? id_or_slug);
      for (const [content_id, scene] of [...scenes]) {
        if (only !== undefined && only !== content_id) continue;
        if (scene.kind === "showing") scene.handle?.close("api");
        else scenes.delete(content_id);
      }
    },
    activePlayer() {
      const showings = shownContent(stage);
      return (showings.findLast(({ lane }) => lane === "blocking") ?? showings.at(-1))?.handle;
    },
    conflict: (current) =>
      void changeShown(stage, (keeper, showing) => keeper.resolveConflict(stage, showing, current)),
    leave(event) {
      stage.is_away = true;
      for (const { handle } of shownContent(stage)) handle?.settle?.();
      stopWatching();
      typing_guard.leave();
      gates.watchElements([]);
      suspendAll(event);
    },
    forget() {
      suspendAll();
      scenes.clear();
      memory.forget();
    },
    restorePage() {
      stage.is_away = false;
      stopWatching();
      stopWatching = watchNavigation(window, reevaluate);
      reevaluate();
    },
  };
}

/** Brings what is displayed up to date, and opens what is due. */
function reevaluateStage(stage: StageContext): void {
  const { memory, scenes, gates } = stage;
  const answer = stage.decisions.current();
  if (!answer || stage.is_away) return;
  void reconcileShown(stage);
  for (const { handle } of shownContent(stage)) handle?.onPageEvent?.();
  // Nothing opens in a hidden tab.
  if (read(stage.window.document, "visibilityState") !== "visible") return;
  // The response is in the order of priority. Runs that this page suspended come first, too.
  const candidates = answer.decisions
    .filter((decision) => !memory.wasShown(decision) && !scenes.has(decision.content_id))
    .sort((left, right) => +!memory.openRun(left) - +!memory.openRun(right));
  const held: Decision[] = [];
  for (const decision of candidates) {
    const result = gates.outcome(decision, false);
    // Whether it starts is known soon. Until then, nothing of lower priority does.
    if (result.outcome === "unknown" && gates.whenLoaded()) break;
    if (result.outcome === "hide" && result.gate === "element") held.push(decision);
    if (result.outcome !== "show" || !gates.isDelayOver(decision)) continue;
    const fresh = decision.edition.trigger.kind === "event" ? "event" : "rule";
    void openContent(stage, decision, fresh, false);
  }
  gates.watchElements(held);
}

async function startContent(stage: StageContext, id_or_slug: string, reason: StartReason): Promise<Started> {
  const { scenes, gates } = stage;
  const decision = findContent(stage, id_or_slug);
  if (!decision) {
    const refused = findNamed(id_or_slug, stage.decisions.current()?.refused);
    return { status: "refused", gate: refused?.gate ?? "not_published" };
  }
  const scene = scenes.get(decision.content_id);
  if (scene?.kind === "showing") {
    scene.handle?.reveal?.();
    return { status: "shown" };
  }
  const lane = contentLane(decision.edition.body);
  // What the person asked for replaces what is in its lane, which resumes afterwards.
  if (reason === "button" && !isLaneFree(scenes, lane)) {
    for (const showing of shownContent(stage)) if (showing.lane === lane) suspendRun(stage, showing);
  }
  if (gates.outcome(decision, true).outcome === "unknown") await gates.whenLoaded();
  const result = gates.outcome(decision, true);
  if (result.outcome === "hide") return { status: "refused", gate: result.gate };
  return openContent(stage, decision, reason, true);
}
