import { evaluate, type GateResult } from "@fanfare/contract/rules";
import type { ExplainResponse } from "@fanfare/contract/schema/v1";
import type { Explained } from "../answers.ts";
import type { Identity } from "../identity.ts";
import type { Net } from "../net.ts";
import { sightOf } from "../ui/sight.ts";
import type { Decisions } from "./decisions.ts";
import { judgeTarget, targetFacts, withTarget } from "./target-facts.ts";
import type { Stage } from "./types.ts";

interface ExplainDeps {
  readonly net: Net;
  readonly identity: Pick<Identity, "claims">;
  readonly url: string;
  readonly decisions: Pick<Decisions, "current">;
  readonly stage: Pick<Stage, "facts" | "wasSeen"> | undefined;
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
  deps: Pick<ExplainDeps, "decisions" | "stage">,
  { content_id, gates: told }: Pick<ExplainResponse, "content_id" | "gates">,
): Promise<Explained> {
  const decision = deps.decisions.current()?.decisions.find((each) => each.content_id === content_id);
  const local =
    decision && deps.stage
      ? evaluate(decision, { ...deps.stage.facts(decision), ...sightOf(window), published: true, sdk_blocked: false })
          .evidence
      : [];
  const body = decision?.edition.body;
  const targets = body === undefined ? [] : await targetFacts(document, body);
  const at_target = body && judgeTarget(body, targets, decision?.run?.step_id);
  const gates = told.map((result): GateResult => {
    if (result.gate === "frequency" && result.status === "pass" && decision && deps.stage?.wasSeen(decision)) {
      return { ...result, status: "block", evidence: "Already shown since this page was opened." };
    }
    if (result.status !== "unknown") return result;
    return withTarget(local.find(({ gate }) => gate === result.gate) ?? result, at_target);
  });
  const blocked = gates.find(({ status }) => status === "block");
  const unknown = gates.some(({ status }) => status === "unknown");
  const outcome = blocked !== undefined ? "hide" : unknown ? "unknown" : "show";
  return { content_id, outcome, gate: blocked?.gate ?? null, gates, targets };
}
