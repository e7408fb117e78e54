import type { StartReason } from "@fanfare/contract/events/events";
import { toOccasionTrigger } from "@fanfare/contract/gates/occasion";
import type { PersonId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { Attributes } from "@fanfare/contract/people/attribute";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/realtime/change-signal";
import { personChannel, unverifiedChannel } from "@fanfare/contract/realtime/channel";
import { passesTests, testableProps } from "@fanfare/contract/targeting/property-tests";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { OCCASION_DUE_MS } from "../../engage/decide/person-facts.ts";
import type { PublishedContent, PublishedContents } from "../../engage/decide/published-content.ts";
import type { TriggerFilter, WaitsForEvent } from "../../engage/decide/trigger-index.ts";
import type { Publish } from "../../lib/publish.ts";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import { loadHistories } from "../../people/rules/event-histories.ts";
import type { GoalRow } from "../../store/statements/analytics/goals.ts";
import {
  consumeOccasions,
  countedFilters,
  countForPerson,
  guardOccasion,
  insertOccasion,
  recordCountedOccasions,
  recordGoalOccasions,
} from "../../store/statements/analytics/occasions.ts";
import type { RunRow } from "../../store/statements/analytics/runs.ts";
import type { Statement } from "../../store/store.ts";
import type { ReadEvent } from "./read-event.ts";

/** Statements that store occasions for live content triggered by these events. Each statement returns the new rows. */
export async function occasionStatements(
  deps: PeopleDeps,
  { triggers: waiting }: PublishedContents,
  person: Person,
  happened: {
    readonly events: readonly ReadEvent[];
    readonly batch: string;
    readonly reached_goals: readonly GoalRow[];
    /** Time stored with the milestones of these goals. Undefined if there are none. */
    readonly at: number | undefined;
  },
): Promise<readonly Statement[]> {
  if (waiting.is_empty) return [];
  const { db } = deps.store;
  const now_ms = happened.at ?? deps.clock.now();
  const goals = Map.groupBy(happened.reached_goals, ({ name }) => name);
  const reached = [...goals].flatMap(([name, rows]) => {
    const goal_ids = rows.map(({ id }) => id);
    const waits = waiting.for_goals.get(name) ?? [];
    return waits.map((content_id) => ({ query: recordGoalOccasions(db, content_id, person.id, goal_ids, now_ms) }));
  });
  const by_name = [...Map.groupBy(happened.events, (event) => event.name)];
  const counted = by_name.map(async ([name, events]) => {
    const waits = waiting.for_events.get(name);
    if (waits === undefined) return [];
    const groups = await matchingGroups(deps, person, name, { waits, events, now_ms });
    return groups.flatMap(({ filter, events, waits, earlier }) => {
      const ids = events.map(({ id }) => id);
      const these = { person_id: person.id, name, filter, ids, batch: happened.batch };
      return [
        { query: countForPerson(db, these, earlier) },
        ...waits.map(({ content_id, count }) => ({
          query: recordCountedOccasions(db, content_id, these, count, now_ms),
        })),
      ];
    });
  });
  return [...reached, ...(await Promise.all(counted)).flat()];
}

/** Content that waits for the same events of one name, and those of a batch that match. */
interface MatchingGroup {
  /** ID of the property tests. Empty without tests. */
  readonly filter: string;
  readonly waits: readonly WaitsForEvent[];
  readonly events: readonly ReadEvent[];
  /** Matching events before this batch, if nothing has counted them yet. */
  readonly earlier: number | undefined;
}

async function matchingGroups(
  { store: { db } }: Pick<PeopleDeps, "store">,
  person: Person,
  name: string,
  batch: {
    readonly waits: readonly WaitsForEvent[];
    readonly events: readonly ReadEvent[];
    readonly now_ms: number;
  },
): Promise<readonly MatchingGroup[]> {
  const groups = [...Map.groupBy(batch.waits, ({ filter }) => filter?.id ?? "")].flatMap(([id, waits]) => {
    const filter = waits[0]?.filter;
    const events = batch.events.filter(({ raw_props }) => passes(filter, testableProps(raw_props), batch.now_ms));
    return events.length === 0 ? [] : [{ id, filter, waits, events }];
  });
  const known = groups.some(({ filter }) => filter) ? await countedFilters(db, person.id, name) : new Set<string>();
  const is_new = groups.some(({ id, filter }) => filter && !known.has(id));
  const whole = { name, rows_max: limits.rule_events_read_max, within_days: undefined };
  const histories = await loadHistories(db, [person.id], is_new ? [whole] : [], batch.now_ms);
  const history = histories(person.id, name).latest;
  return groups.map(({ id, filter, waits, events }) => ({
    ...{ filter: id, waits, events },
    earlier: filter && history.filter(({ props }) => passes(filter, props, batch.now_ms)).length,
  }));
}

function passes(filter: TriggerFilter | undefined, props: Attributes, now_ms: number): boolean {
  return filter === undefined || passesTests(filter.tests, props, now_ms);
}

/** Statements that store occasions for content triggered by this completion. Each statement returns the new rows. */
export function completionStatements(
  { store, clock }: PeopleDeps,
  { triggers: waiting, find }: PublishedContents,
  person_id: PersonId,
  run: Pick<RunRow, "id" | "content_id">,
): readonly Statement[] {
  const slug = find(run.content_id)?.slug;
  const waits = slug === undefined ? [] : (waiting.for_completed.get(slug) ?? []);
  return waits.map((content_id) => ({
    query: insertOccasion(store.db, {
      ...{ person_id, content_id, milestone: `completed:${run.id}` },
      ...{ reached_at: clock.now(), shown_at: null },
    }),
  }));
}

/** A run that starts automatically consumes its occasion. A run started from code doesn't need one. */
export function claimOccasion(
  { store, clock }: PeopleDeps,
  { content_id, edition }: PublishedContent,
  person_id: PersonId,
  reason: StartReason,
): readonly Statement[] {
  if (toOccasionTrigger(edition.trigger) === undefined) return [];
  const { db } = store;
  const now_ms = clock.now();
  const take = { query: consumeOccasions(db, person_id, content_id, now_ms) };
  const by_itself = reason === "rule" || reason === "event";
  return by_itself
    ? [{ query: guardOccasion(db, person_id, content_id, now_ms - OCCASION_DUE_MS), expect: 1 }, take]
    : [take];
}

/** Makes the person's pages refresh to show new occasions. */
export function notifyOccasions(
  { publish }: { readonly publish: Publish },
  app: AppRecord,
  { channel_id, external_id, verified }: Person,
): void {
  const change: PersonChanged = { kind: "runs", socket_id: null };
  // Anonymous visitors have a server-signed ID, so they use the verified channel.
  const channel = verified || external_id === null ? personChannel(channel_id) : unverifiedChannel(channel_id);
  publish(app.id, channel, PERSON_CHANGED, change);
}
