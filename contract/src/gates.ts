import {
  type GateJudgement,
  type GateOutcome,
  type GateStatus,
  type PageCandidate,
  type PageFacts,
  pageStatus,
  passIf,
} from "./page-gates.ts";

/**
 * Who sees what: one pure function, the same in server, SDK and console. The gates stand in this fixed order, and the
 * first that blocks decides. A fact that is missing is unknown, never false. Those of page-gates.ts are the ones that a
 * page judges too; the others are the server's alone.
 */
export const GATES = [
  "app_paused",
  "not_published",
  "url",
  "event",
  "frequency",
  "suppressed",
  "snoozed",
  "lane_busy",
  "host_paused",
] as const;
export type Gate = (typeof GATES)[number];

/** Gates that are about the person's own past: their names may be told to the page that asks for the content. */
export const PERSONAL_GATES: readonly Gate[] = ["frequency", "suppressed", "snoozed"];

/** What is known where the question is asked. The server knows nothing of the page, the page nothing of private rules. */
export interface Facts extends PageFacts {
  readonly published?: boolean | undefined;
}

export type Judgement = GateJudgement<Gate>;
export type Outcome = GateOutcome<Gate>;
export type Candidate = PageCandidate;

/** What each gate says, in order: what `evaluate` (rules.ts) decides by, without the sentences, for where nobody asks why. */
export function judge(candidate: Candidate, facts: Facts): readonly Judgement[] {
  return GATES.map((gate) => ({ gate, status: statusOf(gate, candidate, facts) }));
}

function statusOf(gate: Gate, candidate: Candidate, facts: Facts): GateStatus {
  switch (gate) {
    case "not_published":
      return passIf(facts.published);
    default:
      return pageStatus(gate, candidate, facts);
  }
}
