import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import type { TrackerUses } from "@fanfare/contract/schema/responses/analytics/tracker";
import { fromJson } from "../../store/columns.ts";
import type { Db } from "../../store/schema/schema.ts";
import { goalsOf } from "../../store/statements/analytics/goals.ts";
import type { TrackerRow } from "../../store/statements/analytics/trackers.ts";
import { editionsWithText } from "../../store/statements/content/content-references.ts";
import { allSegments } from "../../store/statements/people/segments.ts";

/** What refers to the event of a tracker, by name. An event from code with the same name keeps these working. */
export async function trackerUses(db: Db, app_id: AppId, tracker: TrackerRow): Promise<TrackerUses> {
  const names = eventNamesOf(tracker);
  const isUsedIn = (json: unknown): boolean => mentionedEvents(json).some((name) => names.has(name));
  const [goals, segments, ...editions] = await Promise.all([
    goalsOf(db, app_id),
    allSegments(db),
    ...[...names].map((name) => editionsWithText(db, app_id, name)),
  ]);
  const contents = new Map<ContentId, TrackerUses["contents"][number]>();
  // The live version before the draft, so that content with both counts as live.
  for (const { id, name, live, edition } of editions.flat().toSorted((a, b) => Number(b.live) - Number(a.live))) {
    if (!contents.has(id) && isUsedIn(fromJson(edition, (json) => json))) contents.set(id, { id, name, live });
  }
  return {
    goals: goals.filter(({ event_name }) => names.has(event_name)).map(({ id, name }) => ({ id, name })),
    segments: segments
      .filter(({ rule }) => isUsedIn(fromJson(rule, (json) => json)))
      .map(({ id, name }) => ({ id, name })),
    contents: [...contents.values()],
  };
}

/** The draft's name, and the name that pages track. */
function eventNamesOf({ name, live }: TrackerRow): ReadonlySet<string> {
  if (live === null) return new Set([name]);
  return new Set([name, fromJson(live, (json) => (isObject(json) ? String(json["name"]) : name))]);
}

/**
 * Names of all events in an edition or rule, wherever they are: `{ kind: "event", event }` of triggers, tasks, and
 * steps, and conditions on events of people and groups.
 */
function mentionedEvents(json: unknown): readonly string[] {
  if (Array.isArray(json)) return json.flatMap(mentionedEvents);
  if (!isObject(json)) return [];
  const { kind, event, name, first, next } = json;
  const own = ownEvents(kind, { event, name, first, next });
  const names = own.map((each) => (isObject(each) ? each["name"] : each)).filter((each) => typeof each === "string");
  return [...names, ...Object.values(json).flatMap(mentionedEvents)];
}

function ownEvents(kind: unknown, json: Readonly<Record<"event" | "name" | "first" | "next", unknown>>) {
  switch (kind) {
    case "event":
      return [json.event, json.name];
    case "event_time":
    case "event_sequence":
      return [json.event, json.first, json.next];
    case "group_event":
    case "group_event_time":
      return [json.name];
    default:
      return [];
  }
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null;
}
