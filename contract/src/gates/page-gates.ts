import type { Edition } from "../content/content.ts";
import type { PageRule, PageState } from "../targeting/page-rule.ts";
import { type SuppressionFact, suppresses } from "./suppression.ts";

/**
 * The gates that a page judges again while it is open, in their order among all gates (gates.ts). The server judges the others
 * before it responds, and their code stays out of pages.
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

/** A person's earlier runs of one item. */
export interface RunHistory {
  readonly completed: boolean;
  readonly ended: boolean;
  readonly last_ended_ms?: number | undefined;
  /** When a member last made the content new to the person. Open pages forget what they showed before. */
  readonly reset_ms?: number | undefined;
}

/** The facts of a page. A missing fact is unknown, never false. */
export interface PageFacts extends PageState {
  readonly now_ms?: number | undefined;
  readonly app_paused?: boolean | undefined;
  /** Names of events that happened on this page. */
  readonly events?: readonly string[] | undefined;
  /** Whether the person reached what triggers it, and it wasn't shown for that yet. */
  readonly due?: boolean | undefined;
  /** Started from code or a link. */
  readonly requested?: boolean | undefined;
  readonly history?: RunHistory | undefined;
  readonly suppressions?: readonly SuppressionFact[] | undefined;
  /** Runs of any content that started on this page since the server counted. */
  readonly runs_begun?: number | undefined;
  readonly lane_free?: boolean | undefined;
  readonly host_paused?: boolean | undefined;
}

export type GateStatus = "pass" | "block" | "unknown";

export interface GateJudgment<Name extends string> {
  readonly gate: Name;
  readonly status: GateStatus;
}

export type GateOutcome<Name extends string> =
  | { readonly outcome: "show" }
  | { readonly outcome: "hide"; readonly gate: Name }
  | { readonly outcome: "unknown"; readonly gates: readonly Name[] };

export interface PageCandidate {
  readonly content_id: string;
  readonly slug?: string | undefined;
  readonly edition: Pick<Edition, "targeting" | "trigger" | "frequency" | "tags">;
  /** Part of the audience rule that the server leaves to the page. */
  readonly page_rule?: PageRule | undefined;
  /** Runs that its frequency caps still allow. Unlimited if absent. */
  readonly cap_left?: number | undefined;
}

/** Gates that block only where the author set something: a URL, a rule, an event, a frequency, a cap. */
export type ConditionGate = Extract<PageGate, "url" | "element" | "event" | "frequency" | "cap_group">;

/**
 * Judges a configured {@link ConditionGate} (page-conditions.ts). Passed as an argument, so that pages without such
 * content don't load the code.
 */
export type JudgeCondition = (gate: ConditionGate, candidate: PageCandidate, facts: PageFacts) => GateStatus;

export function judgePage(
  candidate: PageCandidate,
  facts: PageFacts,
  condition: JudgeCondition,
): readonly GateJudgment<PageGate>[] {
  return PAGE_GATES.map((gate) => ({ gate, status: pageStatus(gate, candidate, facts, condition) }));
}

/** The outcome of several gates: the first that blocks decides. */
export function combineGates<Name extends string>(judgments: readonly GateJudgment<Name>[]): GateOutcome<Name> {
  const blocked = judgments.find(({ status }) => status === "block");
  if (blocked !== undefined) return { outcome: "hide", gate: blocked.gate };
  const gates = judgments.filter(({ status }) => status === "unknown").map(({ gate }) => gate);
  return gates.length === 0 ? { outcome: "show" } : { outcome: "unknown", gates };
}

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

/** True if a suppression hides it: a snooze for `snoozed`, any other for `suppressed`. */
function isHidden(
  gate: "suppressed" | "snoozed",
  { content_id, edition: { tags } }: PageCandidate,
  { suppressions, now_ms }: PageFacts,
): boolean | undefined {
  if (now_ms === undefined) return undefined;
  return suppressions?.some(
    (each) => (each.reason === "snoozed") === (gate === "snoozed") && suppresses(each, { content_id, tags }, now_ms),
  );
}

export function passIf(fact: boolean | undefined): GateStatus {
  return fact === undefined ? "unknown" : fact ? "pass" : "block";
}

export function passUnless(fact: boolean | undefined): GateStatus {
  return passIf(fact === undefined ? fact : !fact);
}
