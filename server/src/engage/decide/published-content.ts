import { scheduleWithCountdown } from "@fanfare/contract/content/announcement";
import { startedSlugs } from "@fanfare/contract/content/buttons";
import type { Edition, ResponseQuota } from "@fanfare/contract/content/content";
import { audienceTasks } from "@fanfare/contract/content/task-audience";
import { variantBodies } from "@fanfare/contract/content/variants";
import type { LiveTracker } from "@fanfare/contract/events/tracker";
import { type CapGroup, isCoveredByCap } from "@fanfare/contract/gates/cap-group";
import { type Candidate, evaluate, type Gate } from "@fanfare/contract/gates/evaluate";
import { PAGE_ONLY_GATES } from "@fanfare/contract/gates/gates";
import { sharedProgress } from "@fanfare/contract/gates/group-progress";
import { countedTrigger } from "@fanfare/contract/gates/occasion";
import { PAGE_GATES } from "@fanfare/contract/gates/page-gates";
import type { ContentId, VersionId } from "@fanfare/contract/lib/ids";
import { DAY_MS, HOUR_MS } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { RuleLeaf } from "@fanfare/contract/targeting/rule";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { RuleNeeds, SegmentRules } from "../../people/rules/rule-needs.ts";
import { fromJson } from "../../store/columns.ts";
import type { Millis } from "../../store/schema/column-types.ts";
import { editionOf, type PublishedRow } from "../../store/statements/content/published.ts";
import type { Store } from "../../store/store.ts";
import type { TriggerIndex } from "./trigger-index.ts";

const DAY_HOURS = DAY_MS / HOUR_MS;

/** Live item in one app, parsed once. */
export interface PublishedContent {
  readonly content_id: ContentId;
  readonly slug: string;
  readonly name: string;
  readonly created_at: Millis;
  readonly version_id: VersionId;
  readonly version_number: number;
  readonly edition: Edition;
  /** The gates that only the page can judge, for a person without earlier runs. */
  readonly page_gates: readonly Gate[];
  /** Same, if part of the audience is left to the page. */
  readonly page_gates_with_element: readonly Gate[];
  /** Server gates that can block a person without earlier runs. Empty if it's always for everyone. */
  readonly own_gates: readonly Gate[];
  /** Its frequency caps, and the limit of its own frequency. */
  readonly caps: readonly PublishedCap[];
  /** Slugs of content that its buttons start. */
  readonly starts: readonly string[];
  /** A checklist that doesn't start automatically, in a live resource center. */
  readonly listed: boolean;
}

export interface PublishedCap extends CapGroup {
  /** Counts only runs of this content that weren't reset. Counts what it covers if absent. */
  readonly only?: ContentId;
}

/** An app's live content, in priority order, and its live trackers. */
export interface PublishedContents {
  readonly list: readonly PublishedContent[];
  /** Anonymous surveys, which no page shows and no run belongs to. Only here. */
  readonly only_by_link: readonly PublishedContent[];
  /** Finds by ID, or by slug if no content has that ID. */
  find(id_or_slug: string): PublishedContent | undefined;
  readonly segments: SegmentRules;
  readonly needs: RuleNeeds;
  /** Conditions on events, of audiences and tasks. */
  readonly event_conditions: readonly EventCondition[];
  /** Longest window of its frequency caps, or 0. */
  readonly caps_window_ms: number;
  readonly triggers: TriggerIndex;
  readonly has_experiments: boolean;
  /** Checklists whose progress people share with their group. */
  readonly shared_checklists: readonly PublishedContent[];
  /** Surveys with a response quota, those by link included. */
  readonly quotas: readonly SurveyQuota[];
  /** Undefined if there are none. */
  readonly trackers: readonly LiveTracker[] | undefined;
}

export interface SurveyQuota {
  readonly content_id: ContentId;
  readonly quota: ResponseQuota;
}

export type EventCondition = Extract<
  RuleLeaf,
  { kind: "event" | "event_time" | "event_sequence" | "group_event" | "group_event_time" }
>;

export type Published = (app: AppRecord) => Promise<PublishedContents>;

/** Returns a frozen edition, live or not. Undefined if no version has that ID. */
export async function frozenEdition(
  deps: { readonly store: Store; readonly published: Published },
  app: AppRecord,
  content_id: ContentId,
  version_id: VersionId,
): Promise<Edition | undefined> {
  const live = (await deps.published(app)).find(content_id);
  if (live?.version_id === version_id) return live.edition;
  const text = await editionOf(deps.store.db, content_id, version_id);
  return text === undefined ? undefined : fromJson(text, (value) => editionSchema.parse(value));
}

export function publishedContent(
  row: Omit<PublishedRow, "edition">,
  stored: Edition,
  cap_groups: readonly CapGroup[] = [],
): PublishedContent {
  const schedule = scheduleWithCountdown(stored);
  const trigger = countedTrigger(stored.trigger);
  const edition =
    schedule === stored.schedule && trigger === stored.trigger ? stored : { ...stored, schedule, trigger };
  const { content_id, slug, name, created_at, version_id, version_number } = row;
  const { targeting, tags, rollout, frequency, quota } = edition;
  const caps: readonly PublishedCap[] = [
    ...cap_groups.filter(({ covers }) => isCoveredByCap(covers, { type: edition.body.type, tags })),
    ...(frequency.limit === undefined ? [] : [ownCap(row, frequency.limit)]),
  ];
  const own: readonly (readonly [Gate, unknown])[] = [
    ["schedule", schedule],
    ["identity", targeting.people],
    ["audience", targeting.audience],
    ["tasks", variantBodies(edition).find((body) => audienceTasks(body) !== undefined) ?? sharedProgress(edition)],
    ["cap_group", caps[0]],
    ["holdout", rollout?.holdout_percent],
    ["percentage", rollout?.percent],
    ["quota", quota],
  ];
  const own_gates = own.filter(([, gate]) => gate !== undefined).map(([gate]) => gate);
  const page_gates = pageGates({ content_id, slug, edition });
  const page_gates_with_element = PAGE_ONLY_GATES.filter((gate) => gate === "element" || page_gates.includes(gate));
  return {
    content_id,
    slug,
    name,
    created_at,
    version_id,
    version_number,
    edition,
    page_gates,
    page_gates_with_element,
    own_gates,
    caps,
    starts: startedSlugs(edition),
    // Depends on other content: see published-cache.ts.
    listed: false,
  };
}

function ownCap(
  { content_id, name }: Pick<PublishedRow, "content_id" | "name">,
  { times, days }: NonNullable<Edition["frequency"]["limit"]>,
): PublishedCap {
  return { name, runs_max: times, window_hours: days * DAY_HOURS, covers: { types: [], tags: [] }, only: content_id };
}

/** The page evaluates only these. The other page-only gates appear in explanations. */
const isPageGate = (gate: Gate): boolean => PAGE_GATES.some((each) => each === gate);

function pageGates(content: Candidate): readonly Gate[] {
  const result = evaluate(content, {
    now_ms: 0,
    app_paused: false,
    published: true,
    history: { completed: false, ended: false },
    suppressions: [],
  });
  // The rest of the audience depends on the person.
  const gates = result.outcome === "unknown" ? result.gates : [];
  return gates.filter((gate) => gate !== "element" && PAGE_ONLY_GATES.includes(gate) && isPageGate(gate));
}
