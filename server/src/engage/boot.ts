import type { PageExtras } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../accounts/apps/app-directory.ts";
import type { PeopleDeps, Person } from "../people/person/find-person.ts";
import type { PersonContext } from "../people/rules/rule-facts.ts";
import { type BootItems, bootItems } from "./boot-items.ts";
import { decideAsked } from "./decide/asked-content.ts";
import { tasksSkipped } from "./decide/checklist-progress.ts";
import { type Decisions, decide, type EligibleContent } from "./decide/decisions.ts";
import { answersGiven } from "./decide/given-answers.ts";
import { readerOf } from "./decide/localize-body.ts";
import { nextChangeAt } from "./decide/next-change.ts";
import { loadPersonFacts, type PersonFacts } from "./decide/person-facts.ts";
import type { Published, PublishedContent, PublishedContents } from "./decide/published-content.ts";
import type { DecisionLog } from "./explain/decision-log.ts";
import { shareEarlierTasks } from "./group-progress/contributions.ts";
import type { SignalGroups } from "./group-progress/signal-groups.ts";
import type { GroupPages } from "./live-updates/group-pages.ts";
import { type InboxOwner, newestPending } from "./live-updates/inbox.ts";
import type { ReadPageThemes } from "./themes/page-themes.ts";

export interface BootDeps extends PeopleDeps {
  readonly published: Published;
  readonly themes: ReadPageThemes;
  readonly decision_log: DecisionLog;
  readonly group_pages: GroupPages;
  readonly signalGroups: SignalGroups;
}

export interface PageVisit extends InboxOwner {
  readonly person: Person;
  readonly context: PersonContext;
  /** Browser languages, most preferred first. */
  readonly languages: readonly string[];
  /** Slugs of content to show regardless of frequency. */
  readonly again: readonly string[] | undefined;
  /** Slugs of content that the person asked for with a button. */
  readonly asked: readonly string[] | undefined;
}

export interface Boot extends BootItems, Pick<Decisions, "hidden">, Pick<PersonFacts, "suppressions"> {
  readonly decided_at_ms: number;
  readonly extras: PageExtras | undefined;
  /** Position of the newest pending live update, or 0. */
  readonly messages: number;
  /** When the response next changes without a signal. */
  readonly next_change_ms: number | undefined;
}

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
  const asked = decideAsked(app, contents, facts, visit.asked, now_ms);
  deps.decision_log.note(app, person, contents, facts, now_ms);
  const reader = readerOf(app, facts.rules, visit);
  const shown = inOrder(list, decisions, asked);
  const open = shown.filter(({ past }) => past.open !== null);
  const [answers, skipped] = await Promise.all([
    answersGiven(deps, visit, open),
    tasksSkipped(deps, person, open),
    shareEarlierTasks(deps, app, person, facts, open),
  ]);
  return {
    decided_at_ms: now_ms,
    ...bootItems({ contents, themes, facts, reader, shown, answers, skipped }),
    hidden: decisions.hidden.filter(({ content }) => asked.every((each) => each.content.slug !== content.slug)),
    suppressions: facts.suppressions,
    extras: extrasOf(app, contents),
    messages,
    next_change_ms: nextChangeAt(contents, facts.rules.time_zone, now_ms),
  };
}

function extrasOf({ settings }: AppRecord, { trackers }: PublishedContents): PageExtras | undefined {
  const bridges = settings.page_bridges.length === 0 ? undefined : settings.page_bridges;
  return trackers === undefined && bridges === undefined ? undefined : { trackers, bridges };
}

/** Ignores the frequency of these items. All other gates still apply. */
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

/**
 * Eligible, held-out, and requested content: what is running first, so that it resumes before anything starts. Then in
 * the order of the published list.
 */
function inOrder(
  list: readonly PublishedContent[],
  { eligible, held_out }: Decisions,
  asked: readonly EligibleContent[],
): readonly EligibleContent[] {
  const extra = [...held_out, ...asked];
  const by_content = new Map([...eligible, ...extra].map((each) => [each.content.content_id, each]));
  const all = extra.length === 0 ? eligible : list.flatMap(({ content_id }) => by_content.get(content_id) ?? []);
  const running = all.filter(({ past }) => past.open !== null);
  return running.length === 0 ? all : [...running, ...all.filter(({ past }) => past.open === null)];
}
