import { contentLane } from "@fanfare/contract/content/lane";
import { type Evaluation, evaluate, explainGates, type Facts } from "@fanfare/contract/gates/evaluate";
import type { CapFact } from "@fanfare/contract/gates/gates";
import type { ContentId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { ExplainedContent } from "@fanfare/contract/schema/people/explain";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Person } from "../../people/person/find-person.ts";
import type { Store } from "../../store/store.ts";
import { decide, serverFacts } from "../decide/decisions.ts";
import { type CallContext, loadPersonFacts, type PersonFacts } from "../decide/person-facts.ts";
import type { Published, PublishedContent, PublishedContents } from "../decide/published-content.ts";

export interface Explanation {
  readonly content: PublishedContent;
  readonly result: Evaluation;
}

interface ExplainQuestion {
  readonly url: string | undefined;
  readonly now_ms: number;
}
interface ExplainSubject {
  readonly person: Person;
  readonly call_context: CallContext;
}
interface ExplainDeps {
  readonly store: Store;
  readonly published: Published;
}

/**
 * Why a person sees a content on a page, or does not: every gate with what it saw. Without `url` the gate of the address
 * stays unknown.
 *
 * @throws ProblemError `content_not_found` for what is not live in this app, whether or not it exists: a page may not
 * find out the names of drafts.
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
  const facts = await loadPersonFacts(deps.store, contents, { ...subject, app_id: app.id }, question.now_ms);
  const judge = results(app, contents, facts, question);
  return { content, result: judge(content) };
}

/** The same for everything that is live, and for `more` that is not; and how far the person is in each cap group. */
export async function explainAll(
  deps: ExplainDeps,
  app: AppRecord,
  subject: ExplainSubject,
  question: ExplainQuestion,
  more: readonly (PublishedContent & { readonly publication_paused: boolean })[],
): Promise<{ readonly all: readonly Explanation[]; readonly caps: readonly CapFact[] }> {
  const contents = await deps.published(app);
  const facts = await loadPersonFacts(deps.store, contents, { ...subject, app_id: app.id }, question.now_ms);
  const judge = results(app, contents, facts, question);
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

/** Judges what is live for one person on one page. */
function results(
  app: AppRecord,
  { list }: PublishedContents,
  facts: PersonFacts,
  { url, now_ms }: ExplainQuestion,
): (content: PublishedContent) => Evaluation {
  const place = new Map(list.map((content, index) => [content, index]));
  const starting = decide(app, list, facts, now_ms).eligible.map(({ content, page_rule }) => ({
    content,
    place: place.get(content) ?? 0,
    starts: startsOn(content, page_rule !== undefined, url),
  }));
  /** Of those in one lane the first goes first; beside an element of the page there is room for all. */
  const goesBefore = (each: (typeof starting)[number], content: PublishedContent): boolean => {
    const lane = contentLane(content.edition.body);
    if (lane === "inline" || contentLane(each.content.edition.body) !== lane) return false;
    return each.place < (place.get(content) ?? 0) && each.starts !== false;
  };
  return (content) => {
    const known: Facts = { ...serverFacts(app, content, facts, now_ms), url };
    // A run that is open goes on before anything new.
    if (facts.runs.get(content.content_id)?.open) return evaluate(content, known);
    const before = startsOn(content, false, url) === false ? [] : starting.filter((each) => goesBefore(each, content));
    const first = before.find(({ starts }) => starts === true);
    if (first !== undefined) return evaluate(content, { ...known, outranked: true, outranked_by: first.content.name });
    return evaluate(content, before.length > 0 ? known : { ...known, outranked: false });
  };
}

/** Whether an admitted content starts by itself on this page; undefined where only the page knows. */
function startsOn(content: PublishedContent, asks_for_page: boolean, url: string | undefined): boolean | undefined {
  if (content.edition.trigger.kind === "manual") return false;
  const statuses = evaluate(content, { url, requested: false })
    .evidence.filter(({ gate }) => gate === "url" || gate === "event")
    .map(({ status }) => status);
  if (statuses.includes("block")) return false;
  return statuses.includes("unknown") || asks_for_page ? undefined : true;
}

export function toExplainedContent({ content, result }: Explanation): ExplainedContent {
  const { content_id, slug, name } = content;
  return { content_id, slug, name, ...explainGates(result.evidence) };
}

/** Judges again, with the page's address, what the log could not know of it. */
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

/** Ids of contents, for those who ask about one of them. */
export const isRequested = (
  content: Pick<PublishedContent, "slug"> & { content_id: ContentId | string },
  content_ref: string | undefined,
): boolean => content_ref === undefined || content.content_id === content_ref || content.slug === content_ref;
