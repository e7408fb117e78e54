import { contentLane, type Lane } from "@fanfare/contract/content/lane";
import type { StartReason } from "@fanfare/contract/events/events";
import type { Gate } from "@fanfare/contract/gates/gates";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { OpenStagedPlayer } from "../../ui/types.ts";
import { contentNotice } from "../runs/content-notice.ts";
import { trackRun } from "../runs/run-tracker.ts";
import type { OpeningContent, ShownContent, Started } from "../types.ts";
import { handlePlayerEvent } from "./shown-content.ts";
import { findContent, type StageContext } from "./stage-context.ts";

/** Loads a content's player and shows it, unless the page or the content changes meanwhile. An open run resumes. */
export async function openContent(
  stage: StageContext,
  first: Decision,
  wanted: StartReason,
  requested: boolean,
  lane: Lane = contentLane(first.edition.body),
): Promise<Started> {
  const { scenes } = stage;
  const { content_id } = first;
  const reason = stage.memory.openRun(first) ? "resume" : wanted;
  const opening: OpeningContent = { kind: "opening", lane };
  const since_ms = stage.clock.now();
  scenes.set(content_id, opening);
  const isWanted = (): boolean => scenes.get(content_id) === opening;
  let releaseLane: (() => void) | undefined;
  let gate: Gate | "unavailable" = "lane_busy";
  try {
    const [open] = await Promise.all([stage.loadPlayer(first), first.body_path && stage.loadBody(first)]);
    // Resumed content, requested content, and confetti don't wait for typing to stop.
    if (!requested && reason !== "resume" && lane !== "celebration") await stage.typing_guard.check();
    // Only one tab of the site shows blocking content.
    const taken = isWanted() && (lane === "blocking" ? await stage.acquireLane(stage.reevaluate) : () => {});
    releaseLane = taken || undefined;
    if (releaseLane && isWanted() && !stage.is_away) {
      // While waiting, the page or the content may have changed.
      const decision = findContent(stage, content_id);
      const result = decision && stage.gates.outcome(decision, requested);
      scenes.delete(content_id);
      if (decision?.body_path) {
        // From a newer response.
        releaseLane();
        return openContent(stage, decision, wanted, requested, lane);
      }
      if (decision && result?.outcome === "show") {
        return play(stage, open, since_ms, decision, reason, lane, releaseLane);
      }
      gate = result?.outcome === "hide" ? result.gate : "not_published";
    }
  } catch (error) {
    stage.report("the player failed", error);
    import("../outbox/rejections.ts").then(({ warnDocument }) => warnDocument(stage.window.document), stage.report);
    gate = "unavailable";
  }
  releaseLane?.();
  if (isWanted()) scenes.delete(content_id);
  return { status: "refused", gate };
}

function play(
  stage: StageContext,
  open: OpenStagedPlayer,
  since_ms: number,
  found: Decision,
  reason: StartReason,
  lane: Lane,
  releaseLane: () => void,
): Started {
  const { scenes, memory, window, clock, labels, storage } = stage;
  const decision = { ...found, run: memory.openRun(found) };
  const { content_id, edition, name, locale } = decision;
  const run = trackRun(stage, decision, reason);
  const showing: ShownContent = {
    ...{ kind: "showing", since_ms, lane, decision, run, reason, releaseLane },
    handle: undefined,
  };
  scenes.set(content_id, showing);
  memory.resumeRun(content_id);
  const is_held = decision.variant === "holdout";
  if (!decision.run && !is_held) memory.countRun();
  try {
    showing.handle = open({
      ...{ window, document: window.document, clock, labels, act: stage.runAction, storage, edition, name, content_id },
      ...{ locale, lane },
      step_id: decision.run?.step_id ?? null,
      run: run.position(),
      celebrate: (preset, options) => stage.celebrate(preset, options, contentNotice(decision, run.position().run_id)),
      on: (event, box) => handlePlayerEvent(stage, showing, event, box),
    });
  } catch (error) {
    handlePlayerEvent(stage, showing, { kind: "ended", reason: "error", suppress: false, error: String(error) });
    throw error;
  }
  return is_held ? { status: "refused", gate: "holdout" } : { status: "shown" };
}
