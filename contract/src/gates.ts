import { isInPart } from "./bucket.ts";
import type { Edition } from "./content.ts";
import { type Arm, HOLDOUT } from "./experiment.ts";
import { conditionStatus } from "./page-conditions.ts";
import {
  type GateJudgement,
  type GateOutcome,
  type GateStatus,
  type PageCandidate,
  type PageFacts,
  type PageGate,
  pageStatus,
  passIf,
  passUnless,
} from "./page-gates.ts";
import type { PageRule } from "./page-rule.ts";
import type { RuleFacts } from "./rule-facts.ts";
import { pagePart } from "./rule-match.ts";
import { isWithin } from "./schedule.ts";
import type { Truth } from "./truth.ts";

/**
 * Who sees what: one pure function, the same in server, SDK and console. The gates stand in this fixed order, and the
 * first that blocks decides. A fact that is missing is unknown, never false. Those of page-gates.ts are the ones that a
 * page judges too; the first ones are the server's alone, and of the last ones only a page that is asked can tell.
 */
export const GATES = [
  "app_paused",
  "not_published",
  "schedule",
  "identity",
  "audience",
  "url",
  "element",
  "event",
  "frequency",
  "cap_group",
  "suppressed",
  "snoozed",
  "holdout",
  "percentage",
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

/** Gates that are about the person's own past: their names may be told to the page that asks for the content. */
export const PERSONAL_GATES: readonly Gate[] = ["frequency", "cap_group", "suppressed", "snoozed"];

/** Gates that only a page can judge. A content of which any other gate is unknown is not sent to it. */
export const GATES_OF_PAGE: readonly Gate[] = [
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

/** Gates that the server judges before it sends anything to a page. */
export const SERVER_GATES: readonly Gate[] = GATES.filter((gate) => !GATES_OF_PAGE.includes(gate));

/** Gates that judge what an author wants to keep from pages: what they saw is for members alone. */
export const PRIVATE_GATES: readonly Gate[] = [
  "schedule",
  "identity",
  "audience",
  "cap_group",
  "holdout",
  "percentage",
];

/** How many runs a group of contents allows a person within a window, and how many there were. */
export interface CapFact {
  readonly name: string;
  readonly runs_max: number;
  readonly window_hours: number;
  readonly runs: number;
}

/** What is known where the question is asked. The server knows nothing of the page, the page nothing of private rules. */
export interface Facts extends PageFacts {
  readonly published?: boolean | undefined;
  /** Not published, because somebody holds it back for now: only the sentence differs. */
  readonly publication_paused?: boolean | undefined;
  /** What rules ask about; `person_id` is what roll-outs go by. */
  readonly person?: RuleFacts | undefined;
  /** Known by an external id. */
  readonly identified?: boolean | undefined;
  /** The cap groups that this content belongs to. None for a run that is to be gone on with. */
  readonly caps?: readonly CapFact[] | undefined;
  /** The arm of the content's experiment in which the person met it before: they stay in it. */
  readonly arm?: Arm | undefined;
  /** Another content comes first. */
  readonly outranked?: boolean | undefined;
  /** Its name: only the sentence differs. */
  readonly outranked_by?: string | undefined;
  /** The person allowed what guidance needs. */
  readonly consent?: boolean | undefined;
  readonly target?: "found" | "hidden" | "missing" | undefined;
  /** The page could not load the SDK, or not reach the server. */
  readonly sdk_blocked?: boolean | undefined;
  /** The page has an older answer than the server would give. */
  readonly page_outdated?: boolean | undefined;
}

export type Judgement = GateJudgement<Gate>;
export type Outcome = GateOutcome<Gate>;

export interface Candidate extends PageCandidate {
  readonly edition: PageCandidate["edition"] & Pick<Edition, "schedule" | "rollout" | "experiment">;
}

/** What each gate says, in order: what `evaluate` (rules.ts) decides by, without the sentences, for where nobody asks why. */
export function judge(candidate: Candidate, facts: Facts): readonly Judgement[] {
  const part = audiencePart(candidate, facts);
  const for_page = typeof part === "object" ? { ...candidate, page_rule: part } : candidate;
  return GATES.map((gate) => ({ gate, status: gateStatus(gate, for_page, facts, part) }));
}

/** What the audience's rule says of this person: a truth, or what is left of it for the page. */
export function audiencePart({ edition }: Candidate, facts: Pick<Facts, "person" | "now_ms">): PageRule | Truth {
  const { audience } = edition.targeting;
  if (audience === undefined) return true;
  const { person, now_ms } = facts;
  // A thousand contents ask with the same facts: they are not copied for each.
  return pagePart(audience, person !== undefined && person.now_ms === now_ms ? person : { ...person, now_ms });
}

/** What one gate says; `part` is what {@link audiencePart} says of the same candidate and facts. */
export function gateStatus(gate: Gate, candidate: Candidate, facts: Facts, part: PageRule | Truth): GateStatus {
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
    case "element":
      return part === undefined ? "unknown" : pageStatus(gate, candidate, facts, conditionStatus);
    case "cap_group":
      if (facts.caps !== undefined) return passUnless(facts.caps.some(({ runs, runs_max }) => runs >= runs_max));
      return candidate.cap_left === undefined ? "unknown" : pageStatus(gate, candidate, facts, conditionStatus);
    case "holdout":
      return partStatus(edition.rollout?.holdout_percent ?? 0, 0, (percent) =>
        facts.arm === undefined
          ? passUnless(inPart(holdoutSalt(content_id), facts, percent))
          : passUnless(facts.arm === HOLDOUT),
      );
    case "percentage":
      return partStatus(edition.rollout?.percent ?? 100, 100, (percent) =>
        passIf(inPart(rolloutSalt(content_id), facts, percent)),
      );
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

/** A part that lets everybody pass needs no fact. */
function partStatus(percent: number, everybody: number, judged: (percent: number) => GateStatus): GateStatus {
  return percent === everybody ? "pass" : judged(percent);
}

/** What people are held out by: the same ones in every experiment of a content. */
export const holdoutSalt = (content_id: string): string => `${content_id} holdout`;
export const rolloutSalt = (content_id: string): string => `${content_id} rollout`;

function inPart(salt: string, { person }: Facts, percent: number): Truth {
  return person?.person_id === undefined ? undefined : isInPart(salt, person.person_id, percent);
}
