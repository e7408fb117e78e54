import type { OpenRun } from "@fanfare/contract/events";
import type { ContentId } from "@fanfare/contract/ids";
import { evaluate, type Facts, type Gate, PERSONAL_GATES, type RunHistory } from "@fanfare/contract/rules";
import type { SuppressionFact, SuppressionScope } from "@fanfare/contract/suppression";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { Person } from "../people/people.ts";
import { fromBit } from "../store/columns.ts";
import { type RunSummaryRow, runSummaries } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { liveSuppressions, type SuppressionRow } from "../store/suppressions.ts";
import type { PublishedContent } from "./published.ts";

/** What a person did with one content before, and the run that is still open. */
export interface PastRuns {
  readonly history: RunHistory;
  readonly open: OpenRun | null;
}

/** What the server knows about one person when it decides. */
export interface PersonFacts {
  /** Those that hide something now: as `evaluate` asks for them, and as they are stored. */
  readonly suppressions: readonly (SuppressionFact & SuppressionRow)[];
  /** Contents without an entry were never shown to this person. */
  readonly runs: ReadonlyMap<ContentId, PastRuns>;
}

/** A content that passed what the server can judge, with the gates that only the page can. */
export interface Admitted {
  readonly content: PublishedContent;
  readonly pending_gates: readonly Gate[];
  readonly past: PastRuns;
}

/** A content that the person's own past hides. Contents hidden for any other reason are not spoken of. */
export interface Refused {
  readonly content: PublishedContent;
  readonly gate: Gate;
}

export interface Decisions {
  readonly admitted: readonly Admitted[];
  readonly refused: readonly Refused[];
}

const NO_PAST: PastRuns = { history: { completed: false, ended: false }, open: null };
const NO_FACTS: PersonFacts = { suppressions: [], runs: new Map() };

/** What is stored about a person that decides; nothing for a visitor without a row, and nothing of a merged one. */
export async function factsOf(store: Store, person: Person, now_ms: number): Promise<PersonFacts> {
  if (person.row === undefined || person.merged) return NO_FACTS;
  const [suppressions, summaries] = await Promise.all([
    liveSuppressions(store.db, person.id, now_ms),
    runSummaries(store.db, person.id),
  ]);
  return {
    suppressions: suppressions.map((row) => ({ ...row, expires_at_ms: row.expires_at })),
    runs: new Map(summaries.map((row) => [row.content_id, pastOf(row)])),
  };
}

function pastOf(row: RunSummaryRow): PastRuns {
  const { open_id, open_version_id, open_step_id, open_seq } = row;
  const open =
    open_id === null || open_version_id === null || open_step_id === null || open_seq === null
      ? null
      : { run_id: open_id, version_id: open_version_id, step_id: open_step_id, seq: open_seq };
  return { history: { completed: fromBit(row.completed), ended: fromBit(row.ended) }, open };
}

/** The facts about one content that the server has; what only the page knows is missing, and so unknown. */
export function serverFacts(app: AppRecord, content_id: ContentId, facts: PersonFacts, now_ms: number): Facts {
  return {
    now_ms,
    app_paused: app.paused,
    published: true,
    history: (facts.runs.get(content_id) ?? NO_PAST).history,
    suppressions: facts.suppressions,
  };
}

/**
 * What this person may see, in the order of `contents`: the same `evaluate` as everywhere, with the facts of the server.
 * Nothing in a paused app.
 *
 * @example
 * decide(app, (await published(app)).list, await factsOf(store, person, now_ms), now_ms).admitted;
 */
export function decide(
  app: AppRecord,
  contents: readonly PublishedContent[],
  facts: PersonFacts,
  now_ms: number,
): Decisions {
  const admitted: Admitted[] = [];
  const refused: Refused[] = [];
  if (app.paused) return { admitted, refused };
  const mayBeSuppressed = suppressionFilter(facts.suppressions);
  for (const content of contents) {
    const past = facts.runs.get(content.content_id) ?? NO_PAST;
    if (past === NO_PAST && !mayBeSuppressed(content)) {
      // Most people, most contents: what evaluate would say was worked out when the content was read.
      admitted.push({ content, pending_gates: content.page_gates, past });
      continue;
    }
    const verdict = evaluate(content, serverFacts(app, content.content_id, facts, now_ms));
    if (verdict.outcome !== "hide") {
      admitted.push({ content, pending_gates: verdict.outcome === "unknown" ? verdict.gates : [], past });
    } else if (PERSONAL_GATES.includes(verdict.gate)) {
      refused.push({ content, gate: verdict.gate });
    }
  }
  return { admitted, refused };
}

/** Whether any of these suppressions is about a content, without asking each of them again for every content. */
function suppressionFilter(suppressions: readonly SuppressionFact[]): (content: PublishedContent) => boolean {
  if (suppressions.length === 0) return () => false;
  if (suppressions.some(({ scope }) => scope === "all")) return () => true;
  const targets = (wanted: SuppressionScope): ReadonlySet<string> =>
    new Set(suppressions.filter(({ scope }) => scope === wanted).map(({ target }) => target));
  const ids = targets("content");
  const tags = targets("tag");
  return ({ content_id, edition }) => ids.has(content_id) || edition.tags.some((tag) => tags.has(tag));
}
