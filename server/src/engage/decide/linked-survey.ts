import type { SurveyBody } from "@fanfare/contract/content/survey";
import { evaluateAudience, type Gate, gateStatus } from "@fanfare/contract/gates/gates";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { isWithin } from "@fanfare/contract/targeting/schedule";
import type { PageThemes } from "@fanfare/contract/theme/theme";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { BootDeps, PageVisit } from "../boot.ts";
import type { BootItem } from "../boot-items.ts";
import { serverFacts } from "./decisions.ts";
import { answersGiven } from "./given-answers.ts";
import { type LocalizedReader, localizeForReader, readerOf } from "./localize-body.ts";
import { loadPersonFacts, NO_PAST_RUNS, type PastRuns, quotaResponses } from "./person-facts.ts";
import type { PublishedContent } from "./published-content.ts";

/** A survey for the page of its link, or that the person has completed it. */
export type LinkedSurvey =
  | { readonly kind: "open"; readonly item: BootItem; readonly themes: PageThemes | undefined }
  | { readonly kind: "completed" };

/**
 * Gates of a survey by link. Who has the link is the author's choice, so its targeting, rollout, and caps don't apply, and
 * neither do suppressions, which are about being interrupted.
 */
const LINK_GATES: readonly Gate[] = ["app_paused", "not_published", "schedule", "quota"];

/** Whether the content is a survey that anyone with its link can answer. */
export function sharedSurvey({ body }: PublishedContent["edition"]): SurveyBody | undefined {
  return body.type === "survey" && body.share_by_link ? body : undefined;
}

/** The survey that is live and shared at this slug, whether it's open now or not. */
export async function findLinkedSurvey(
  { published }: Pick<BootDeps, "published">,
  app: AppRecord,
  slug: string,
): Promise<PublishedContent | undefined> {
  if (app.system) return undefined;
  const { list, only_by_link } = await published(app);
  return [...list, ...only_by_link].find((each) => each.slug === slug && sharedSurvey(each.edition) !== undefined);
}

type Reader = Pick<PageVisit, "context" | "languages">;

/**
 * Opens a survey for its person. Without an experiment: everyone with the link gets the same survey. People who completed
 * it get it again only if its frequency allows it. Undefined if it isn't open.
 */
export async function openLinkedSurvey(
  deps: Pick<BootDeps, "clock" | "store" | "published" | "themes">,
  app: AppRecord,
  content: PublishedContent,
  visit: Reader & Pick<PageVisit, "person" | "groups" | "caller">,
): Promise<LinkedSurvey | undefined> {
  const now_ms = deps.clock.now();
  const { person, groups, context } = visit;
  const about = { app_id: app.id, person, call_context: { groups, context } };
  const facts = await loadPersonFacts(deps.store, await deps.published(app), about, now_ms);
  const known = serverFacts(app, content, facts, now_ms);
  const part = evaluateAudience(content, known);
  const passes = (gate: Gate): boolean => gateStatus(gate, content, known, part) === "pass";
  if (!LINK_GATES.every(passes)) return undefined;
  const past = facts.runs.get(content.content_id) ?? NO_PAST_RUNS;
  if (past.open === null && past.history.completed && !passes("frequency")) return { kind: "completed" };
  const answers = await answersGiven(deps, visit, [{ content, past, variant: undefined }]);
  const linked = await linkedItem(deps, app, content, past, readerOf(app, facts.rules, visit));
  return { ...linked, item: { ...linked.item, answers: answers.get(past.open?.run_id ?? "") } };
}

/** Opens an anonymous survey, for which the server looks at no person. */
export async function openAnonymousSurvey(
  deps: Pick<BootDeps, "clock" | "store" | "themes">,
  app: AppRecord,
  content: PublishedContent,
  { context, languages }: Reader,
): Promise<LinkedSurvey | undefined> {
  const { schedule, quota } = content.edition;
  const { content_id } = content;
  const now_ms = deps.clock.now();
  const is_due = schedule === undefined || isWithin(schedule, now_ms, context.time_zone) === true;
  if (app.paused || !is_due) return undefined;
  const quotas = quota === undefined ? [] : [{ content_id, quota }];
  const responses = (await quotaResponses(deps.store.db, app.id, quotas, now_ms)).get(content_id) ?? 0;
  if (quota !== undefined && responses >= quota.responses) return undefined;
  return linkedItem(deps, app, content, NO_PAST_RUNS, { locales: languages, attributes: {} });
}

/**
 * Whether an anonymous survey takes responses, also of people who opened it shortly before its end. A response has no
 * time zone, so local times count from the first time zone on earth to the last one.
 */
export function takesResponses({ edition: { schedule } }: PublishedContent, now_ms: number): boolean {
  if (schedule === undefined) return true;
  const { starts_at, ends_at, zone } = schedule;
  const [first, last] = zone === "utc" ? ["UTC", "UTC"] : ["Etc/GMT-14", "Etc/GMT+12"];
  const opened_ms = now_ms - limits.survey_response_grace_minutes * MINUTE_MS;
  return isWithin({ starts_at, zone }, now_ms, first) === true && isWithin({ ends_at, zone }, opened_ms, last) === true;
}

async function linkedItem(
  { themes: readThemes }: Pick<BootDeps, "themes">,
  app: AppRecord,
  content: PublishedContent,
  past: PastRuns,
  reader: LocalizedReader,
): Promise<Extract<LinkedSurvey, { kind: "open" }>> {
  const themes = await readThemes(app);
  const theme = themes.choice(content.edition.theme);
  const localized = localizeForReader(content.edition, reader);
  const item: BootItem = {
    eligible: {
      content,
      ...{ pending_gates: [], past, page_rule: undefined, cap_left: undefined, due: undefined, variant: undefined },
    },
    localized: { ...localized, body: withoutDismissal(localized.body) },
    done: undefined,
    theme,
  };
  return { kind: "open", item, themes: themes.needed([theme]) };
}

/** People came for it, so there is nothing to dismiss. */
function withoutDismissal<Of extends BootItem["localized"]["body"]>(body: Of): Of {
  return { ...body, suppression: { offered: false, days: body.suppression.days } };
}
