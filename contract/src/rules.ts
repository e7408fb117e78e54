import type { Edition } from "./content.ts";
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

/** One line of an explanation: what the gate said and what it saw. */
export interface GateResult {
  readonly gate: Gate;
  readonly status: GateStatus;
  readonly evidence: string;
}

export type Verdict =
  | { readonly outcome: "show"; readonly evidence: readonly GateResult[] }
  | { readonly outcome: "hide"; readonly gate: Gate; readonly evidence: readonly GateResult[] }
  | { readonly outcome: "unknown"; readonly gates: readonly Gate[]; readonly evidence: readonly GateResult[] };

export interface Candidate {
  readonly content_id: string;
  readonly edition: Pick<Edition, "targeting" | "trigger" | "frequency" | "tags">;
}

/**
 * Whether this content is shown. `show` when every gate passes, `hide` with the first gate that blocks, `unknown` with
 * the gates that could not be judged here.
 *
 * @example
 * evaluate(candidate, { now_ms: clock.now(), published: true, app_paused: false }).outcome; // "unknown": no page yet
 */
export function evaluate(candidate: Candidate, facts: Facts): Verdict {
  const evidence = GATES.map((gate) => ({ gate, ...judge(gate, candidate, facts) }));
  const blocked = evidence.find((result) => result.status === "block");
  if (blocked !== undefined) return { outcome: "hide", gate: blocked.gate, evidence };
  const gates = evidence.filter((result) => result.status === "unknown").map((result) => result.gate);
  return gates.length === 0 ? { outcome: "show", evidence } : { outcome: "unknown", gates, evidence };
}

type Judgement = Omit<GateResult, "gate">;

const pass = (evidence: string): Judgement => ({ status: "pass", evidence });
const block = (evidence: string): Judgement => ({ status: "block", evidence });
const unknown = (evidence: string): Judgement => ({ status: "unknown", evidence });

function judge(gate: Gate, candidate: Candidate, facts: Facts): Judgement {
  switch (gate) {
    case "app_paused":
      return flag(
        facts.app_paused,
        "The app is paused.",
        "The app is running.",
        "Whether the app is paused is not known.",
      );
    case "not_published":
      return flag(
        not(facts.published),
        "Not published in this app.",
        "Published in this app.",
        "Publication is not known.",
      );
    case "url":
      return judgeUrl(candidate, facts.url);
    case "event":
      return judgeTrigger(candidate, facts);
    case "frequency":
      return judgeFrequency(candidate, facts.history);
    case "suppressed":
      return judgeSuppression(candidate, facts, false);
    case "snoozed":
      return judgeSuppression(candidate, facts, true);
    case "lane_busy":
      return flag(
        not(facts.lane_free),
        "Another content is on the screen.",
        "The screen is free.",
        "The screen is not known.",
      );
    case "host_paused":
      return flag(
        facts.host_paused,
        "The page paused guidance.",
        "The page allows guidance.",
        "The page's wish is not known.",
      );
  }
}

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function flag(blocks: boolean | undefined, whenTrue: string, whenFalse: string, whenUnknown: string): Judgement {
  if (blocks === undefined) return unknown(whenUnknown);
  return blocks ? block(whenTrue) : pass(whenFalse);
}

function judgeUrl({ edition }: Candidate, url: string | undefined): Judgement {
  const { include, exclude } = edition.targeting.urls;
  if (include.length === 0 && exclude.length === 0) return pass("Every page.");
  if (url === undefined) return unknown("The page's address is not known.");
  const excluded = exclude.find((pattern) => matchesUrl(pattern, url));
  if (excluded !== undefined) return block(`The address matches the excluded pattern ${excluded}.`);
  if (include.length === 0) return pass("No excluded pattern matches the address.");
  const included = include.find((pattern) => matchesUrl(pattern, url));
  return included === undefined
    ? block(`The address matches none of ${include.join(", ")}.`)
    : pass(`The address matches ${included}.`);
}

function judgeTrigger({ edition }: Candidate, facts: Facts): Judgement {
  if (facts.requested === true) return pass("Asked for by code.");
  const { trigger } = edition;
  switch (trigger.kind) {
    case "automatic":
      return pass("Starts by itself.");
    case "manual":
      return flag(not(facts.requested), "Starts only from code.", "Asked for by code.", "Starts only from code.");
    case "event":
      if (facts.events === undefined) return unknown(`Waits for the event ${trigger.event}.`);
      if (facts.events.includes(trigger.event)) return pass(`The event ${trigger.event} happened.`);
      return facts.requested === undefined
        ? unknown("Whether code asked for it is not known.")
        : block(`The event ${trigger.event} has not happened in this page.`);
  }
}

function judgeFrequency({ edition }: Candidate, history: RunHistory | undefined): Judgement {
  const { mode } = edition.frequency;
  switch (mode) {
    case "always":
      return pass("May be shown again and again.");
    case "once":
      return flag(history?.ended, "Already shown once.", "Not shown before.", "Earlier runs are not known.");
    case "until_completed":
      return flag(history?.completed, "Already completed.", "Not completed before.", "Earlier runs are not known.");
  }
}

function judgeSuppression({ content_id, edition }: Candidate, facts: Facts, snoozed: boolean): Judgement {
  const { suppressions, now_ms } = facts;
  if (suppressions === undefined || now_ms === undefined) return unknown("The person's choices are not known.");
  const relevant = suppressions.filter((each) => (each.reason === "snoozed") === snoozed);
  const found = activeSuppression(relevant, { content_id, tags: edition.tags }, now_ms);
  if (found === undefined) return pass(snoozed ? "Not snoozed." : "Not hidden by the person.");
  const until = new Date(found.expires_at_ms).toISOString();
  return block(snoozed ? `Snoozed until ${until}.` : `The person chose not to see this before ${until}.`);
}
