import type { SurveyBody } from "@fanfare/contract/content/survey";
import { evaluateAudience, type Gate, gateStatus } from "@fanfare/contract/gates/gates";
import type { PageThemes } from "@fanfare/contract/theme/theme";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { type BootDeps, type BootItem, type PageVisit, readerOf } from "../boot.ts";
import { serverFacts } from "./decisions.ts";
import { localizeForReader } from "./localize-body.ts";
import { loadPersonFacts, NO_PAST_RUNS } from "./person-facts.ts";
import type { PublishedContent } from "./published-content.ts";

/** A survey for the page of its link, or that the person has completed it. */
export type LinkedSurvey =
  | { readonly kind: "open"; readonly item: BootItem; readonly themes: PageThemes | undefined }
  | { readonly kind: "completed" };

/**
 * Gates of a survey by link. Who has the link is the author's choice, so its targeting, rollout, and caps don't apply, and
 * neither do suppressions, which are about being interrupted.
 */
const LINK_GATES: readonly Gate[] = ["app_paused", "not_published", "schedule"];

/** Whether the content is a survey that anyone with its link can answer. */
export function sharedSurvey({ body }: PublishedContent["edition"]): SurveyBody | undefined {
  return body.type === "survey" && body.share_by_link ? body : undefined;
}

/**
 * Returns the survey that is open at this slug. Without an experiment: everyone with the link gets the same survey.
 * Whoever completed it gets it again only if its frequency shows it again.
 */
export async function openLinkedSurvey(
  deps: Pick<BootDeps, "clock" | "store" | "published" | "themes">,
  app: AppRecord,
  slug: string,
  visit: Pick<PageVisit, "person" | "groups" | "context" | "languages">,
): Promise<LinkedSurvey | undefined> {
  const now_ms = deps.clock.now();
  const [contents, themes] = await Promise.all([deps.published(app), deps.themes(app)]);
  const content = contents.list.find((each) => each.slug === slug);
  if (content === undefined || app.system || sharedSurvey(content.edition) === undefined) return undefined;
  const { person, groups, context } = visit;
  const about = { app_id: app.id, person, call_context: { groups, context } };
  const facts = await loadPersonFacts(deps.store, contents, about, now_ms);
  const known = serverFacts(app, content, facts, now_ms);
  const part = evaluateAudience(content, known);
  const passes = (gate: Gate): boolean => gateStatus(gate, content, known, part) === "pass";
  if (!LINK_GATES.every(passes)) return undefined;
  const past = facts.runs.get(content.content_id) ?? NO_PAST_RUNS;
  if (past.open === null && past.history.completed && !passes("frequency")) return { kind: "completed" };
  const theme = themes.choice(content.edition.theme);
  const localized = localizeForReader(content.edition, readerOf(app, facts.rules, visit));
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
