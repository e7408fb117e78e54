import type { Edition, Frequency, Targeting, Trigger } from "./content.ts";
import { matchesUrl } from "./glob.ts";
import { DAY_MS, HOUR_MS } from "./limits.ts";
import { matchesPage, type PageRule, type PageSight } from "./page-rule.ts";
import { activeSuppression, type SuppressionFact } from "./suppression.ts";

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
    case "element":
      return candidate.page_rule === undefined ? "pass" : passIf(matchesPage(candidate.page_rule, facts));
    case "event":
      return facts.requested === true ? "pass" : triggerStatus(edition.trigger, candidate.slug, facts);
    case "frequency":
      return frequencyStatus(edition.frequency, facts);
    case "cap_group":
      if (candidate.cap_left === undefined) return "pass";
      return passIf(facts.runs_begun === undefined ? undefined : facts.runs_begun < candidate.cap_left);
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

function triggerStatus(trigger: Trigger, slug: string | undefined, facts: PageFacts): GateStatus {
  switch (trigger.kind) {
    case "automatic":
      return "pass";
    case "manual":
      return passIf(facts.requested);
    case "link":
      return facts.url !== undefined && linkedSlugs(facts.url).includes(slug ?? "") ? "pass" : passIf(facts.requested);
    case "event":
      if (trigger.count !== undefined) return dueStatus(facts);
      if (facts.events === undefined) return "unknown";
      return facts.events.includes(trigger.event) ? "pass" : passIf(facts.requested);
    case "completed":
    case "goal":
      return dueStatus(facts);
  }
}

function dueStatus({ due, requested }: PageFacts): GateStatus {
  return due === undefined ? "unknown" : due ? "pass" : passIf(requested);
}

/** The contents that an address asks for: `?fanfare=welcome`. */
function linkedSlugs(url: string): readonly string[] {
  return new URLSearchParams(url.split(/[?#]/)[1]).getAll("fanfare");
}

function frequencyStatus({ mode, every_days = 0, cooldown_hours = 0 }: Frequency, facts: PageFacts): GateStatus {
  const { history, now_ms } = facts;
  const pause_ms = Math.max(every_days * DAY_MS, cooldown_hours * HOUR_MS);
  if (mode === "always" && pause_ms === 0) return "pass";
  if (history === undefined) return "unknown";
  const { ended, completed, last_ended_ms } = history;
  if (mode === "once" ? ended : mode === "until_completed" && completed) return "block";
  if (pause_ms === 0 || !ended) return "pass";
  return passIf(now_ms === undefined || last_ended_ms === undefined ? undefined : now_ms >= last_ended_ms + pause_ms);
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
