import type { Frequency, Targeting, Trigger } from "../content/content.ts";
import { matchesUrl } from "../lib/glob.ts";
import { DAY_MS, HOUR_MS } from "../limits.ts";
import { matchesPage } from "../targeting/page-rule.ts";
import { type ConditionGate, type GateStatus, type PageCandidate, type PageFacts, passIf } from "./page-gates.ts";

/** Status of a gate that an author configured. Unconfigured gates pass in page-gates.ts. */
export function conditionStatus(gate: ConditionGate, candidate: PageCandidate, facts: PageFacts): GateStatus {
  const { targeting, trigger, frequency } = candidate.edition;
  const { page_rule, cap_left } = candidate;
  switch (gate) {
    case "url":
      return urlStatus(targeting.urls, facts.url);
    case "element":
      return page_rule === undefined ? "pass" : passIf(matchesPage(page_rule, facts));
    case "event":
      return triggerStatus(trigger, candidate.slug, facts);
    case "frequency":
      return pauseStatus(frequency, facts);
    case "cap_group":
      if (cap_left === undefined) return "pass";
      return passIf(facts.runs_begun === undefined ? undefined : facts.runs_begun < cap_left);
  }
}

function urlStatus({ include, exclude }: Targeting["urls"], url: string | undefined): GateStatus {
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

/** Content slugs requested by the URL: `?fanfare=welcome`. */
function linkedSlugs(url: string): readonly string[] {
  return new URLSearchParams(url.split(/[?#]/)[1]).getAll("fanfare");
}

/** For content that was shown before: whether its minimum time between views has passed. */
function pauseStatus({ every_days = 0, cooldown_hours = 0 }: Frequency, { history, now_ms }: PageFacts): GateStatus {
  const last_ended_ms = history?.last_ended_ms;
  if (now_ms === undefined || last_ended_ms === undefined) return "unknown";
  return passIf(now_ms >= last_ended_ms + Math.max(every_days * DAY_MS, cooldown_hours * HOUR_MS));
}
