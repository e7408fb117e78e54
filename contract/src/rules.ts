import type { Targeting, Trigger } from "./content.ts";
import { type Candidate, type Facts, type Judgement, judge, type Outcome } from "./gates.ts";
import { matchesUrl } from "./glob.ts";
import { type GateStatus, hiding, outcomeOf } from "./page-gates.ts";

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
  const evidence = judgements.map((each) => ({ ...each, evidence: evidenceOf(each, candidate, facts) }));
  return { ...outcomeOf(judgements), evidence };
}

function evidenceOf({ gate, status }: Judgement, candidate: Candidate, facts: Facts): string {
  const { edition } = candidate;
  const say = (sentences: Readonly<Record<GateStatus, string>>): string => sentences[status];
  switch (gate) {
    case "app_paused":
      return say({
        block: "The app is paused.",
        pass: "The app is running.",
        unknown: "Whether the app is paused is not known.",
      });
    case "not_published":
      return say({
        block: "Not published in this app.",
        pass: "Published in this app.",
        unknown: "Publication is not known.",
      });
    case "url":
      return urlEvidence(edition.targeting.urls, facts.url);
    case "event":
      return triggerEvidence(status, edition.trigger, facts);
    case "frequency":
      if (edition.frequency.mode === "always") return "May be shown again and again.";
      return edition.frequency.mode === "once"
        ? say({ block: "Already shown once.", pass: "Not shown before.", unknown: "Earlier runs are not known." })
        : say({ block: "Already completed.", pass: "Not completed before.", unknown: "Earlier runs are not known." });
    case "suppressed":
    case "snoozed": {
      if (status === "unknown") return "The person's choices are not known.";
      const found = hiding(gate, candidate, facts);
      if (found === undefined) return gate === "snoozed" ? "Not snoozed." : "Not hidden by the person.";
      const until = new Date(found.expires_at_ms).toISOString();
      return gate === "snoozed" ? `Snoozed until ${until}.` : `The person chose not to see this before ${until}.`;
    }
    case "lane_busy":
      return say({
        block: "Another content is on the screen.",
        pass: "The screen is free.",
        unknown: "The screen is not known.",
      });
    case "host_paused":
      return say({
        block: "The page paused guidance.",
        pass: "The page allows guidance.",
        unknown: "The page's wish is not known.",
      });
  }
}

function urlEvidence({ include, exclude }: Targeting["urls"], url: string | undefined): string {
  if (include.length === 0 && exclude.length === 0) return "Every page.";
  if (url === undefined) return "The page's address is not known.";
  const excluded = exclude.find((pattern) => matchesUrl(pattern, url));
  if (excluded !== undefined) return `The address matches the excluded pattern ${excluded}.`;
  if (include.length === 0) return "No excluded pattern matches the address.";
  const included = include.find((pattern) => matchesUrl(pattern, url));
  return included === undefined
    ? `The address matches none of ${include.join(", ")}.`
    : `The address matches ${included}.`;
}

function triggerEvidence(status: GateStatus, trigger: Trigger, facts: Facts): string {
  if (facts.requested === true) return "Asked for by code.";
  switch (trigger.kind) {
    case "automatic":
      return "Starts by itself.";
    case "manual":
      return "Starts only from code.";
    case "event":
      if (facts.events === undefined) return `Waits for the event ${trigger.event}.`;
      if (status === "pass") return `The event ${trigger.event} happened.`;
      return status === "unknown"
        ? "Whether code asked for it is not known."
        : `The event ${trigger.event} has not happened in this page.`;
  }
}
