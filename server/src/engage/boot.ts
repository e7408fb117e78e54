import { HOLDOUT } from "@fanfare/contract/content/experiment";
import type { PageThemes } from "@fanfare/contract/theme/theme";
import type { AppRecord } from "../accounts/apps/app-directory.ts";
import type { PeopleDeps, Person } from "../people/person/find-person.ts";
import type { PersonContext } from "../people/rules/rule-facts.ts";
import { completedTasks } from "./decide/checklist-progress.ts";
import { type Decisions, decide, type EligibleContent } from "./decide/decisions.ts";
import { holdoutBody } from "./decide/holdout-body.ts";
import { type LocalizedBody, type LocalizedReader, localizeForReader } from "./decide/localize-body.ts";
import { nextChangeAt } from "./decide/next-change.ts";
import { loadPersonFacts, type PersonFacts } from "./decide/person-facts.ts";
import type { Published, PublishedContent, PublishedContents } from "./decide/published-content.ts";
import { variantEdition } from "./decide/variants.ts";
import type { DecisionLog } from "./explain/decision-log.ts";
import type { GroupPages } from "./live-updates/group-pages.ts";
import { type InboxOwner, newestPending } from "./live-updates/inbox.ts";
import type { ReadPageThemes } from "./themes/page-themes.ts";

export interface BootDeps extends PeopleDeps {
  readonly published: Published;
  readonly themes: ReadPageThemes;
  readonly decision_log: DecisionLog;
  readonly group_pages: GroupPages;
}

/** The person in a page, and how the page asks for them. */
export interface PageVisit extends InboxOwner {
  readonly person: Person;
  readonly context: PersonContext;
  /** The languages that the browser prefers, best first. */
  readonly languages: readonly string[];
  /** Names of content to show whatever its frequency. */
  readonly again: readonly string[] | undefined;
}

/** One item for the page, in the person's language. */
export interface BootItem {
  readonly eligible: EligibleContent;
  readonly localized: LocalizedBody;
  /** Of a checklist. */
  readonly done: readonly string[] | undefined;
  readonly theme: string | undefined;
}

/** What a page needs to begin for one person. */
export interface Boot extends Pick<Decisions, "hidden">, Pick<PersonFacts, "suppressions"> {
  readonly decided_at_ms: number;
  /** In the order in which they are shown. */
  readonly items: readonly BootItem[];
  readonly themes: PageThemes | undefined;
  /** The position of the newest live update that waits; 0 where none does. */
  readonly messages: number;
  /** When the answer changes next without a signal. */
  readonly next_change_ms: number | undefined;
}

/** Decides what a page shows to its person now, and notes the decision. */
export async function boot(deps: BootDeps, app: AppRecord, visit: PageVisit): Promise<Boot> {
  const { person, caller, groups, context } = visit;
  const now_ms = deps.clock.now();
  if (caller.kind === "verified") deps.group_pages.note(app.id, person.channel_id, groups);
  const [contents, themes] = await Promise.all([deps.published(app), deps.themes(app)]);
  const [facts, messages] = await Promise.all([
    loadPersonFacts(deps.store, contents, { app_id: app.id, person, call_context: { groups, context } }, now_ms),
    newestPending(deps, app, person, visit),
  ]);
  const list = withoutFrequency(contents, visit.again);
  const decisions = decide(app, list, facts, now_ms);
  deps.decision_log.note(app, person, contents, facts, now_ms);
  const reader = readerOf(app, facts.rules, visit);
  const items = inOrder(list, decisions).map((eligible): BootItem => {
    const { content, variant } = eligible;
    const edition = variantEdition(content.edition, variant);
    return {
      eligible,
      localized: variant === HOLDOUT ? holdoutBody(edition.body) : localizeForReader(edition, reader),
      done: completedTasks(contents, facts, eligible),
      theme: themes.choice(content.edition.theme),
    };
  });
  return {
    decided_at_ms: now_ms,
    items,
    hidden: decisions.hidden,
    suppressions: facts.suppressions,
    themes: themes.needed(items.map(({ eligible }) => eligible.content.edition.theme)),
    messages,
    next_change_ms: nextChangeAt(contents, facts.rules.time_zone, now_ms),
  };
}

/** Lifts the frequency of these contents. Every other gate still applies. */
function withoutFrequency(
  { list, find }: PublishedContents,
  again: readonly string[] | undefined,
): readonly PublishedContent[] {
  const ids = new Set(again?.map((name) => find(name)));
  if (ids.size === 0) return list;
  return list.map((content) =>
    ids.has(content) ? { ...content, edition: { ...content.edition, frequency: { mode: "always" } } } : content,
  );
}

/** Eligible and held-out content in the order of the published list. */
function inOrder(list: readonly PublishedContent[], { eligible, held_out }: Decisions): readonly EligibleContent[] {
  if (held_out.length === 0) return eligible;
  const by_content = new Map([...eligible, ...held_out].map((each) => [each.content, each]));
  return list.flatMap((content) => by_content.get(content) ?? []);
}

/**
 * The languages of a reader: of the page, of the browser, then the one last known. Members read the console's own app in the
 * language that they chose for the console.
 */
function readerOf(
  { system }: AppRecord,
  { locale: known, attributes = {} }: PersonFacts["rules"],
  { context, languages }: PageVisit,
): LocalizedReader {
  const { language } = attributes;
  const chosen = system && typeof language === "string" ? language : undefined;
  const locales = [chosen, context.locale, ...languages, known].filter((locale) => locale !== undefined);
  return { locales, attributes };
}
