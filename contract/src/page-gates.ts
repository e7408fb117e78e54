import type { Edition } from "./content.ts";
import type { PageRule, PageSight } from "./page-rule.ts";
import { isHiding, type SuppressionFact } from "./suppression.ts";

/**
 * The gates that a page judges again while it is open, in their order among all gates (gates.ts). The others depend on
 * what only the server knows: it has judged them by the time it answers, and the code for them stays out of pages.
 */
export const PAGE_GATES = [
  "app_paused",
  "url",
  "element",
  "event",
  "frequency",
  "cap_group",
  "suppressed",
  "snoozed",
  "lane_busy",
  "host_paused",
] as const;
export type PageGate = (typeof PAGE_GATES)[number];

/** What a person did with a content before. */
export interface RunHistory {
  readonly completed: boolean;
  readonly ended: boolean;
  /** When it last went, in UTC milliseconds; absent while it never did. */
  readonly last_ended_ms?: number | undefined;
}

/** What the gates of a page read. A fact that is missing is unknown, never false. */
export interface PageFacts extends PageSight {
  readonly now_ms?: number | undefined;
  readonly app_paused?: boolean | undefined;
  /** Names of the events that happened in this page. */
  readonly events?: readonly string[] | undefined;
  /** Whether the person reached what the trigger waits for, and it was not shown for that yet. */
  readonly due?: boolean | undefined;
  /** Code or a link asked for this content. */
  readonly requested?: boolean | undefined;
  readonly history?: RunHistory | undefined;
  readonly suppressions?: readonly SuppressionFact[] | undefined;
  /** How many runs, of whatever content, began in this page since the server counted. */
  readonly runs_begun?: number | undefined;
  readonly lane_free?: boolean | undefined;
  readonly host_paused?: boolean | undefined;
}

export type GateStatus = "pass" | "block" | "unknown";

/** What one gate says. */
export interface GateJudgement<Name extends string> {
  readonly gate: Name;
  readonly status: GateStatus;
}

export type GateOutcome<Name extends string> =
  | { readonly outcome: "show" }
  | { readonly outcome: "hide"; readonly gate: Name }
  | { readonly outcome: "unknown"; readonly gates: readonly Name[] };

export interface PageCandidate {
  readonly content_id: string;
  /** How links name it. */
  readonly slug?: string | undefined;
  readonly edition: Pick<Edition, "targeting" | "trigger" | "frequency" | "tags">;
  /** What the server left of the audience's rule. */
  readonly page_rule?: PageRule | undefined;
  /** How many more runs its cap groups allow; as many as it likes where absent. */
  readonly cap_left?: number | undefined;
}

/** The gates at which a content is stopped by what its author set: an address, a rule, an event, a pause, a cap. */
export type ConditionGate = Extract<PageGate, "url" | "element" | "event" | "frequency" | "cap_group">;

/**
 * Judges such a gate of a content of which something is set there (page-conditions.ts). It is an argument, so that a page
 * whose contents set nothing need not load the code for it.
 */
export type JudgeCondition = (gate: ConditionGate, candidate: PageCandidate, facts: PageFacts) => GateStatus;

/** What each gate of a page says, in order. */
export function judgePage(
  candidate: PageCandidate,
  facts: PageFacts,
  condition: JudgeCondition,
): readonly GateJudgement<PageGate>[] {
  return PAGE_GATES.map((gate) => ({ gate, status: pageStatus(gate, candidate, facts, condition) }));
}

/** What gates together mean. */
export function outcomeOf<Name extends string>(judgements: readonly GateJudgement<Name>[]): GateOutcome<Name> {
  const blocked = judgements.find(({ status }) => status === "block");
  if (blocked !== undefined) return { outcome: "hide", gate: blocked.gate };
  const gates = judgements.filter(({ status }) => status === "unknown").map(({ gate }) => gate);
  return gates.length === 0 ? { outcome: "show" } : { outcome: "unknown", gates };
}

/** What one gate of a page says. */
export function pageStatus(
  gate: PageGate,
  candidate: PageCandidate,
  facts: PageFacts,
  condition: JudgeCondition,
): GateStatus {
  const { targeting, trigger, frequency } = candidate.edition;
  switch (gate) {
    case "app_paused":
      return passUnless(facts.app_paused);
    case "url":
      if (targeting.urls.include.length + targeting.urls.exclude.length === 0) return "pass";
      break;
    case "element":
      if (candidate.page_rule === undefined) return "pass";
      break;
    case "event":
      if (facts.requested === true || trigger.kind === "automatic") return "pass";
      if (trigger.kind === "manual") return passIf(facts.requested);
      break;
    case "frequency": {
      const { mode, every_days = 0, cooldown_hours = 0 } = frequency;
      const at_once = every_days + cooldown_hours === 0;
      if (mode === "always" && at_once) return "pass";
      if (facts.history === undefined) return "unknown";
      const { ended, completed } = facts.history;
      if (mode === "once" ? ended : mode === "until_completed" && completed) return "block";
      if (at_once || !ended) return "pass";
      break;
    }
    case "cap_group":
      if (candidate.cap_left === undefined) return "pass";
      break;
    case "suppressed":
    case "snoozed":
      return passUnless(isHidden(gate, candidate, facts));
    case "lane_busy":
      return passIf(facts.lane_free);
    case "host_paused":
      return passUnless(facts.host_paused);
  }
  return condition(gate, candidate, facts);
}

/** Whether the person chose not to see it: for good under `suppressed`, for a while under `snoozed`. */
function isHidden(
  gate: "suppressed" | "snoozed",
  { content_id, edition: { tags } }: PageCandidate,
  { suppressions, now_ms }: PageFacts,
): boolean | undefined {
  if (now_ms === undefined) return undefined;
  return suppressions?.some(
    (each) => (each.reason === "snoozed") === (gate === "snoozed") && isHiding(each, { content_id, tags }, now_ms),
  );
}

/** A fact that lets through where it is so. One that nobody knows decides nothing. */
export function passIf(fact: boolean | undefined): GateStatus {
  return fact === undefined ? "unknown" : fact ? "pass" : "block";
}

/** A fact that blocks where it is so. */
export function passUnless(fact: boolean | undefined): GateStatus {
  return passIf(fact === undefined ? fact : !fact);
}
