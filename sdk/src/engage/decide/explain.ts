import { contentLane } from "@fanfare/contract/content/lane";
import { explainGates, type GateResult, pageGateResult } from "@fanfare/contract/gates/evaluate";
import type { Gate, Judgment } from "@fanfare/contract/gates/gates";
import { conditionStatus } from "@fanfare/contract/gates/page-conditions";
import { outrankedBy, pageGateCauses } from "@fanfare/contract/gates/page-evidence";
import { combineGates, judgePage, type PageFacts, passIf } from "@fanfare/contract/gates/page-gates";
import type { Decision, ExplainResponse } from "@fanfare/contract/schema/client/v1";
import type { PageState } from "@fanfare/contract/targeting/page-rule";
import { pageEvidence } from "@fanfare/contract/wording/page-evidence";
import type { Explained } from "../../api/results.ts";
import type { Identity } from "../../net/identity.ts";
import type { Net } from "../../net/net.ts";
import { pageSnapshot } from "../../ui/dom/page-snapshot.ts";
import type { Stage } from "../types.ts";
import type { Decisions } from "./decisions.ts";
import { judgeTarget, targetFacts, withTargetGate } from "./target-facts.ts";

type StageState = Pick<Stage, "facts" | "loadBody" | "shown" | "wasShown">;

interface ExplainDeps {
  readonly net: Net;
  readonly identity: Pick<Identity, "claims">;
  readonly url: string;
  readonly decisions: Pick<Decisions, "current">;
  readonly stage: StageState | undefined;
  readonly window: Window;
}

/** Combines the server's explanation with what only this page can evaluate. Loaded on demand. */
export async function explain(deps: ExplainDeps, content: string): Promise<Explained | undefined> {
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { content, url: deps.url, time_zone, ...deps.identity.claims() };
  const answer = await deps.net.call<ExplainResponse>("GET", "/v1/explain", { query });
  if (answer.kind === "refused" && answer.code === "content_not_found") {
    const result = pageGateResult({ gate: "not_published", status: "block" }, [pageEvidence("not_published")]);
    const gates: readonly GateResult[] = [{ ...result, evidence: answer.detail }];
    return { content_id: content, outcome: "hide", gate: "not_published", gates, targets: [] };
  }
  return answer.kind === "ok" ? explainOnPage(deps, answer.body) : undefined;
}

export async function explainOnPage(
  { decisions, stage, window }: Pick<ExplainDeps, "decisions" | "stage" | "window">,
  { content_id, version_id, gates: server_gates }: Pick<ExplainResponse, "content_id" | "version_id" | "gates">,
): Promise<Explained> {
  const all = decisions.current()?.decisions ?? [];
  const decision = all.find((each) => each.content_id === content_id);
  const here = decision && stage && judgeOnPage(decision, version_id, stage, all, pageSnapshot(window));
  // Without the body, its targets are unknown.
  if (decision?.body_path) await stage?.loadBody(decision).catch(() => {});
  const body = decision?.edition.body;
  const targets = body === undefined ? [] : await targetFacts(window.document, body);
  const at_target = body && judgeTarget(body, targets, decision?.run?.step_id);
  const gates = server_gates.map((result): GateResult => {
    if (result.gate === "frequency" && result.status === "pass" && decision && stage?.wasShown(decision)) {
      return pageGateResult({ gate: "frequency", status: "block" }, [pageEvidence("shown_on_page")]);
    }
    // Rank depends on what this page has already shown.
    if (result.status !== "unknown" && result.gate !== "outranked") return result;
    return withTargetGate(here?.(result.gate) ?? result, at_target);
  });
  return { content_id, ...explainGates(gates), targets };
}

/** Returns the page's gate results; undefined for gates it can't evaluate. */
function judgeOnPage(
  decision: Decision,
  version_id: string,
  stage: StageState,
  all: readonly Decision[],
  sight: PageState,
) {
  const shown = stage.shown();
  const judged = (each: Decision, known: PageFacts = {}) =>
    judgePage(each, { ...stage.facts(each), ...sight, ...known }, conditionStatus);
  const lane = contentLane(decision.edition.body);
  const alone = lane === "inline" || shown.has(decision.content_id);
  /** Content that starts automatically before this one: same lane, earlier in the response. */
  const first = all
    .slice(0, alone ? 0 : all.indexOf(decision))
    .find(
      (each) =>
        contentLane(each.edition.body) === lane &&
        !shown.has(each.content_id) &&
        !stage.wasShown(each) &&
        combineGates(judged(each, { lane_free: true })).outcome !== "hide",
    );
  const in_the_way = [...shown].findLast(
    ([content_id, scene]) =>
      content_id !== decision.content_id && (scene.lane === "blocking" || (scene.lane === lane && lane !== "inline")),
  );
  const waits_for = all.find(({ content_id }) => content_id === in_the_way?.[0])?.name;
  const judgments: readonly Judgment[] = [
    ...judged(decision),
    { gate: "outranked", status: first ? "block" : "pass" },
    // Showing content needs no consent; sending and storing data does.
    { gate: "consent", status: "pass" },
    { gate: "sdk_blocked", status: "pass" },
    { gate: "version_mismatch", status: passIf(decision.version_id === version_id) },
  ];
  return (gate: Gate): GateResult | undefined => {
    const found = judgments.find((each) => each.gate === gate);
    const waits_turn = in_the_way === undefined;
    const facts = {
      ...stage.facts(decision),
      ...sight,
      outranked_by: first && outrankedBy(first, decision),
      waits_for,
      waits_turn,
    };
    return found && pageGateResult(found, pageGateCauses(found, decision, facts));
  };
}
