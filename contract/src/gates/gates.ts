import type { Edition, ResponseQuota } from "../content/content.ts";
import { type Arm, HOLDOUT, variantFor } from "../content/experiment.ts";
import { isTaskFor } from "../content/task-audience.ts";
import { isInPercentage } from "../lib/hash-bucket.ts";
import type { Ternary } from "../lib/three-valued.ts";
import type { PageRule } from "../targeting/page-rule.ts";
import type { RuleFacts } from "../targeting/rule-facts.ts";
import { residualPageRule } from "../targeting/rule-match.ts";
import { isWithin } from "../targeting/schedule.ts";
import { type GroupProgressFact, isDoneByGroup } from "./group-progress.ts";
import { conditionStatus } from "./page-conditions.ts";
import {
  type GateJudgment,
  type GateOutcome,
  type GateStatus,
  type PageCandidate,
  type PageFacts,
  type PageGate,
  pageStatus,
  passIf,
  passUnless,
} from "./page-gates.ts";

/**
 * Who sees what. The gates have this fixed order, and the first that blocks decides. A missing fact is unknown, never false.
 * Each gate has one rule: {@link gateStatus}, which takes the gates that pages load from `pageStatus` (page-gates.ts). Three
 * callers apply the rules, each to the gates that it needs:
 *
 * - `evaluate` (evaluate.ts): all gates with evidence, for explanations.
 * - `decide` (server/src/engage/decide/decisions.ts): the server's gates up to the first that blocks, for each response.
 * - `judgePage` (page-gates.ts): the page's gates, on each change of the page.
 *
 * `e2e/explain-equals-page.test.ts` proves that they agree.
 */
export const GATES = [
  "app_paused",
  "not_published",
  "schedule",
  "identity",
  "audience",
  "tasks",
  "url",
  "element",
  "event",
  "frequency",
  "cap_group",
  "suppressed",
  "snoozed",
  "holdout",
  "percentage",
  "quota",
  "lane_busy",
  "outranked",
  "host_paused",
  "consent",
  "target_missing",
  "target_hidden",
  "sdk_blocked",
  "version_mismatch",
] as const;
export type Gate = (typeof GATES)[number];

/** Gates about the person's own history. Pages may see their names. */
export const PERSONAL_GATES: readonly Gate[] = ["frequency", "cap_group", "suppressed", "snoozed"];

/**
 * Gates of content that a person asks for with a button of other content. Its own targeting, rollout, frequency, and caps
 * don't apply. Of their suppressions, only those set by members do.
 */
export const ASKED_GATES: readonly Gate[] = [
  ...(["app_paused", "not_published", "schedule", "tasks", "suppressed", "holdout"] as const),
];

/** Gates that only a page can judge. Content with any other unknown gate isn't sent to the page. */
export const PAGE_ONLY_GATES: readonly Gate[] = [
  "url",
  "element",
  "event",
  "lane_busy",
  "outranked",
  "host_paused",
  "consent",
  "target_missing",
  "target_hidden",
  "sdk_blocked",
  "version_mismatch",
];

/** Gates that the server judges before it sends content to a page. */
export const SERVER_GATES: readonly Gate[] = GATES.filter((gate) => !PAGE_ONLY_GATES.includes(gate));

/** Gates about targeting that stays on the server: only members see their evidence. */
export const PRIVATE_GATES: readonly Gate[] = [
  "schedule",
  "identity",
  "audience",
  "tasks",
  "cap_group",
  "holdout",
  "percentage",
  "quota",
];

/** How many runs a frequency cap allows one person within a window, and how many there were. */
export interface CapFact {
  readonly name: string;
  readonly runs_max: number;
  readonly window_hours: number;
  readonly runs: number;
}

/** The content that comes first, and why. */
export interface OutrankedBy {
  readonly name: string;
  readonly why: "running" | "priority" | "age";
}

/** The facts that the caller has. The server has none of the page, and the page none of the private rules. */
export interface Facts extends PageFacts {
  readonly published?: boolean | undefined;
  /** Publication is paused. Only affects the evidence. */
  readonly publication_paused?: boolean | undefined;
  /** Facts for rules. Rollouts use `person_id`. */
  readonly person?: RuleFacts | undefined;
  /** Has an external ID. */
  readonly identified?: boolean | undefined;
  /** Caps that cover this content. Empty for a run that is being resumed. */
  readonly caps?: readonly CapFact[] | undefined;
  /** Responses to the survey that count toward its quota now. */
  readonly responses?: number | undefined;
  /** The open run has an answer, so it is one of the responses. */
  readonly responded?: boolean | undefined;
  /** IDs of the tasks that the person skipped in the open run of a checklist. Only affects the evidence. */
  readonly skipped_tasks?: readonly string[] | undefined;
  /** Of a checklist whose progress is shared. */
  readonly group_progress?: GroupProgressFact | undefined;
  /** Experiment arm in which the person saw the content before. It doesn't change. */
  readonly arm?: Arm | undefined;
  readonly outranked?: boolean | undefined;
  /** The content that comes first. Only affects the evidence. */
  readonly outranked_by?: OutrankedBy | undefined;
  /** The person consented to what in-app guidance needs. */
  readonly consent?: boolean | undefined;
  readonly target?: "found" | "hidden" | "missing" | undefined;
  /** The page couldn't load the SDK or reach the server. */
  readonly sdk_blocked?: boolean | undefined;
  /** The page uses an older response than the server would send now. */
  readonly page_outdated?: boolean | undefined;
}

export type Judgment = GateJudgment<Gate>;
export type Outcome = GateOutcome<Gate>;

export interface Candidate extends PageCandidate {
  readonly edition: PageCandidate["edition"] &
    Pick<Edition, "schedule" | "rollout" | "quota" | "experiment"> &
    Partial<Pick<Edition, "body">>;
}

/** Evaluates the audience for this person: a result, or the rest of the rule for the page. */
export function evaluateAudience({ edition }: Candidate, facts: Pick<Facts, "person" | "now_ms">): PageRule | Ternary {
  const { audience } = edition.targeting;
  if (audience === undefined) return true;
  const { person, now_ms } = facts;
  // Don't copy the facts: a thousand items are evaluated with the same object.
  return residualPageRule(audience, person !== undefined && person.now_ms === now_ms ? person : { ...person, now_ms });
}

/** The status of one gate. `part` is the {@link evaluateAudience} of the same candidate and facts. */
export function gateStatus(gate: Gate, candidate: Candidate, facts: Facts, part: PageRule | Ternary): GateStatus {
  const { edition, content_id } = candidate;
  switch (gate) {
    case "not_published":
      return passIf(facts.published);
    case "schedule":
      return edition.schedule === undefined
        ? "pass"
        : passIf(isWithin(edition.schedule, facts.now_ms, facts.person?.time_zone));
    case "identity":
      return identityStatus(edition.targeting.people, facts.identified);
    case "audience":
      return typeof part === "object" ? "pass" : passIf(part);
    case "tasks":
      return tasksStatus(candidate, facts);
    case "element":
      return part === undefined ? "unknown" : pageStatus(gate, candidate, facts, conditionStatus);
    case "cap_group":
      if (facts.caps !== undefined) return passUnless(facts.caps.some(({ runs, runs_max }) => runs >= runs_max));
      return candidate.cap_left === undefined ? "unknown" : pageStatus(gate, candidate, facts, conditionStatus);
    case "holdout":
      return percentageStatus(edition.rollout?.holdout_percent ?? 0, 0, (percent) =>
        facts.arm === undefined
          ? passUnless(isPersonInPercentage(holdoutSalt(content_id), facts, percent))
          : passUnless(facts.arm === HOLDOUT),
      );
    case "percentage":
      return percentageStatus(edition.rollout?.percent ?? 100, 100, (percent) =>
        passIf(isPersonInPercentage(rolloutSalt(content_id), facts, percent)),
      );
    case "quota":
      return quotaStatus(edition.quota, facts);
    case "outranked":
      return passUnless(facts.outranked);
    case "consent":
      return passIf(facts.consent);
    case "target_missing":
      return facts.target === undefined ? "unknown" : passUnless(facts.target === "missing");
    case "target_hidden":
      return facts.target === undefined ? "unknown" : passUnless(facts.target === "hidden");
    case "sdk_blocked":
      return passUnless(facts.sdk_blocked);
    case "version_mismatch":
      return passUnless(facts.page_outdated);
    default:
      return pageStatus(gate satisfies PageGate, candidate, facts, conditionStatus);
  }
}

function identityStatus(people: "identified" | "anonymous" | undefined, identified: boolean | undefined): GateStatus {
  return people === undefined
    ? "pass"
    : passIf(identified === undefined ? undefined : identified === (people === "identified"));
}

/** Some task of the checklist is for the person, and the person's groups haven't done all of them. */
function tasksStatus(candidate: Candidate, facts: Facts): GateStatus {
  const body = shownBody(candidate, facts);
  if (body?.type !== "checklist") return "pass";
  const included = body.tasks.map((task) => isTaskFor(task, facts.person ?? {}));
  const is_certain = !included.includes(undefined);
  if (is_certain && isFinishedByGroup(candidate, facts)) return "block";
  if (body.tasks.length === 0 || included.includes(true)) return "pass";
  return is_certain ? "block" : "unknown";
}

/** Nothing is left of the checklist for a person who hasn't started it, because their groups did all tasks. */
export function isFinishedByGroup(candidate: Candidate, facts: Facts): boolean {
  const body = shownBody(candidate, facts);
  const { group_progress, person = {} } = facts;
  if (body?.type !== "checklist" || body.group_progress === undefined || group_progress === undefined) return false;
  const tasks = body.tasks.filter((task) => isTaskFor(task, person) === true);
  return isDoneByGroup(tasks, group_progress);
}

/** The body of the person's variant. */
export function shownBody({ edition, content_id }: Candidate, { arm, person }: Facts): Edition["body"] | undefined {
  const { body, experiment } = edition;
  if (experiment === undefined || arm === HOLDOUT) return body;
  const variant = arm ?? (person?.person_id === undefined ? "a" : variantFor(experiment, content_id, person.person_id));
  return experiment.variants.find(({ id }) => id === variant)?.body ?? body;
}

function quotaStatus(quota: ResponseQuota | undefined, { responses, responded }: Facts): GateStatus {
  if (quota === undefined || responded === true) return "pass";
  return passIf(responses === undefined ? undefined : responses < quota.responses);
}

/** A percentage that includes everyone needs no fact. */
function percentageStatus(
  percent: number,
  everyone: number,
  evaluatePercent: (percent: number) => GateStatus,
): GateStatus {
  return percent === everyone ? "pass" : evaluatePercent(percent);
}

/** The holdout has the same people in every experiment of one item. */
export const holdoutSalt = (content_id: string): string => `${content_id} holdout`;
export const rolloutSalt = (content_id: string): string => `${content_id} rollout`;

function isPersonInPercentage(salt: string, { person }: Facts, percent: number): Ternary {
  return person?.person_id === undefined ? undefined : isInPercentage(salt, person.person_id, percent);
}
