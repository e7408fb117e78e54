import type { Edition, FrequencyMode, Targeting, Trigger } from "./content.ts";
import { matchesUrl } from "./glob.ts";
import { activeSuppression, type SuppressionFact } from "./suppression.ts";

/**
 * The gates that a page judges again while it is open, in their order among all gates (gates.ts). The others depend on
 * what only the server knows: it has judged them by the time it answers, and the code for them stays out of pages.
 */
export const PAGE_GATES = [
  "app_paused",
  "url",
  "event",
  "frequency",
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
}

/** What the gates of a page read. A fact that is missing is unknown, never false. */
export interface PageFacts {
  readonly now_ms?: number | undefined;
  readonly app_paused?: boolean | undefined;
  readonly url?: string | undefined;
  /** Names of the events that happened in this page. */
  readonly events?: readonly string[] | undefined;
  /** Code or a link asked for this content. */
  readonly requested?: boolean | undefined;
  readonly history?: RunHistory | undefined;
  readonly suppressions?: readonly SuppressionFact[] | undefined;
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
  readonly edition: Pick<Edition, "targeting" | "trigger" | "frequency" | "tags">;
}

/** What each gate of a page says, in order. */
export function judgePage(candidate: PageCandidate, facts: PageFacts): readonly GateJudgement<PageGate>[] {
  return PAGE_GATES.map((gate) => ({ gate, status: pageStatus(gate, candidate, facts) }));
}

/** What gates together mean. */
export function outcomeOf<Name extends string>(judgements: readonly GateJudgement<Name>[]): GateOutcome<Name> {
  const blocked = judgements.find(({ status }) => status === "block");
  if (blocked !== undefined) return { outcome: "hide", gate: blocked.gate };
  const gates = judgements.filter(({ status }) => status === "unknown").map(({ gate }) => gate);
  return gates.length === 0 ? { outcome: "show" } : { outcome: "unknown", gates };
}

/** What one gate of a page says. */
export function pageStatus(gate: PageGate, candidate: PageCandidate, facts: PageFacts): GateStatus {
  const { edition } = candidate;
  switch (gate) {
    case "app_paused":
      return passUnless(facts.app_paused);
    case "url":
      return urlStatus(edition.targeting.urls, facts.url);
    case "event":
      return facts.requested === true ? "pass" : triggerStatus(edition.trigger, facts);
    case "frequency":
      return frequencyStatus(edition.frequency.mode, facts.history);
    case "suppressed":
    case "snoozed":
      if (facts.suppressions === undefined || facts.now_ms === undefined) return "unknown";
      return passUnless(hiding(gate, candidate, facts) !== undefined);
    case "lane_busy":
      return passIf(facts.lane_free);
    case "host_paused":
      return passUnless(facts.host_paused);
  }
}

export function passIf(fact: boolean | undefined): GateStatus {
  return fact === undefined ? "unknown" : fact ? "pass" : "block";
}

export function passUnless(fact: boolean | undefined): GateStatus {
  return passIf(fact === undefined ? fact : !fact);
}

function urlStatus({ include, exclude }: Targeting["urls"], url: string | undefined): GateStatus {
  if (include.length === 0 && exclude.length === 0) return "pass";
  if (url === undefined) return "unknown";
  const matches = (pattern: string): boolean => matchesUrl(pattern, url);
  return passIf(!exclude.some(matches) && (include.length === 0 || include.some(matches)));
}

function triggerStatus(trigger: Trigger, facts: PageFacts): GateStatus {
  switch (trigger.kind) {
    case "automatic":
      return "pass";
    case "manual":
      return passIf(facts.requested);
    case "event":
      if (facts.events === undefined) return "unknown";
      return facts.events.includes(trigger.event) ? "pass" : passIf(facts.requested);
  }
}

function frequencyStatus(mode: FrequencyMode, history: RunHistory | undefined): GateStatus {
  switch (mode) {
    case "always":
      return "pass";
    case "once":
      return passUnless(history?.ended);
    case "until_completed":
      return passUnless(history?.completed);
  }
}

/** What the person chose that hides this content now: for good under `suppressed`, for a while under `snoozed`. */
export function hiding(
  gate: "suppressed" | "snoozed",
  { content_id, edition }: PageCandidate,
  { suppressions = [], now_ms = 0 }: PageFacts,
): SuppressionFact | undefined {
  const relevant = suppressions.filter((each) => (each.reason === "snoozed") === (gate === "snoozed"));
  return activeSuppression(relevant, { content_id, tags: edition.tags }, now_ms);
}
