import { capLeft } from "@fanfare/contract/cap-group";
import { type Arm, HOLDOUT } from "@fanfare/contract/experiment";
import { audiencePart, type Facts, type Gate, gateStatus, PERSONAL_GATES, SERVER_GATES } from "@fanfare/contract/gates";
import type { ContentId } from "@fanfare/contract/ids";
import { conditionStatus } from "@fanfare/contract/page-conditions";
import { pageStatus } from "@fanfare/contract/page-gates";
import type { PageRule } from "@fanfare/contract/page-rule";
import type { Rule } from "@fanfare/contract/rule";
import type { SuppressionFact, SuppressionScope } from "@fanfare/contract/suppression";
import type { Truth } from "@fanfare/contract/truth";
import type { AppRecord } from "../accounts/app-directory.ts";
import { NO_PAST, type PastRuns, type PersonFacts } from "./person-facts.ts";
import type { PublishedContent } from "./published.ts";
import { variantOf } from "./variants.ts";

/** A content that passed what the server can judge, with the gates that only the page can. */
export interface Admitted {
  readonly content: PublishedContent;
  readonly pending_gates: readonly Gate[];
  readonly past: PastRuns;
  /** What the page must be like, where the audience asks for it. */
  readonly page_rule: PageRule | undefined;
  /** How many more runs the cap groups allow. */
  readonly cap_left: number | undefined;
  /** What the person reached that it is to be shown for. */
  readonly due: string | undefined;
  /** The arm of its experiment. */
  readonly variant: Arm | undefined;
}

/** A content that the person's own past hides. Contents hidden for any other reason are not spoken of. */
export interface Refused {
  readonly content: PublishedContent;
  readonly gate: Gate;
}

export interface Decisions {
  readonly admitted: readonly Admitted[];
  /** What is held out from this person alone, and would be admitted otherwise: until they would have met it once. */
  readonly held: readonly Admitted[];
  readonly refused: readonly Refused[];
}

/** The facts about one content that the server has; what only the page knows is missing, and so unknown. */
export function serverFacts(app: AppRecord, content: PublishedContent, facts: PersonFacts, now_ms: number): Facts {
  const { history, open } = facts.runs.get(content.content_id) ?? NO_PAST;
  // A run that goes on was counted when it began.
  return {
    ...factsWithout(app, facts, now_ms),
    history,
    caps: open === null ? content.caps.map(facts.cap) : [],
    due: facts.due.has(content.content_id),
    arm: facts.arms.get(content.content_id),
  };
}

/** The facts about a content that this person never met, and that is in no cap group. */
function factsWithout(app: AppRecord, facts: PersonFacts, now_ms: number): Facts {
  return {
    now_ms,
    app_paused: app.paused,
    published: true,
    person: facts.rules,
    identified: facts.identified,
    history: NO_PAST.history,
    caps: [],
    suppressions: facts.suppressions,
  };
}

/**
 * What this person may see, in the order of `contents`: the same gates as everywhere, with the facts of the server.
 * Nothing in a paused app.
 *
 * @example
 * const contents = await published(app);
 * decide(app, contents.list, await factsOf(store, contents, person, now_ms), now_ms).admitted;
 */
export function decide(
  app: AppRecord,
  contents: readonly PublishedContent[],
  facts: PersonFacts,
  now_ms: number,
): Decisions {
  const admitted: Admitted[] = [];
  const held: Admitted[] = [];
  const refused: Refused[] = [];
  if (app.paused) return { admitted, held, refused };
  const mayBeSuppressed = suppressionFilter(facts.suppressions);
  // The same for every content that this person has not met: made once.
  const without_past = factsWithout(app, facts, now_ms);
  const partOf = audienceOnce(without_past);
  for (const content of contents) {
    const { content_id, page_gates } = content;
    const past = facts.runs.get(content_id) ?? NO_PAST;
    const due = facts.due.get(content_id);
    const gates = past === NO_PAST && !mayBeSuppressed(content) ? content.own_gates : SERVER_GATES;
    if (gates.length === 0) {
      // Most people, most contents: what the gates say was worked out when the content was read.
      const pending_gates = pending(content, page_gates, due);
      const variant = variantOf(content, facts);
      admitted.push({ content, pending_gates, past, page_rule: undefined, cap_left: undefined, due, variant });
      continue;
    }
    const known =
      past === NO_PAST && content.caps.length === 0 && !facts.arms.has(content_id)
        ? without_past
        : serverFacts(app, content, facts, now_ms);
    const part = partOf(content);
    const judged = judgeOnServer(gates, content, known, part);
    const would_meet =
      judged === "holdout" &&
      !facts.arms.has(content_id) &&
      past.open === null &&
      judgeOnServer(NOT_HELD_GATES, content, known, part) === "admitted";
    if (judged === "admitted" || would_meet) {
      const page_rule = typeof part === "object" ? part : undefined;
      const asked = page_rule === undefined ? page_gates : content.page_gates_with_element;
      const pending_gates = pending(content, asked, due);
      const cap_left = capLeft(known.caps ?? []);
      const each = { content, pending_gates, past, page_rule, cap_left, due };
      if (would_meet) held.push({ ...each, variant: HOLDOUT });
      else admitted.push({ ...each, variant: variantOf(content, facts) });
    } else if (judged !== "unknown" && PERSONAL_GATES.includes(judged)) {
      refused.push({ content, gate: judged });
    }
  }
  return { admitted, held, refused };
}

const NOT_HELD_GATES = SERVER_GATES.filter((gate) => gate !== "holdout");

/**
 * What audiences leave for the page, each worked out once for a person: many contents are for the same people, and those
 * that ask the same hold the same rule (`publishedContents`).
 */
function audienceOnce(facts: Facts): (content: PublishedContent) => PageRule | Truth {
  const parts = new Map<Rule, PageRule | Truth>();
  return (content) => {
    const { audience } = content.edition.targeting;
    if (audience === undefined) return true;
    const known = parts.get(audience);
    // What is unknown is asked again, and answered in the same way.
    if (known !== undefined) return known;
    const part = audiencePart(content, facts);
    parts.set(audience, part);
    return part;
  };
}

/** Of what happened already nothing is left for the page to wait for. */
function pending(content: PublishedContent, gates: readonly Gate[], due: string | undefined): readonly Gate[] {
  const has_happened = due !== undefined && pageStatus("event", content, { due: true }, conditionStatus) === "pass";
  return has_happened ? gates.filter((gate) => gate !== "event") : gates;
}

/** The first of these gates that blocks, or whether any cannot be judged. */
function judgeOnServer(
  gates: readonly Gate[],
  content: PublishedContent,
  facts: Facts,
  part: PageRule | Truth,
): Gate | "admitted" | "unknown" {
  let unknown = false;
  for (const gate of gates) {
    const status = gateStatus(gate, content, facts, part);
    if (status === "block") return gate;
    unknown ||= status === "unknown";
  }
  return unknown ? "unknown" : "admitted";
}

/** Whether any of these suppressions is about a content, without asking each of them again for every content. */
function suppressionFilter(suppressions: readonly SuppressionFact[]): (content: PublishedContent) => boolean {
  if (suppressions.length === 0) return () => false;
  if (suppressions.some(({ scope }) => scope === "all")) return () => true;
  const targets = (wanted: SuppressionScope): ReadonlySet<string> =>
    new Set(suppressions.filter(({ scope }) => scope === wanted).map(({ target }) => target));
  const ids: ReadonlySet<ContentId | string> = targets("content");
  const tags = targets("tag");
  return ({ content_id, edition }) => ids.has(content_id) || edition.tags.some((tag) => tags.has(tag));
}
