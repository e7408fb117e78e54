import { evidenceOf } from "./evidence.ts";
import {
  audiencePart,
  type Candidate,
  type Facts,
  GATES,
  type Gate,
  type Judgement,
  judge,
  type Outcome,
} from "./gates.ts";
import { outcomeOf } from "./page-gates.ts";

export { type Candidate, type Facts, GATES, type Gate, PERSONAL_GATES } from "./gates.ts";
export type { GateStatus, RunHistory } from "./page-gates.ts";

/** One line of an explanation: what the gate said and what it saw. */
export interface GateResult extends Judgement {
  readonly evidence: string;
}

export type Verdict = Outcome & { readonly evidence: readonly GateResult[] };

/**
 * Whether this content is shown, and why. `show` when every gate passes, `hide` with the first gate that blocks, `unknown`
 * with the gates that could not be judged here.
 *
 * @example
 * evaluate(candidate, { now_ms: clock.now(), published: true, app_paused: false }).outcome; // "unknown": no page yet
 */
export function evaluate(candidate: Candidate, facts: Facts): Verdict {
  const judgements = judge(candidate, facts);
  const part = audiencePart(candidate, facts);
  const seen = typeof part === "object" ? { ...candidate, page_rule: part } : candidate;
  const evidence = judgements.map((each) => ({ ...each, evidence: evidenceOf(each, seen, facts) }));
  return { ...outcomeOf(judgements), evidence };
}

/** An explanation: the gate that decides stands first, the others follow in their order. */
export interface ExplainedGates {
  readonly outcome: Outcome["outcome"];
  readonly gate: Gate | null;
  readonly gates: readonly GateResult[];
}

/** What gates together mean, whoever judged each of them, and in whatever order they come. */
export function explanationOf(results: readonly GateResult[]): ExplainedGates {
  const gates = GATES.flatMap((name) => results.find(({ gate }) => gate === name) ?? []);
  const { outcome } = outcomeOf(gates);
  const deciding = gates.find(({ status }) => status === "block");
  if (deciding === undefined) return { outcome, gate: null, gates };
  return { outcome, gate: deciding.gate, gates: [deciding, ...gates.filter((each) => each !== deciding)] };
}
