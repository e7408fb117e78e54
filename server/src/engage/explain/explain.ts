import type { Edition } from "@fanfare/contract/content/content";
import { contentLane } from "@fanfare/contract/content/lane";
import { type Evaluation, evaluate, explainGates, type Facts } from "@fanfare/contract/gates/evaluate";
import type { CapFact } from "@fanfare/contract/gates/gates";
import { outrankedBy } from "@fanfare/contract/gates/page-evidence";
import type { ContentId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { ExplainedContent } from "@fanfare/contract/schema/responses/people/explain";
import type { RuleFacts } from "@fanfare/contract/targeting/rule-facts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Person } from "../../people/person/find-person.ts";
import { withSegments } from "../../people/rules/rule-facts.ts";
import type { PublishedRow } from "../../store/statements/content/published.ts";
import type { Store } from "../../store/store.ts";
import { tasksSkipped } from "../decide/checklist-progress.ts";
import { decide, serverFacts } from "../decide/decisions.ts";
import { type LocalizedBody, localizeForReader, readerOf } from "../decide/localize-body.ts";
import { type CallContext, loadPersonFacts, NO_PAST_RUNS, type PersonFacts } from "../decide/person-facts.ts";
import { publishedWithDraft } from "../decide/published-cache.ts";
import type { Published, PublishedContent, PublishedContents } from "../decide/published-content.ts";
import { assignedVariant, variantEdition } from "../decide/variants.ts";

export interface Explanation {
  readonly content: PublishedContent;
  readonly result: Evaluation;
}

interface ExplainQuestion {
  readonly url: string | undefined;
  readonly now_ms: number;
}
export interface ExplainSubject {
  readonly person: Person;
  readonly call_context: CallContext;
  /** Facts in place of what is stored, for a person who doesn't exist. */
  readonly hypothetical?: Partial<RuleFacts>;
}
interface ExplainDeps {
  readonly store: Store;
  readonly published: Published;
}

/**
 * Explains why a person sees or doesn't see content on a page: every gate with its evidence. Without `url`, the URL
 * gate stays unknown.
 *
 * @throws ProblemError `content_not_found` if it isn't live in this app, even if it exists: pages must not discover
 * draft names.
 */
export async function explain(
  deps: ExplainDeps,
  app: AppRecord,
  subject: ExplainSubject,
  question: ExplainQuestion & { readonly content: string },
): Promise<Explanation> {
  const contents = await deps.published(app);
  const content = contents.find(question.content);
  if (content === undefined) {
    throw new ProblemError(
      "content_not_found",
      "No live content in this app has this ID or slug. Check the spelling, or publish it.",
    );
  }
  const facts = await factsOf(deps, app, contents, subject, question.now_ms);
  const skipped = await skippedByRun(deps, subject, [content], facts);
  const judge = results(app, contents, facts, question, skipped);
  return { content, result: judge(content) };
}

/** Same for all live content and for `more` that isn't live, with the person's count in each frequency cap. */
export async function explainAll(
  deps: ExplainDeps,
  app: AppRecord,
  subject: ExplainSubject,
  question: ExplainQuestion,
  more: readonly (PublishedContent & { readonly publication_paused: boolean })[],
): Promise<{ readonly all: readonly Explanation[]; readonly caps: readonly CapFact[] }> {
  const contents = await deps.published(app);
  const facts = await factsOf(deps, app, contents, subject, question.now_ms);
  const judge = results(app, contents, facts, question, await skippedByRun(deps, subject, contents.list, facts));
  const caps = [...new Set(contents.list.flatMap((content) => content.caps))].map(facts.cap);
  const all = [
    ...contents.list.map((content) => ({ content, result: judge(content) })),
    ...more.map((content) => {
      const { publication_paused } = content;
      const known = { ...serverFacts(app, content, facts, question.now_ms), url: question.url };
      return { content, result: evaluate(content, { ...known, published: false, publication_paused }) };
    }),
  ];
  return { all, caps };
}

/** A draft for a person: what would show or hide it, and how the person would read it. */
export interface DraftExplanation extends Explanation {
  readonly localized: LocalizedBody;
}

/** Explains a draft as if it were live, next to the content that is. In the language of the person's last visit. */
export async function explainDraft(
  deps: ExplainDeps,
  app: AppRecord,
  subject: ExplainSubject,
  question: ExplainQuestion,
  { row, edition }: { readonly row: Omit<PublishedRow, "edition">; readonly edition: Edition },
): Promise<DraftExplanation> {
  const { contents, content } = await publishedWithDraft(deps, app, row, edition);
  const facts = await factsOf(deps, app, contents, subject, question.now_ms);
  const judge = results(app, contents, facts, question, await skippedByRun(deps, subject, [content], facts));
  const reader = readerOf(app, facts.rules, { context: subject.call_context.context, languages: [] });
  const localized = localizeForReader(variantEdition(content.edition, assignedVariant(content, facts)), reader);
  return { content, result: judge(content), localized };
}

async function factsOf(
  { store }: ExplainDeps,
  { id: app_id }: AppRecord,
  contents: PublishedContents,
  { hypothetical, ...subject }: ExplainSubject,
  now_ms: number,
): Promise<PersonFacts> {
  const facts = await loadPersonFacts(store, contents, { ...subject, app_id }, now_ms);
  if (hypothetical === undefined) return facts;
  return { ...facts, rules: withSegments({ ...facts.rules, ...hypothetical }, contents.segments) };
}

/** By open run: the tasks that the person skipped. */
function skippedByRun(
  { store }: ExplainDeps,
  { person }: ExplainSubject,
  list: readonly PublishedContent[],
  facts: PersonFacts,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const runs = list.map((content) => {
    const past = facts.runs.get(content.content_id) ?? NO_PAST_RUNS;
    return { content, past, variant: assignedVariant(content, facts) };
  });
  return tasksSkipped({ store }, person, runs);
}

function results(
  app: AppRecord,
  { list }: PublishedContents,
  facts: PersonFacts,
  { url, now_ms }: ExplainQuestion,
  skipped: ReadonlyMap<string, readonly string[]>,
): (content: PublishedContent) => Evaluation {
  const place = new Map(list.map((content, index) => [content, index]));
  const starting = decide(app, list, facts, now_ms).eligible.map(({ content, page_rule, past }) => ({
    content,
    run: past.open,
    // An open run takes precedence over new content.
    place: past.open === null ? (place.get(content) ?? 0) : -1,
    starts: startsOn(content, page_rule !== undefined, url, past.open !== null),
  }));
  /** Within a lane, only the first item is shown. Inline content isn't limited. */
  const goesBefore = (each: (typeof starting)[number], content: PublishedContent): boolean => {
    const lane = contentLane(content.edition.body);
    if (lane === "inline" || contentLane(each.content.edition.body) !== lane) return false;
    return each.place < (place.get(content) ?? 0) && each.starts !== false;
  };
  return (content) => {
    const open = facts.runs.get(content.content_id)?.open;
    const known: Facts = { ...serverFacts(app, content, facts, now_ms), url };
    if (open) return evaluate(content, { ...known, skipped_tasks: skipped.get(open.run_id) });
    const before = startsOn(content, false, url) === false ? [] : starting.filter((each) => goesBefore(each, content));
    const first = before.find(({ starts }) => starts === true);
    if (first !== undefined) {
      const outranked_by = outrankedBy({ ...first.content, run: first.run }, content);
      return evaluate(content, { ...known, outranked: true, outranked_by });
    }
    return evaluate(content, before.length > 0 ? known : { ...known, outranked: false });
  };
}

/** Whether eligible content starts or resumes automatically on this page. Undefined if only the page can decide. */
function startsOn(
  content: PublishedContent,
  asks_for_page: boolean,
  url: string | undefined,
  requested = false,
): boolean | undefined {
  if (content.edition.trigger.kind === "manual" && !requested) return false;
  const statuses = evaluate(content, { url, requested })
    .evidence.filter(({ gate }) => gate === "url" || gate === "event")
    .map(({ status }) => status);
  if (statuses.includes("block")) return false;
  return statuses.includes("unknown") || asks_for_page ? undefined : true;
}

export function toExplainedContent({ content, result }: Explanation): ExplainedContent {
  const { content_id, slug, name } = content;
  return { content_id, slug, name, ...explainGates(result.evidence) };
}

/** Re-evaluates logged gates that need the page's URL. */
export function withPageUrl(
  logged: Pick<ExplainedContent, "outcome" | "gate" | "gates">,
  content: PublishedContent | undefined,
  url: string | undefined,
): Pick<ExplainedContent, "outcome" | "gate" | "gates"> {
  if (url === undefined || content === undefined) return logged;
  const address = evaluate(content, { url }).evidence.find(({ gate }) => gate === "url");
  if (address === undefined) return logged;
  return explainGates([...logged.gates.filter(({ gate }) => gate !== "url"), address]);
}

/** Matches content by ID or slug. */
export const isRequested = (
  content: Pick<PublishedContent, "slug"> & { content_id: ContentId | string },
  content_ref: string | undefined,
): boolean => content_ref === undefined || content.content_id === content_ref || content.slug === content_ref;
