import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/change-signal";
import { personChannel } from "@fanfare/contract/channel";
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
  type CountedEvents,
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
  { list, has_occasions }: PublishedContents,
  person: Person,
  happened: {
    readonly events: readonly ReadEvent[];
    readonly batch: string;
    readonly reached_goals: readonly GoalRow[];
    /** The moment that the milestones of these goals are stored with; absent where there are none. */
    readonly at: number | undefined;
  },
): readonly Statement[] {
  if (!has_occasions) return [];
  const { db } = store;
  const now_ms = happened.at ?? clock.now();
  const counts: Statement[] = [];
  const notes: Statement[] = [];
  const counted = new Map<string, CountedEvents>();
  for (const { content_id, edition } of list) {
    const occasion = occasionOf(edition.trigger);
    if (occasion?.kind === "goal") {
      const goal_ids = happened.reached_goals.filter(({ name }) => name === occasion.goal).map(({ id }) => id);
      if (goal_ids.length > 0) notes.push({ query: noteReached(db, content_id, person.id, goal_ids, now_ms) });
    }
    if (occasion?.kind !== "event") continue;
    const name = occasion.event;
    const ids = happened.events.filter((event) => event.name === name).map(({ id }) => id);
    if (ids.length === 0) continue;
    const known = counted.get(name);
    const these = known ?? { person_id: person.id, name, ids, batch: happened.batch };
    if (known === undefined) counts.push({ query: countForPerson(db, these) });
    counted.set(name, these);
    notes.push({ query: noteCounted(db, content_id, these, occasion.count, now_ms) });
  }
  return [...counts, ...notes];
}

/** A content was completed: what waits for that has an occasion. */
export function completionStatements(
  { store, clock }: PeopleDeps,
  { list, find }: PublishedContents,
  person_id: PersonId,
  run: Pick<RunRow, "id" | "content_id">,
): readonly Statement[] {
  const slug = find(run.content_id)?.slug;
  return list
    .filter(({ edition: { trigger } }) => trigger.kind === "completed" && trigger.content === slug)
    .map(({ content_id }) => ({
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
  { channel_id }: Person,
): void {
  const change: PersonChanged = { kind: "runs", socket_id: null };
  publish(app.id, personChannel(channel_id), PERSON_CHANGED, change);
}
