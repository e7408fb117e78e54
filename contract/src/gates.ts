import type { Edition, FrequencyMode, Targeting, Trigger } from "./content.ts";
import { matchesUrl } from "./glob.ts";
import { activeSuppression, type SuppressionFact } from "./suppression.ts";

/**
 * Who sees what: one pure function, the same in server, SDK and console. The gates stand in this fixed order, and the
 * first that blocks decides. A fact that is missing is unknown, never false.
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

/** What a person did with a content before. */
export interface RunHistory {
  readonly completed: boolean;
  readonly ended: boolean;
}

/** What is known where the question is asked. The server knows nothing of the page, the page nothing of private rules. */
export interface Facts {
  readonly now_ms?: number | undefined;
  readonly app_paused?: boolean | undefined;
  readonly published?: boolean | undefined;
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
export interface Judgement {
  readonly gate: Gate;
  readonly status: GateStatus;
}

export type Outcome =
  | { readonly outcome: "show" }
  | { readonly outcome: "hide"; readonly gate: Gate }
  | { readonly outcome: "unknown"; readonly gates: readonly Gate[] };

export interface Candidate {
  readonly content_id: string;
  readonly edition: Pick<Edition, "targeting" | "trigger" | "frequency" | "tags">;
}

/** What each gate says, in order: what `evaluate` (rules.ts) decides by, without the sentences, for where nobody asks why. */
export function judge(candidate: Candidate, facts: Facts): readonly Judgement[] {
  return GATES.map((gate) => ({ gate, status: statusOf(gate, candidate, facts) }));
}

/** What the gates together mean. */
export function outcomeOf(judgements: readonly Judgement[]): Outcome {
  const blocked = judgements.find(({ status }) => status === "block");
  if (blocked !== undefined) return { outcome: "hide", gate: blocked.gate };
  const gates = judgements.filter(({ status }) => status === "unknown").map(({ gate }) => gate);
  return gates.length === 0 ? { outcome: "show" } : { outcome: "unknown", gates };
}

function statusOf(gate: Gate, { content_id, edition }: Candidate, facts: Facts): GateStatus {
  switch (gate) {
    case "app_paused":
      return passUnless(facts.app_paused);
    case "not_published":
      return passIf(facts.published);
    case "url":
      return urlStatus(edition.targeting.urls, facts.url);
    case "event":
      return facts.requested === true ? "pass" : triggerStatus(edition.trigger, facts);
    case "frequency":
      return frequencyStatus(edition.frequency.mode, facts.history);
    case "suppressed":
    case "snoozed": {
      if (facts.suppressions === undefined || facts.now_ms === undefined) return "unknown";
      return passUnless(hiding(gate, { content_id, edition }, facts) !== undefined);
    }
    case "lane_busy":
      return passIf(facts.lane_free);
    case "host_paused":
      return passUnless(facts.host_paused);
  }
}

function passIf(fact: boolean | undefined): GateStatus {
  return fact === undefined ? "unknown" : fact ? "pass" : "block";
}

function passUnless(fact: boolean | undefined): GateStatus {
  return fact === undefined ? "unknown" : fact ? "block" : "pass";
}

function urlStatus({ include, exclude }: Targeting["urls"], url: string | undefined): GateStatus {
  if (include.length === 0 && exclude.length === 0) return "pass";
  if (url === undefined) return "unknown";
  const matches = (pattern: string): boolean => matchesUrl(pattern, url);
  return passIf(!exclude.some(matches) && (include.length === 0 || include.some(matches)));
}

function triggerStatus(trigger: Trigger, facts: Facts): GateStatus {
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
  { content_id, edition }: Candidate,
  { suppressions = [], now_ms = 0 }: Facts,
): SuppressionFact | undefined {
  const relevant = suppressions.filter((each) => (each.reason === "snoozed") === (gate === "snoozed"));
  return activeSuppression(relevant, { content_id, tags: edition.tags }, now_ms);
}
