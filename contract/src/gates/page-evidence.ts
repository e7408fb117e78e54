import type { Edition, Targeting, Trigger } from "../content/content.ts";
import { matchesUrl } from "../lib/glob.ts";
import type { Cause } from "../wording/cause.ts";
import { pageEvidence } from "../wording/page-evidence.ts";
import type { Facts, Gate, Judgment, OutrankedBy } from "./gates.ts";
import type { GateStatus, PageCandidate, PageFacts } from "./page-gates.ts";
import { activeSuppression, type SuppressionFact } from "./suppression.ts";

/** Evidence of gates for which only the status counts: blocked, passed, unknown. */
const PLAIN_CODES = {
  app_paused: ["app_paused", "app_running", "app_unknown"],
  element: ["page_out", "page_in", "page_unknown"],
  lane_busy: ["screen_busy", "screen_free", "screen_unknown"],
  host_paused: ["page_paused", "page_running", "pause_unknown"],
  consent: ["no_consent", "consent", "consent_unknown"],
  target_missing: ["target_missing", "target_found", "target_unknown"],
  target_hidden: ["target_hidden", "target_visible", "target_unknown"],
  sdk_blocked: ["sdk_blocked", "sdk_running", "sdk_unknown"],
  version_mismatch: ["page_outdated", "page_current", "page_age_unknown"],
} as const;
const STATUSES: readonly GateStatus[] = ["block", "pass", "unknown"];
type PlainCode = (typeof PLAIN_CODES)[keyof typeof PLAIN_CODES][number];
const PLAIN: Partial<Readonly<Record<Gate, readonly PlainCode[]>>> = PLAIN_CODES;

/** Why a page holds back content that starts automatically. */
interface WaitFacts {
  /** Name of the content on the screen that it waits for. */
  readonly waits_for?: string | undefined;
  /** Nothing is in its way but the pause after other content. */
  readonly waits_turn?: boolean | undefined;
}

/** Evidence for gates that a page judges, as data. Contains nothing about the server's gates. */
export function pageGateCauses(
  { gate, status }: Judgment,
  candidate: PageCandidate,
  facts: PageFacts & Pick<Facts, "caps" | "outranked_by"> & WaitFacts,
): readonly Cause[] {
  const { edition } = candidate;
  switch (gate) {
    case "url":
      return [urlEvidence(edition.targeting.urls, facts.url)];
    case "event":
      return triggerEvidence(status, edition.trigger, facts);
    case "frequency":
      return frequencyEvidence(status, edition, facts);
    case "cap_group":
      return capEvidence(status, candidate, facts);
    case "suppressed":
    case "snoozed":
      return [suppressionEvidence(gate, status, candidate, facts)];
    case "lane_busy":
      if (status === "block" && facts.waits_for !== undefined)
        return [pageEvidence("waits_for", { name: facts.waits_for })];
      if (status === "block" && facts.waits_turn === true) return [pageEvidence("waits_turn")];
      break;
    case "outranked":
      return [outrankedEvidence(status, facts)];
    case "element":
      if (candidate.page_rule === undefined && status === "pass") return [pageEvidence("no_page_conditions")];
      break;
    default:
  }
  const plain = PLAIN[gate]?.[STATUSES.indexOf(status)];
  return plain === undefined ? [] : [pageEvidence(plain)];
}

function urlEvidence({ include, exclude }: Targeting["urls"], url: string | undefined): Cause {
  if (include.length === 0 && exclude.length === 0) return pageEvidence("url_any");
  if (url === undefined) return pageEvidence("url_unknown");
  const excluded = exclude.find((pattern) => matchesUrl(pattern, url));
  if (excluded !== undefined) return pageEvidence("url_excluded", { pattern: excluded });
  if (include.length === 0) return pageEvidence("url_not_excluded");
  const pattern = include.find((each) => matchesUrl(each, url));
  return pattern === undefined
    ? pageEvidence("url_not_included", { patterns: include })
    : pageEvidence("url_included", { pattern });
}

function triggerEvidence(status: GateStatus, trigger: Trigger, facts: PageFacts): readonly Cause[] {
  if (facts.requested === true) return [pageEvidence("started_from_code")];
  switch (trigger.kind) {
    case "automatic":
      return [pageEvidence("starts_automatically")];
    case "manual":
      return [pageEvidence("starts_from_code")];
    case "link":
      return [pageEvidence(status === "pass" ? "link_starts" : "starts_from_link")];
    case "completed": {
      const code = status === "pass" ? "triggered_by_completion" : "awaits_completion";
      return [pageEvidence(code, { content: trigger.content }), dueEvidence(status, facts)];
    }
    case "goal": {
      const code = status === "pass" ? "triggered_by_goal" : "awaits_goal";
      return [pageEvidence(code, { goal: trigger.goal }), dueEvidence(status, facts)];
    }
    case "event": {
      const { event, count } = trigger;
      if (count !== undefined) {
        const code =
          status === "pass"
            ? ({ nth: "triggered_by_nth", every: "triggered_by_every" } as const)
            : ({ nth: "awaits_nth", every: "awaits_every" } as const);
        return [pageEvidence(code[count.on], { event, n: count.n }), dueEvidence(status, facts)];
      }
      if (facts.events === undefined) return [pageEvidence("event_awaited", { event })];
      if (status === "unknown") return [pageEvidence("start_unknown")];
      return [pageEvidence(status === "pass" ? "event_occurred" : "event_missing", { event })];
    }
  }
}

function dueEvidence(status: GateStatus, { due }: PageFacts): Cause {
  if (status === "pass") return pageEvidence("trigger_not_shown");
  return pageEvidence(due === undefined ? "trigger_unknown" : "trigger_shown");
}

function frequencyEvidence(
  status: GateStatus,
  { frequency }: Pick<Edition, "frequency">,
  { history }: PageFacts,
): readonly Cause[] {
  const { mode, every_days, cooldown_hours: hours } = frequency;
  if (status === "unknown") return [pageEvidence("views_unknown")];
  if (status === "block" && mode === "once" && history?.ended) return [pageEvidence("shown_once")];
  if (status === "block" && mode === "until_completed" && history?.completed) return [pageEvidence("completed")];
  const days = mode === "every" ? every_days : undefined;
  if (days === undefined && hours === undefined) {
    if (mode === "always" || mode === "every") return [pageEvidence("repeats_anytime")];
    return [pageEvidence(mode === "once" ? "not_shown" : "not_completed")];
  }
  const pause =
    days === undefined
      ? pageEvidence("repeats_after_hours", { hours: hours ?? 0 })
      : hours === undefined
        ? pageEvidence("repeats_after_days", { days })
        : pageEvidence("repeats_after_both", { days, hours });
  const ended_ms = history?.last_ended_ms;
  if (ended_ms === undefined) return [pause, pageEvidence("never_ended")];
  return [pause, pageEvidence("last_ended", { when: new Date(ended_ms).toISOString() })];
}

function capEvidence(status: GateStatus, { cap_left }: PageCandidate, { caps }: Pick<Facts, "caps">): readonly Cause[] {
  if (caps === undefined) {
    if (cap_left === undefined) return [pageEvidence("caps_unknown")];
    return [pageEvidence(({ block: "cap_reached", pass: "cap_free", unknown: "started_unknown" } as const)[status])];
  }
  if (caps.length === 0) return [pageEvidence("no_caps")];
  const full = caps.filter(({ runs, runs_max }) => runs >= runs_max);
  return (full.length > 0 ? full : caps).map(({ name, runs, runs_max, window_hours }) =>
    pageEvidence("cap_count", { name, runs, runs_max, hours: window_hours }),
  );
}

function suppressionEvidence(
  gate: "suppressed" | "snoozed",
  status: GateStatus,
  candidate: PageCandidate,
  facts: PageFacts,
): Cause {
  if (status === "unknown") return pageEvidence("suppressions_unknown");
  const found = suppressionForGate(gate, candidate, facts);
  if (found === undefined) return pageEvidence(gate === "snoozed" ? "not_snoozed" : "not_hidden");
  const { scope, target, expires_at_ms } = found;
  const until = new Date(expires_at_ms).toISOString();
  const code = gate === "snoozed" ? "snoozed" : "hidden";
  if (scope === "tag") return pageEvidence(`${code}_tag`, { until, tag: target });
  return pageEvidence(scope === "content" ? code : `${code}_all`, { until });
}

/** The active suppression for a gate: a snooze for `snoozed`, any other for `suppressed`. */
function suppressionForGate(
  gate: "suppressed" | "snoozed",
  { content_id, edition }: PageCandidate,
  { suppressions = [], now_ms = 0 }: PageFacts,
): SuppressionFact | undefined {
  const relevant = suppressions.filter((each) => (each.reason === "snoozed") === (gate === "snoozed"));
  return activeSuppression(relevant, { content_id, tags: edition.tags }, now_ms);
}

interface Ranked {
  readonly name: string;
  /** Shown before, and not ended. */
  readonly run: unknown;
  readonly edition: Pick<Edition, "priority">;
}

/** Why `first` comes before content of the same lane: an open run, then the priority, then the age decides. */
export function outrankedBy({ name, run, edition }: Ranked, then: Pick<Ranked, "edition">): OutrankedBy {
  return { name, why: run ? "running" : edition.priority > then.edition.priority ? "priority" : "age" };
}

function outrankedEvidence(status: GateStatus, { outranked_by: by }: Pick<Facts, "outranked_by">): Cause {
  if (status === "unknown") return pageEvidence("rank_unknown");
  if (status === "pass") return pageEvidence("first");
  return by === undefined ? pageEvidence("outranked") : pageEvidence("outranked_by", by);
}
