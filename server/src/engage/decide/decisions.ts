import { type Arm, HOLDOUT } from "@fanfare/contract/content/experiment";
import { remainingRuns } from "@fanfare/contract/gates/cap-group";
import {
  evaluateAudience,
  type Facts,
  type Gate,
  gateStatus,
  PERSONAL_GATES,
  SERVER_GATES,
} from "@fanfare/contract/gates/gates";
import { conditionStatus } from "@fanfare/contract/gates/page-conditions";
import { pageStatus } from "@fanfare/contract/gates/page-gates";
import type { SuppressionFact, SuppressionScope } from "@fanfare/contract/gates/suppression";
import type { ContentId } from "@fanfare/contract/lib/ids";
import type { Ternary } from "@fanfare/contract/lib/three-valued";
import type { PageRule } from "@fanfare/contract/targeting/page-rule";
import type { Rule } from "@fanfare/contract/targeting/rule";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { groupProgressFact } from "../group-progress/group-progress.ts";
import { NO_PAST_RUNS, type PastRuns, type PersonFacts } from "./person-facts.ts";
import type { PublishedContent } from "./published-content.ts";
import { assignedVariant } from "./variants.ts";

/** Content that passed the server's gates, with the gates that only the page can judge. */
export interface EligibleContent {
  readonly content: PublishedContent;
  readonly pending_gates: readonly Gate[];
  readonly past: PastRuns;
  /** The rest of the audience, for the page. */
  readonly page_rule: PageRule | undefined;
  readonly cap_left: number | undefined;
  /** The milestone that triggered it. */
  readonly due: string | undefined;
  readonly variant: Arm | undefined;
  /** The person asked for it (asked-content.ts). */
  readonly on_request?: true | undefined;
}

/** Content that a personal gate hides. Content hidden for other reasons isn't returned. */
export interface PersonallyHiddenContent {
  readonly content: PublishedContent;
  readonly gate: Gate;
}

export interface Decisions {
  readonly eligible: readonly EligibleContent[];
  /** Content that only the holdout hides, until the person would have seen it for the first time. */
  readonly held_out: readonly EligibleContent[];
  readonly hidden: readonly PersonallyHiddenContent[];
}

/** The server's facts about one item. The page's facts are missing, so they count as unknown. */
export function serverFacts(app: AppRecord, content: PublishedContent, facts: PersonFacts, now_ms: number): Facts {
  const { history, open } = facts.runs.get(content.content_id) ?? NO_PAST_RUNS;
  // Already counted when the run started.
  return {
    ...factsForNewContent(app, facts, now_ms),
    history,
    caps: open === null ? content.caps.map(facts.cap) : [],
    due: facts.due.has(content.content_id),
    arm: facts.arms.get(content.content_id),
    responses: facts.responses.get(content.content_id),
    responded: open !== null && facts.responded.has(open.run_id),
    group_progress: groupProgressFact(facts.group_progress, content.content_id, open !== null),
  };
}

/** Facts about an item without earlier runs or frequency caps. */
function factsForNewContent(app: AppRecord, facts: PersonFacts, now_ms: number): Facts {
  return {
    now_ms,
    app_paused: app.paused,
    published: true,
    person: facts.rules,
    identified: facts.identified,
    history: NO_PAST_RUNS.history,
    caps: [],
    suppressions: facts.suppressions,
  };
}

/**
 * Decides which content this person may see, in the order of `contents`. Evaluates the rules of gates.ts with the
 * server's facts, up to the first gate that blocks. Returns nothing for a paused app.
 *
 * @example
 * const contents = await published(app);
 * decide(app, contents.list, await loadPersonFacts(store, contents, about, now_ms), now_ms).eligible;
 */
export function decide(
  app: AppRecord,
  contents: readonly PublishedContent[],
  facts: PersonFacts,
  now_ms: number,
): Decisions {
  const admitted: EligibleContent[] = [];
  const held_out: EligibleContent[] = [];
  const refused: PersonallyHiddenContent[] = [];
  if (app.paused) return { eligible: admitted, held_out, hidden: refused };
  const mayBeSuppressed = suppressionFilter(facts.suppressions);
  // Shared by all content without earlier runs.
  const without_past = factsForNewContent(app, facts, now_ms);
  const partOf = memoizedAudience(without_past);
  for (const content of contents) {
    const { content_id, page_gates } = content;
    const past = facts.runs.get(content_id) ?? NO_PAST_RUNS;
    const due = facts.due.get(content_id);
    const gates = past === NO_PAST_RUNS && !mayBeSuppressed(content) ? content.own_gates : SERVER_GATES;
    if (gates.length === 0) {
      // Common case: the gates were evaluated when the content was loaded.
      const variant = assignedVariant(content, facts);
      if (past === NO_PAST_RUNS && due === undefined && variant === undefined) {
        admitted.push(asPublished(content));
        continue;
      }
      const pending_gates = pending(content, page_gates, due);
      admitted.push({ content, pending_gates, past, page_rule: undefined, cap_left: undefined, due, variant });
      continue;
    }
    const known =
      past === NO_PAST_RUNS &&
      content.caps.length === 0 &&
      content.edition.quota === undefined &&
      !facts.group_progress.checklists.has(content_id) &&
      !facts.arms.has(content_id)
        ? without_past
        : serverFacts(app, content, facts, now_ms);
    const part = partOf(content);
    const ruling = judgeOnServer(gates, content, known, part);
    const would_meet =
      ruling === "holdout" &&
      !facts.arms.has(content_id) &&
      past.open === null &&
      judgeOnServer(GATES_WITHOUT_HOLDOUT, content, known, part) === "admitted";
    if (ruling === "admitted" || would_meet) {
      const page_rule = typeof part === "object" ? part : undefined;
      const candidate_gates = page_rule === undefined ? page_gates : content.page_gates_with_element;
      const pending_gates = pending(content, candidate_gates, due);
      const cap_left = remainingRuns(known.caps ?? []);
      const each = { content, pending_gates, past, page_rule, cap_left, due };
      if (would_meet) held_out.push({ ...each, variant: HOLDOUT });
      else admitted.push({ ...each, variant: assignedVariant(content, facts) });
    } else if (ruling !== "unknown" && PERSONAL_GATES.includes(ruling)) {
      refused.push({ content, gate: ruling });
    }
  }
  return { eligible: admitted, held_out, hidden: refused };
}

const as_published = new WeakMap<PublishedContent, EligibleContent>();

/** The decision about content if it depends on nothing about the person: one object for everyone. */
function asPublished(content: PublishedContent): EligibleContent {
  const known = as_published.get(content);
  if (known !== undefined) return known;
  const nothing = { page_rule: undefined, cap_left: undefined, due: undefined, variant: undefined };
  const made = { content, pending_gates: content.page_gates, past: NO_PAST_RUNS, ...nothing };
  as_published.set(content, made);
  return made;
}

export const isAsPublished = (eligible: EligibleContent): boolean => as_published.get(eligible.content) === eligible;

const MEANT_GATES = SERVER_GATES.filter((gate) => !PERSONAL_GATES.includes(gate));

/** Whether the targeting includes this person, regardless of their history, suppressions, and caps. */
export function isMeantFor(app: AppRecord, content: PublishedContent, facts: PersonFacts, now_ms: number): boolean {
  const known = serverFacts(app, content, facts, now_ms);
  return judgeOnServer(MEANT_GATES, content, known, evaluateAudience(content, known)) === "admitted";
}

const GATES_WITHOUT_HOLDOUT = SERVER_GATES.filter((gate) => gate !== "holdout");

/** Evaluates each audience once per person: equal audiences share one rule object (`publishedContents`). */
function memoizedAudience(facts: Facts): (content: PublishedContent) => PageRule | Ternary {
  const parts = new Map<Rule, PageRule | Ternary>();
  return (content) => {
    const { audience } = content.edition.targeting;
    if (audience === undefined) return true;
    const known = parts.get(audience);
    // Unknown results aren't cached. Evaluating them again gives the same result.
    if (known !== undefined) return known;
    const part = evaluateAudience(content, facts);
    parts.set(audience, part);
    return part;
  };
}

/** The page doesn't wait for an event that has already occurred. */
function pending(content: PublishedContent, gates: readonly Gate[], due: string | undefined): readonly Gate[] {
  const has_happened = due !== undefined && pageStatus("event", content, { due: true }, conditionStatus) === "pass";
  return has_happened ? gates.filter((gate) => gate !== "event") : gates;
}

/** Returns the first gate that blocks, or whether any is unknown. */
function judgeOnServer(
  gates: readonly Gate[],
  content: PublishedContent,
  facts: Facts,
  part: PageRule | Ternary,
): Gate | "admitted" | "unknown" {
  let unknown = false;
  for (const gate of gates) {
    const status = gateStatus(gate, content, facts, part);
    if (status === "block") return gate;
    unknown ||= status === "unknown";
  }
  return unknown ? "unknown" : "admitted";
}

/** Indexes suppressions, so that each item doesn't scan all of them. */
function suppressionFilter(suppressions: readonly SuppressionFact[]): (content: PublishedContent) => boolean {
  if (suppressions.length === 0) return () => false;
  if (suppressions.some(({ scope }) => scope === "all")) return () => true;
  const targets = (wanted_scope: SuppressionScope): ReadonlySet<string> =>
    new Set(suppressions.filter(({ scope }) => scope === wanted_scope).map(({ target }) => target));
  const ids: ReadonlySet<ContentId | string> = targets("content");
  const tags = targets("tag");
  return ({ content_id, edition }) => ids.has(content_id) || edition.tags.some((tag) => tags.has(tag));
}
