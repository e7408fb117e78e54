import type { Cause } from "../wording/cause.ts";
import { evidenceText } from "../wording/evidence.ts";
import { pageEvidenceText } from "../wording/page-evidence.ts";
import { gateCauses } from "./evidence.ts";
import {
  type Candidate,
  evaluateAudience,
  type Facts,
  GATES,
  type Gate,
  gateStatus,
  type Judgment,
  type Outcome,
} from "./gates.ts";
import { combineGates } from "./page-gates.ts";

export { type Candidate, type Facts, GATES, type Gate, PERSONAL_GATES } from "./gates.ts";
export type { GateStatus, RunHistory } from "./page-gates.ts";

export interface GateResult extends Judgment {
  /** `causes` in English. */
  readonly evidence: string;
  /** One per sentence. */
  readonly causes: readonly Cause[];
}

export const gateResult = ({ gate, status }: Judgment, causes: readonly Cause[]): GateResult => ({
  gate,
  status,
  evidence: evidenceText(causes),
  causes,
});

/** Like {@link gateResult}, for gates that the page judges. */
export const pageGateResult = ({ gate, status }: Judgment, causes: readonly Cause[]): GateResult => ({
  gate,
  status,
  evidence: pageEvidenceText(causes),
  causes,
});

export type Evaluation = Outcome & { readonly evidence: readonly GateResult[] };

/**
 * Evaluates all gates with evidence.
 * `show`: every gate passes.
 * `hide`: with the first gate that blocks.
 * `unknown`: with the gates whose facts are missing here.
 *
 * @example
 * evaluate(candidate, { now_ms: clock.now(), published: true, app_paused: false }).outcome; // "unknown": no page yet
 */
export function evaluate(candidate: Candidate, facts: Facts): Evaluation {
  const part = evaluateAudience(candidate, facts);
  const seen = typeof part === "object" ? { ...candidate, page_rule: part } : candidate;
  const evidence = GATES.map((gate): GateResult => {
    const judgment = { gate, status: gateStatus(gate, seen, facts, part) };
    return gateResult(judgment, gateCauses(judgment, seen, facts));
  });
  return { ...combineGates(evidence), evidence };
}

/** An explanation: the deciding gate first, then the others in gate order. */
export interface ExplainedGates {
  readonly outcome: Outcome["outcome"];
  readonly gate: Gate | null;
  readonly gates: readonly GateResult[];
}

export function explainGates(results: readonly GateResult[]): ExplainedGates {
  const gates = GATES.flatMap((name) => results.find(({ gate }) => gate === name) ?? []);
  const { outcome } = combineGates(gates);
  const deciding = gates.find(({ status }) => status === "block");
  if (deciding === undefined) return { outcome, gate: null, gates };
  return { outcome, gate: deciding.gate, gates: [deciding, ...gates.filter((each) => each !== deciding)] };
}
