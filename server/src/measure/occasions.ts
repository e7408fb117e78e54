import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/change-signal";
import { personChannel, saidChannel } from "@fanfare/contract/channel";
import type { StartReason } from "@fanfare/contract/events";
import type { PersonId } from "@fanfare/contract/ids";
import { occasionOf } from "@fanfare/contract/occasion";
import type { AppRecord } from "../accounts/app-directory.ts";
import { OCCASION_DUE_MS } from "../engage/person-facts.ts";
import type { PublishedContent, PublishedContents } from "../engage/published.ts";
import type { PeopleDeps, Person } from "../people/people.ts";
import type { Publish } from "../publish.ts";
import type { GoalRow } from "../store/goals.ts";
import {
  countForPerson,
  guardOccasion,
  insertOccasion,
  noteCounted,
  noteReached,
  takeOccasions,
} from "../store/occasions.ts";
import type { RunRow } from "../store/runs.ts";
import type { Statement } from "../store/store.ts";
import type { ReadEvent } from "./read-event.ts";

/** What a person reaches by these events that a live content waits for. Each statement returns what is new. */
export function occasionStatements(
  { store, clock }: PeopleDeps,
  { waiting }: PublishedContents,
  person: Person,
  happened: {
    readonly events: readonly ReadEvent[];
    readonly batch: string;
    readonly reached_goals: readonly GoalRow[];
    /** The moment that the milestones of these goals are stored with; absent where there are none. */
    readonly at: number | undefined;
  },
): readonly Statement[] {
  if (waiting.is_empty) return [];
  const { db } = store;
  const now_ms = happened.at ?? clock.now();
  const goals = Map.groupBy(happened.reached_goals, ({ name }) => name);
  const reached = [...goals].flatMap(([name, rows]) => {
    const goal_ids = rows.map(({ id }) => id);
    const waits = waiting.for_goals.get(name) ?? [];
    return waits.map((content_id) => ({ query: noteReached(db, content_id, person.id, goal_ids, now_ms) }));
  });
  const counted = [...Map.groupBy(happened.events, (event) => event.name)].flatMap(([name, events]) => {
    const waits = waiting.for_events.get(name);
    if (waits === undefined) return [];
    const these = { person_id: person.id, name, ids: events.map(({ id }) => id), batch: happened.batch };
    return [
      { query: countForPerson(db, these) },
      ...waits.map(({ content_id, count }) => ({ query: noteCounted(db, content_id, these, count, now_ms) })),
    ];
  });
  return [...reached, ...counted];
}

/** A content was completed: what waits for that has an occasion. Each statement returns what is new. */
export function completionStatements(
  { store, clock }: PeopleDeps,
  { waiting, find }: PublishedContents,
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

/** A run that begins by itself takes the occasion that it is for; what code asks for needs none. */
export function takeOccasion(
  { store, clock }: PeopleDeps,
  { content_id, edition }: PublishedContent,
  person_id: PersonId,
  reason: StartReason,
): readonly Statement[] {
  if (occasionOf(edition.trigger) === undefined) return [];
  const { db } = store;
  const now_ms = clock.now();
  const take = { query: takeOccasions(db, person_id, content_id, now_ms) };
  const by_itself = reason === "rule" || reason === "event";
  return by_itself
    ? [{ query: guardOccasion(db, person_id, content_id, now_ms - OCCASION_DUE_MS), expect: 1 }, take]
    : [take];
}

/** The person's pages ask anew: something waits for them. */
export function tellOccasions(
  { publish }: { readonly publish: Publish },
  app: AppRecord,
  { channel_id, external_id, verified }: Person,
): void {
  const change: PersonChanged = { kind: "runs", socket_id: null };
  // Whoever is anonymous has a name that the server signed.
  const channel = verified || external_id === null ? personChannel(channel_id) : saidChannel(channel_id);
  publish(app.id, channel, PERSON_CHANGED, change);
}
