import { buttonRules } from "@fanfare/contract/content/buttons";
import type { Edition } from "@fanfare/contract/content/content";
import { isExperiment, variantBodies } from "@fanfare/contract/content/variants";
import type { LiveTracker } from "@fanfare/contract/events/tracker";
import { type CapGroup, DEFAULT_CELEBRATION_CAP } from "@fanfare/contract/gates/cap-group";
import { sharedProgress } from "@fanfare/contract/gates/group-progress";
import type { AppId } from "@fanfare/contract/lib/ids";
import { HOUR_MS } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { Rule, RuleLeaf } from "@fanfare/contract/targeting/rule";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import { allLeaves, collectRuleNeeds, type SegmentRules, withEvents } from "../../people/rules/rule-needs.ts";
import { capGroups, segmentRules } from "../../people/segments/segments.ts";
import { fromJson } from "../../store/columns.ts";
import type { Db } from "../../store/schema/schema.ts";
import { liveTrackers } from "../../store/statements/analytics/trackers.ts";
import { type PublishedRow, publishedIn } from "../../store/statements/content/published.ts";
import type { Store } from "../../store/store.ts";
import { taskEvents, taskRules } from "./checklist-progress.ts";
import {
  type EventCondition,
  type Published,
  type PublishedContent,
  type PublishedContents,
  publishedContent,
} from "./published-content.ts";
import { buildTriggerIndex } from "./trigger-index.ts";

/**
 * Caches each app's live content and trackers until its `config_version` changes, so that a boot doesn't parse editions.
 *
 * @example
 * const published = createPublished({ store, log });
 * (await published(app)).find("welcome")?.edition;
 */
export function createPublished(deps: { readonly store: Store; readonly log: Log }): Published {
  const cache = new Map<AppId, { readonly config_version: number; readonly contents: Promise<PublishedContents> }>();
  return (app) => {
    const known = cache.get(app.id);
    if (known !== undefined && known.config_version === app.config_version) return known.contents;
    const contents = readPublished(deps, app);
    cache.set(app.id, { config_version: app.config_version, contents });
    contents.catch(() => {
      // A failed read rejects for all its waiters. The next call reads again.
      if (cache.get(app.id)?.contents === contents) cache.delete(app.id);
    });
    return contents;
  };
}

async function readPublished(deps: { store: Store; log: Log }, app: AppRecord): Promise<PublishedContents> {
  const [rows, segments, caps, trackers] = await Promise.all([
    publishedIn(deps.store.db, app.id),
    segmentRules(deps.store.db),
    appliedCaps(deps.store.db),
    liveTrackers(deps.store.db, app.id),
  ]);
  const list = rows.flatMap((row) => readEdition(deps.log, app, row, caps)).sort(byPriority);
  // Cast: written from a checked rule.
  const live = trackers.map((each) => fromJson(each, (value) => value as LiveTracker));
  return publishedContents(list, segments, live);
}

async function appliedCaps(db: Db): Promise<readonly CapGroup[]> {
  const own_caps = await capGroups(db);
  return own_caps.some(({ covers }) => covers.types.includes("celebration"))
    ? own_caps
    : [...own_caps, DEFAULT_CELEBRATION_CAP];
}

const byPriority = (a: PublishedContent, b: PublishedContent): number =>
  b.edition.priority - a.edition.priority || a.created_at - b.created_at || (a.content_id < b.content_id ? -1 : 1);

/** An app's live content as if a draft were live: instead of its published version, or as well if it has none. */
export async function publishedWithDraft(
  deps: { readonly store: Store; readonly published: Published },
  app: AppRecord,
  row: Omit<PublishedRow, "edition">,
  draft: Edition,
): Promise<{ readonly contents: PublishedContents; readonly content: PublishedContent }> {
  const [live, caps] = await Promise.all([deps.published(app), appliedCaps(deps.store.db)]);
  const content = publishedContent(row, draft, caps);
  const others = [...live.list, ...live.only_by_link].filter(({ content_id }) => content_id !== row.content_id);
  const contents = publishedContents([...others, content].sort(byPriority), live.segments, live.trackers);
  // Anonymous surveys are found by their link only.
  return { contents, content: contents.find(row.content_id) ?? content };
}

/** An app's live content, with everything that's the same for all people. */
export function publishedContents(
  contents: readonly PublishedContent[],
  segments: SegmentRules,
  trackers: readonly LiveTracker[] = [],
): PublishedContents {
  const list = markListed(withSharedAudiences(contents.filter(({ edition }) => !isAnonymous(edition))));
  const byName = new Map<string, PublishedContent>();
  for (const content of list) byName.set(content.slug, content);
  for (const content of list) byName.set(content.content_id, content);
  const audiences = list.flatMap(({ edition }) => edition.targeting.audience ?? []);
  const buttons = list.flatMap(({ edition }) => buttonRules(edition));
  const tasks = taskRules(list);
  const windows = list.flatMap(({ caps }) => caps.map(({ window_hours }) => window_hours * HOUR_MS));
  return {
    list,
    only_by_link: contents.filter(({ edition }) => isAnonymous(edition)),
    find: (id_or_slug) => byName.get(id_or_slug),
    segments,
    event_conditions: allLeaves([...audiences, ...tasks], segments).filter(isEventCondition),
    needs: withEvents(collectRuleNeeds([...audiences, ...buttons, ...tasks], segments), taskEvents(list)),
    caps_window_ms: Math.max(0, ...windows),
    triggers: buildTriggerIndex(list),
    trackers: trackers.length === 0 ? undefined : trackers,
    quotas: contents.flatMap(({ content_id, edition: { quota } }) =>
      quota === undefined ? [] : [{ content_id, quota }],
    ),
    shared_checklists: list.filter(({ edition }) => sharedProgress(edition) !== undefined),
    has_experiments: list.some(({ edition }) => isExperiment(edition)),
  };
}

function isEventCondition(leaf: RuleLeaf): leaf is EventCondition {
  switch (leaf.kind) {
    case "event":
    case "event_time":
    case "event_sequence":
    case "group_event":
    case "group_event_time":
      return true;
    default:
      return false;
  }
}

const isAnonymous = ({ body }: PublishedContent["edition"]): boolean =>
  body.type === "survey" && body.anonymous === true;

/** Marks the checklists that only resource centers show. */
function markListed(contents: readonly PublishedContent[]): readonly PublishedContent[] {
  const bodies = contents.flatMap(({ edition }) => variantBodies(edition));
  const resources = bodies.flatMap((body) => (body.type === "resource_center" ? body.resources : []));
  const slugs = new Set(resources.flatMap(({ action }) => (action.kind === "checklist" ? [action.content] : [])));
  return contents.map((content) => {
    const { slug, edition } = content;
    const listed = edition.body.type === "checklist" && edition.trigger.kind === "manual" && slugs.has(slug);
    return content.listed === listed ? content : { ...content, listed };
  });
}

/** Shares one rule object between equal audiences, so that `decide` evaluates it once. */
function withSharedAudiences(contents: readonly PublishedContent[]): readonly PublishedContent[] {
  const by_text = new Map<string, Rule>();
  return contents.map((content) => {
    const { edition } = content;
    const { audience } = edition.targeting;
    if (audience === undefined) return content;
    const text = JSON.stringify(audience);
    const shared = by_text.get(text);
    if (shared !== undefined) {
      return { ...content, edition: { ...edition, targeting: { ...edition.targeting, audience: shared } } };
    }
    by_text.set(text, audience);
    return content;
  });
}

/** An invalid edition hides only its own content, and is logged. */
function readEdition(
  log: Log,
  app: AppRecord,
  row: PublishedRow,
  caps: readonly CapGroup[],
): readonly PublishedContent[] {
  const edition = fromJson(row.edition, (value) => editionSchema.safeParse(value));
  if (!edition.success) {
    const { content_id, version_id } = row;
    log.error("edition_unreadable", { app_id: app.id, content_id, version_id, issues: edition.error.issues });
    return [];
  }
  return [publishedContent(row, edition.data, caps)];
}
