import { ProblemError } from "@fanfare/contract/problem";
import { evaluate, type Verdict } from "@fanfare/contract/rules";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { Person } from "../people/people.ts";
import type { Store } from "../store/store.ts";
import { serverFacts } from "./decisions.ts";
import { factsOf, type Sight } from "./person-facts.ts";
import type { Published, PublishedContent } from "./published.ts";

export interface Explanation {
  readonly content: PublishedContent;
  readonly verdict: Verdict;
}

/**
 * Why a person sees a content on a page, or does not: every gate with what it saw. Without `url` the gate of the address
 * stays unknown.
 *
 * @throws ProblemError `content_not_found` for what is not live in this app, whether or not it exists: a page may not
 * find out the names of drafts.
 */
export async function explain(
  deps: { readonly store: Store; readonly published: Published },
  app: AppRecord,
  who: { readonly person: Person; readonly sight: Sight },
  question: { readonly content: string; readonly url: string | undefined; readonly now_ms: number },
): Promise<Explanation> {
  const contents = await deps.published(app);
  const content = contents.find(question.content);
  if (content === undefined) {
    throw new ProblemError(
      "content_not_found",
      "No content with this id or slug is live in this app. Check its spelling, or publish it.",
    );
  }
  const facts = await factsOf(deps.store, contents, { ...who, app_id: app.id }, question.now_ms);
  const known = serverFacts(app, content, facts, question.now_ms);
  return { content, verdict: evaluate(content, { ...known, url: question.url }) };
}
