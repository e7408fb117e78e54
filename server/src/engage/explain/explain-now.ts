import { isId, newId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { HypotheticalExplanation } from "@fanfare/contract/schema/responses/people/explain";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import { contentByIdOrSlug } from "../../store/statements/content/contents.ts";
import { publicationOf } from "../../store/statements/content/publications.ts";
import type { WriteDeps } from "../../store/store.ts";
import { type Published, type PublishedContent, publishedContent } from "../decide/published-content.ts";
import { type ExplainSubject, explainAll, isRequested, toExplainedContent } from "./explain.ts";
import { resolveNames } from "./resolve-names.ts";

export interface ExplainNowDeps extends WriteDeps {
  readonly published: Published;
}

interface Question {
  /** ID or slug. */
  readonly content_id?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * Explains what a person sees on a page now: all live content, or the requested one even if it isn't live.
 *
 * @throws ProblemError `content_not_found`, `edition_invalid`.
 */
export async function explainNow(
  deps: ExplainNowDeps,
  app: AppRecord,
  subject: ExplainSubject,
  { content_id, url }: Question,
): Promise<HypotheticalExplanation> {
  const now_ms = deps.clock.now();
  const more = await notLive(deps, app, content_id);
  const { all } = await explainAll(deps, app, subject, { url, now_ms }, more);
  const items = all.map(toExplainedContent).filter((each) => isRequested(each, content_id));
  const [names, started_by] = await Promise.all([
    resolveNames(deps.store, app.id, items),
    startersOf(deps, app, content_id),
  ]);
  return { url: url ?? null, at: toIso(now_ms), items, names, started_by };
}

/** Live content whose buttons start this content. */
export async function startersOf(
  { published }: Pick<ExplainNowDeps, "published">,
  app: AppRecord,
  content_ref: string | undefined,
): Promise<HypotheticalExplanation["started_by"]> {
  const { list, find } = await published(app);
  const slug = content_ref === undefined ? undefined : find(content_ref)?.slug;
  const starters = list.filter(({ starts }) => slug !== undefined && starts.includes(slug));
  return starters.map(({ content_id, name }) => ({ id: content_id, name }));
}

/** Content requested by name that isn't live: a draft, or paused. */
async function notLive(
  deps: ExplainNowDeps,
  app: AppRecord,
  content_ref: string | undefined,
): Promise<readonly (PublishedContent & { readonly publication_paused: boolean })[]> {
  if (content_ref === undefined || (await deps.published(app)).find(content_ref) !== undefined) return [];
  const row = await contentByIdOrSlug(
    deps.store.db,
    isId("cnt", content_ref) ? { id: content_ref } : { slug: content_ref },
  );
  if (row === undefined || row.system === 1) {
    throw new ProblemError("content_not_found", "No content has this ID or slug. Check the spelling.");
  }
  const edition = fromJson(row.draft, (value) => editionSchema.safeParse(value));
  if (!edition.success) {
    throw new ProblemError(
      "edition_invalid",
      `“${row.name}” isn't live, and its draft is incomplete: ${edition.error.issues[0]?.message ?? ""} Fix this to see who would get the content.`,
    );
  }
  const publication = await publicationOf(deps.store.db, row.id, app.id);
  const version_id = publication?.version_id ?? newId("ver", deps.clock, deps.rng);
  const live = {
    content_id: row.id,
    slug: row.slug,
    name: row.name,
    created_at: row.created_at,
    version_id,
    version_number: 0,
  };
  return [{ ...publishedContent(live, edition.data), publication_paused: publication?.paused_at != null }];
}
