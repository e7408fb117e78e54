import { isInFeed } from "@fanfare/contract/content/announcement";
import type { ButtonAction, Panel } from "@fanfare/contract/content/panel";
import type { LiveUpdateId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { FeedItem, FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { findPerson, type PeopleDeps, type Person, writeAs } from "../../people/person/find-person.ts";
import type { PersonContext } from "../../people/rules/rule-facts.ts";
import { toIso } from "../../store/columns.ts";
import {
  feedReadsOf,
  insertFeedReads,
  liveUpdatesFor,
  publishedSince,
  settledBy,
} from "../../store/statements/realtime/feed.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";
import { isMeantFor } from "../decide/decisions.ts";
import { localizeForReader } from "../decide/localize-body.ts";
import { loadPersonFacts } from "../decide/person-facts.ts";
import type { Published, PublishedContent } from "../decide/published-content.ts";
import { assignedVariant, variantEdition } from "../decide/variants.ts";
import { type InboxOwner, ownerTargets, variantsFor } from "./inbox.ts";
import { presentMessage, windowOf } from "./present-message.ts";

export interface FeedDeps extends PeopleDeps {
  readonly published: Published;
}

export interface FeedReader extends InboxOwner {
  readonly context: PersonContext;
}

/**
 * Returns what this person can read again: announcements kept in the feed, and unexpired live updates. Empty for a
 * paused app. Doesn't store the person.
 *
 * @throws ProblemError as {@link findPerson}.
 */
export async function buildFeed(deps: FeedDeps, app: AppRecord, reader: FeedReader): Promise<FeedResponse> {
  return feedFor(deps, app, reader, await findPerson(deps, app, reader.caller));
}

/**
 * Marks items as read and returns the updated feed. Ignores items that aren't in this person's feed.
 *
 * @throws ProblemError as {@link findPerson}.
 */
export async function markFeedRead(
  deps: FeedDeps,
  app: AppRecord,
  reader: FeedReader,
  ids: readonly string[],
): Promise<FeedResponse> {
  const feed = await buildFeed(deps, app, reader);
  const fresh = feed.items.filter(({ id, read_at }) => read_at === null && ids.includes(id)).map(({ id }) => id);
  if (fresh.length === 0) return feed;
  const now_ms = deps.clock.now();
  const written = await writeAs(deps, app, reader.caller, ({ id: person_id }) => [
    {
      query: insertFeedReads(
        deps.store.db,
        fresh.map((item) => ({ person_id, item, read_at: now_ms })),
      ),
    },
  ]);
  if (written.outcome === "unmet") throw new Error("Unexpected write result: the read marks have no row expectation.");
  const read_at = toIso(now_ms);
  return withCount(feed.items.map((item) => (fresh.includes(item.id) ? { ...item, read_at } : item)));
}

async function feedFor(deps: FeedDeps, app: AppRecord, reader: FeedReader, person: Person): Promise<FeedResponse> {
  if (app.paused) return withCount([]);
  const reads = person.merged || person.row === undefined ? NO_READS : await feedReadsOf(deps.store.db, person.id);
  const items = await Promise.all([
    announcementsFor(deps, app, reader, person, reads),
    person.merged ? [] : messagesFor(deps, app, reader, person, reads),
  ]);
  return withCount(items.flat().sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1)));
}

type Reads = ReadonlyMap<string, number>;
const NO_READS: Reads = new Map();

function withCount(items: readonly FeedItem[]): FeedResponse {
  return { items, unread: items.filter(({ read_at }) => read_at === null).length };
}

async function announcementsFor(
  { store, clock, published }: FeedDeps,
  app: AppRecord,
  { groups, context }: FeedReader,
  person: Person,
  reads: Reads,
): Promise<readonly FeedItem[]> {
  const contents = await published(app);
  const in_feed = contents.list.filter(({ edition: { body } }) => body.type === "announcement" && isInFeed(body));
  if (in_feed.length === 0) return [];
  const now_ms = clock.now();
  const facts = await loadPersonFacts(
    store,
    contents,
    { app_id: app.id, person, call_context: { groups, context } },
    now_ms,
  );
  // Frequency and suppressions don't apply, because people open the feed themselves.
  const meant = in_feed.filter((content) => isMeantFor(app, content, facts, now_ms));
  const since = await publishedSince(
    store.db,
    app.id,
    meant.map(({ content_id }) => content_id),
  );
  const newest = [...meant]
    .sort((a, b) => (since.get(b.content_id) ?? 0) - (since.get(a.content_id) ?? 0))
    .slice(0, limits.feed_items_max);
  const { locale, attributes = {} } = facts.rules;
  return newest.flatMap((content): readonly FeedItem[] => {
    const { content_id, slug, edition } = content;
    const worded = localizeForReader(variantEdition(edition, assignedVariant(content, facts)), {
      locales: locale === undefined ? [] : [locale],
      attributes,
      facts: facts.rules,
    });
    const { body, untranslated } = worded;
    if (body.type !== "announcement") return [];
    const { tone } = body;
    const panels = body.panels.map(feedPanel);
    const language = {
      ...(worded.locale === undefined ? {} : { locale: worded.locale }),
      ...(untranslated === undefined ? {} : { untranslated }),
    };
    const ended_ms = facts.runs.get(content_id)?.history.last_ended_ms;
    const read_ms = reads.get(content_id) ?? (wasRead(content) ? ended_ms : undefined);
    const at = toIso(since.get(content_id) ?? now_ms);
    return [{ kind: "announcement", id: content_id, slug, at, tone, panels, ...language, read_at: isoOrNull(read_ms) }];
  });
}

/**
 * The feed has no run that a button could end or keep open, so its buttons only open and start things. It leaves out
 * those that depend on the page.
 */
function feedPanel({ button, ...panel }: Panel): Panel {
  if (button === undefined || button.condition !== undefined || isRunAction(button.action)) return panel;
  return { ...panel, button: { label: button.label, action: button.action } };
}

const isRunAction = ({ kind }: ButtonAction): boolean => kind === "stay" || kind === "suppress" || kind === "snooze";

/** Whether a shown item counts as read. A toast doesn't, because it closes automatically. */
function wasRead({ edition: { body } }: PublishedContent): boolean {
  return body.type === "announcement" && body.form !== "toast";
}

async function messagesFor(
  { store, clock }: FeedDeps,
  app: AppRecord,
  reader: FeedReader,
  person: Person,
  reads: Reads,
): Promise<readonly FeedItem[]> {
  const about = { app_id: app.id, targets: ownerTargets(person, reader), now_ms: clock.now() };
  const rows = await liveUpdatesFor(store.db, about, limits.feed_items_max + limits.live_updates_timed_max);
  const keys = new Set<string>();
  // Quiet hours don't end what has begun, because people open the feed themselves.
  const begun = rows.filter((row) => {
    const { from_ms, until_ms } = windowOf(row, person.row?.time_zone, about.now_ms);
    return from_ms <= about.now_ms && about.now_ms < until_ms;
  });
  const newest = begun.slice(0, limits.feed_items_max).filter(({ id, collapse_key, resend_of }) => {
    const thread = collapse_key ?? firstOf({ id, resend_of });
    const is_newest = !keys.has(thread);
    keys.add(thread);
    return is_newest;
  });
  const variants = await variantsFor({ store }, person, newest);
  const settled = await settledBy(store.db, person.id, newest.map(firstOf));
  /** Who read a live update or its resend needn't read the other one. */
  const readMs = (first: string): number | undefined =>
    rows.flatMap((row) => (firstOf(row) === first ? (reads.get(row.id) ?? []) : [])).at(0) ?? settled.get(first);
  return newest.flatMap((row): readonly FeedItem[] => {
    const { id, body, created_at } = presentMessage(row, { variant: variants.get(row.id) ?? "a" });
    // The other kinds are for the page's code.
    if (body.kind !== "toast" && body.kind !== "banner") return [];
    const { title, text, tone, action } = body;
    const read_at = isoOrNull(readMs(firstOf(row)));
    return [{ kind: "live_update", id, at: created_at, tone, title, text, action, read_at }];
  });
}

const firstOf = ({ id, resend_of }: Pick<LiveUpdateRow, "id" | "resend_of">): LiveUpdateId => resend_of ?? id;

function isoOrNull(millis: number | undefined): string | null {
  return millis === undefined ? null : toIso(millis);
}
