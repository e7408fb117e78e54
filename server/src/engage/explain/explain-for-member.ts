import { gateResult } from "@fanfare/contract/gates/evaluate";
import { isId, newId, type VersionId } from "@fanfare/contract/lib/ids";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { ExplainedContent, ExplainReport } from "@fanfare/contract/schema/responses/people/explain";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { personChannelId } from "../../people/identity/identity.ts";
import type { Person } from "../../people/person/find-person.ts";
import { findPersonByName } from "../../people/person/person-by-name.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import { contentByIdOrSlug } from "../../store/statements/content/contents.ts";
import { decisionsAt, runsBetween } from "../../store/statements/content/decision-log.ts";
import { publicationOf } from "../../store/statements/content/publications.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import type { WriteDeps } from "../../store/store.ts";
import { type Published, type PublishedContent, publishedContent } from "../decide/published-content.ts";
import { stateOfRow } from "../live-updates/recipients.ts";
import type { LoggedDecision } from "./decision-log.ts";
import { explainAll, isRequested, toExplainedContent, withPageUrl } from "./explain.ts";
import { resolveNames } from "./resolve-names.ts";

interface Deps extends WriteDeps {
  readonly published: Published;
}

interface MemberQuestion {
  readonly person: string;
  /** ID or slug. */
  readonly content_id?: string | undefined;
  readonly url?: string | undefined;
  readonly at?: string | undefined;
}

/** How far after the given time to look for runs. */
const SHOWN_WITHIN_MS = 10 * MINUTE_MS;

/**
 * Explains what a person sees on a page, now or at a logged time in the last 30 days. An unknown person is treated as a
 * new visitor.
 *
 * @throws ProblemError `content_not_found`; `decision_not_logged` if nothing was logged for that time.
 */
export async function explainForMember(deps: Deps, app: AppRecord, question: MemberQuestion): Promise<ExplainReport> {
  const now_ms = deps.clock.now();
  const row = await findPersonByName(deps, app, question.person);
  const past = question.at === undefined ? undefined : Date.parse(question.at);
  const about = {
    person: {
      external_id: question.person,
      known: row !== undefined,
      watched: (row?.watched_until ?? 0) > now_ms,
      messages: stateOfRow(row),
    },
    url: question.url ?? null,
    started_by: await startersOf(deps, app, question.content_id),
  };
  if (past !== undefined && past < now_ms) {
    const items = await explainFromLog(deps, app, row, question, past);
    const runs = row === undefined ? [] : await runsBetween(deps.store.db, row.id, past, past + SHOWN_WITHIN_MS);
    const shown = runs.map(({ content_id, started_at }) => ({ content_id, started_at: toIso(started_at) }));
    const names = await resolveNames(deps.store, app.id, items);
    return { ...about, at: toIso(past), source: "log", items, names, shown };
  }
  const more = await notLive(deps, app, question.content_id);
  const subject = { person: findSubject(deps, question.person, row), call_context: { groups: [], context: {} } };
  const { all } = await explainAll(deps, app, subject, { url: question.url, now_ms }, more);
  const items = all.map(toExplainedContent).filter((each) => isRequested(each, question.content_id));
  const names = await resolveNames(deps.store, app.id, items);
  return { ...about, at: toIso(now_ms), source: "now", items, names, shown: [] };
}

/** Live content whose buttons start this content. */
async function startersOf(
  { published }: Deps,
  app: AppRecord,
  content_ref: string | undefined,
): Promise<ExplainReport["started_by"]> {
  const { list, find } = await published(app);
  const slug = content_ref === undefined ? undefined : find(content_ref)?.slug;
  const starters = list.filter(({ starts }) => slug !== undefined && starts.includes(slug));
  return starters.map(({ content_id, name }) => ({ id: content_id, name }));
}

async function explainFromLog(
  deps: Deps,
  app: AppRecord,
  row: PersonRow | undefined,
  { content_id: content_ref, url }: MemberQuestion,
  at_ms: number,
): Promise<readonly ExplainedContent[]> {
  const entry = row === undefined ? undefined : await decisionsAt(deps.store.db, row.id, at_ms);
  if (entry === undefined) {
    throw new ProblemError(
      "decision_not_logged",
      "Nothing was logged for this person at that time. Watch the person from now on (watch_days of PATCH /api/people/{id}) to keep every decision for 30 days.",
    );
  }
  // Cast: the log wrote this column.
  const results = fromJson(entry.verdicts, (value) => value as readonly LoggedDecision[]);
  const { list } = await deps.published(app);
  return results
    .filter((each) => isRequested(each, content_ref))
    .map(({ content_id, slug, name, version_id, outcome, gate, gates }) => {
      const same = list.find((each) => each.version_id === (version_id as VersionId));
      const logged = { outcome, gate, gates: gates.map((each) => gateResult(each, each.causes)) };
      return { content_id, slug, name, ...withPageUrl(logged, same, url) };
    });
}

/** Content requested by name that isn't live: a draft, or paused. */
async function notLive(
  deps: Deps,
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

/** The person with this ID, or a new visitor. */
export function findSubject(deps: Pick<Deps, "clock" | "rng">, name: string, row: PersonRow | undefined): Person {
  const anonymous = name.startsWith("anon-");
  return {
    id: row?.id ?? newId("per", deps.clock, deps.rng),
    external_id: anonymous ? null : name,
    channel_id: anonymous ? name : personChannelId(name),
    verified: row?.verified === 1,
    merged: row !== undefined && row.merged_into !== null,
    row,
  };
}
