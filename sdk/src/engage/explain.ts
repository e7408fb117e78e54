import { evidenceOf } from "@fanfare/contract/evidence";
import type { Gate, Judgement } from "@fanfare/contract/gates";
import { laneOf } from "@fanfare/contract/lane";
import { conditionStatus } from "@fanfare/contract/page-conditions";
import { judgePage, outcomeOf, type PageFacts, passIf } from "@fanfare/contract/page-gates";
import type { PageSight } from "@fanfare/contract/page-rule";
import { explanationOf, type GateResult } from "@fanfare/contract/rules";
import type { Decision, ExplainResponse } from "@fanfare/contract/schema/v1";
import type { Explained } from "../answers.ts";
import type { Identity } from "../identity.ts";
import type { Net } from "../net.ts";
import { sightOf } from "../ui/sight.ts";
import type { Decisions } from "./decisions.ts";
import { judgeTarget, targetFacts, withTarget } from "./target-facts.ts";
import type { Stage } from "./types.ts";

type StageSeen = Pick<Stage, "facts" | "shown" | "wasSeen">;

interface ExplainDeps {
  readonly net: Net;
  readonly identity: Pick<Identity, "claims">;
  readonly url: string;
  readonly decisions: Pick<Decisions, "current">;
  readonly stage: StageSeen | undefined;
  readonly window: Window;
}

/** Joins what the server knows with what only this page knows. Loaded when somebody asks. */
export async function explain(deps: ExplainDeps, content: string): Promise<Explained | undefined> {
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { content, url: deps.url, time_zone, ...deps.identity.claims() };
  const answer = await deps.net.call<ExplainResponse>("GET", "/v1/explain", { query });
  if (answer.kind === "refused" && answer.code === "content_not_found") {
    const gates: readonly GateResult[] = [{ gate: "not_published", status: "block", evidence: answer.detail }];
    return { content_id: content, outcome: "hide", gate: "not_published", gates, targets: [] };
  }
  return answer.kind === "ok" ? explainHere(deps, answer.body) : undefined;
}

/** Joins what the server said of a content with what this page knows of it now. */
export async function explainHere(
  { decisions, stage, window }: Pick<ExplainDeps, "decisions" | "stage" | "window">,
  { content_id, version_id, gates: told }: Pick<ExplainResponse, "content_id" | "version_id" | "gates">,
): Promise<Explained> {
  const all = decisions.current()?.decisions ?? [];
  const decision = all.find((each) => each.content_id === content_id);
  const here = decision && stage && judgeHere(decision, version_id, stage, all, sightOf(window));
  const body = decision?.edition.body;
  const targets = body === undefined ? [] : await targetFacts(window.document, body);
  const at_target = body && judgeTarget(body, targets, decision?.run?.step_id);
  const gates = told.map((result): GateResult => {
    if (result.gate === "frequency" && result.status === "pass" && decision && stage?.wasSeen(decision)) {
      return { ...result, status: "block", evidence: "Already shown since this page was opened." };
    }
    // Who goes first depends on what this page has shown by now.
    if (result.status !== "unknown" && result.gate !== "outranked") return result;
    return withTarget(here?.(result.gate) ?? result, at_target);
  });
  return { content_id, ...explanationOf(gates), targets };
}

/** What the gates of this page say of a content; undefined for those that it cannot judge. */
function judgeHere(
  decision: Decision,
  version_id: string,
  stage: StageSeen,
  all: readonly Decision[],
  sight: PageSight,
) {
  const shown = stage.shown();
  const judged = (each: Decision, known: PageFacts = {}) =>
    judgePage(each, { ...stage.facts(each), ...sight, ...known }, conditionStatus);
  const lane = laneOf(decision.edition.body);
  const alone = lane === "inline" || shown.has(decision.content_id);
  /** What begins by itself before it: in the same lane, and further to the front of the answer. */
  const first = all
    .slice(0, alone ? 0 : all.indexOf(decision))
    .find(
      (each) =>
        laneOf(each.edition.body) === lane &&
        !shown.has(each.content_id) &&
        !stage.wasSeen(each) &&
        outcomeOf(judged(each, { lane_free: true })).outcome !== "hide",
    );
  const judgements: readonly Judgement[] = [
    ...judged(decision),
    { gate: "outranked", status: first ? "block" : "pass" },
    // What is shown waits for nobody's consent: what is told and kept does.
    { gate: "consent", status: "pass" },
    { gate: "sdk_blocked", status: "pass" },
    { gate: "version_mismatch", status: passIf(decision.version_id === version_id) },
  ];
  return (gate: Gate): GateResult | undefined => {
    const found = judgements.find((each) => each.gate === gate);
    const facts = { ...stage.facts(decision), ...sight, outranked_by: first?.name };
    return found && { ...found, evidence: evidenceOf(found, decision, facts) };
  };
}
