import { type EventId, uuidv7 } from "@fanfare/contract/lib/ids";
import type { EventsResponse } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import {
  type Caller,
  findPerson,
  type PeopleDeps,
  type Person,
  type WriteAsResult,
  writeAs,
} from "../../people/person/find-person.ts";
import { eventsById, storeEvents, storeNewEvents } from "../../store/statements/analytics/events.ts";
import { countForGroups } from "../../store/statements/analytics/group-event-days.ts";
import type { Statement, StatementResult } from "../../store/store.ts";
import { claimedId, isSameEvent, type ReadEvent, readEvent } from "./read-event.ts";

export interface IngestDeps extends PeopleDeps {
  /** Returns the events whose values contradict their meaning, each with the reason. */
  readonly refusals: (app: AppRecord, events: readonly ReadEvent[]) => Promise<ReadonlyMap<EventId, string>>;
  /** Returns further changes, such as live update progress and goal completions. */
  readonly consequences: (
    app: AppRecord,
    person: Person,
    events: readonly ReadEvent[],
    request: EventRequest,
  ) => Promise<EventConsequences>;
}

export interface EventRequest {
  readonly batch: string;
  /** External IDs of groups from the identity token. */
  readonly groups: readonly string[];
}

export interface EventConsequences {
  /** Run in the same transaction. */
  readonly statements: readonly Statement[];
  /**
   * Called after the commit with each statement's result. Notifies the person's pages, and returns true if there is
   * something to show now.
   */
  committed(results: readonly StatementResult[]): Promise<boolean>;
}

type Rejection = EventsResponse["rejected"][number];

/**
 * Stores events exactly once: the client's ID is the primary key, so a batch can be resent after a day offline. Invalid
 * events are reported individually, and the others are stored. Roll-ups change in the same transaction.
 *
 * @example
 * (await ingest(deps, app, caller, [{ id, name: "order_shipped", at: "2026-11-21T12:00:00Z" }])).accepted; // 1
 */
export async function ingest(
  deps: IngestDeps,
  app: AppRecord,
  caller: Caller,
  events: readonly unknown[],
): Promise<EventsResponse> {
  const rejected: Rejection[] = [];
  const by_id: Wanted = new Map();
  for (let index = 0; index < events.length; index++) {
    const raw = events[index];
    const read = readEvent(raw);
    if (typeof read === "string") {
      rejected.push({ index, id: claimedId(raw), detail: read });
      continue;
    }
    const first = by_id.get(read.id);
    if (first === undefined) by_id.set(read.id, { event: read, indexes: [index] });
    else if (isSameEvent(first.event, read)) first.indexes.push(index);
    else rejected.push({ index, id: read.id, detail: ID_TAKEN });
  }
  const refused = await deps.refusals(app, eventsIn(by_id));
  for (const [id, detail] of refused) {
    for (const index of by_id.get(id)?.indexes ?? []) rejected.push({ index, id, detail });
    by_id.delete(id);
  }
  const { taken, due } = await store(deps, app, caller, eventsIn(by_id));
  for (const id of taken) {
    for (const index of by_id.get(id)?.indexes ?? []) rejected.push({ index, id, detail: ID_TAKEN });
  }
  rejected.sort((a, b) => a.index - b.index);
  return { accepted: events.length - rejected.length, rejected, ...(due ? { due } : {}) };
}

/** Valid events with their indexes in the batch. */
type Wanted = Map<EventId, { readonly event: ReadEvent; readonly indexes: number[] }>;

const eventsIn = (by_id: Wanted): readonly ReadEvent[] => Array.from(by_id.values(), ({ event }) => event);

const ID_TAKEN = "Another event has this ID. Use a unique ID for every event.";

interface Stored {
  /** IDs that other events already use. */
  readonly taken: readonly EventId[];
  readonly due: boolean;
}

async function store(deps: IngestDeps, app: AppRecord, caller: Caller, events: readonly ReadEvent[]): Promise<Stored> {
  if (events.length === 0) {
    // Nothing to store, but still reject callers that may not act for this person.
    await findPerson(deps, app, caller);
    return { taken: [], due: false };
  }
  const { db } = deps.store;
  const received_at = deps.clock.now();
  const batch = uuidv7(deps.clock, deps.rng);
  let own = 0;
  let consequences: EventConsequences | undefined;
  const write = (make: typeof storeEvents, fresh: readonly ReadEvent[]): Promise<WriteAsResult> =>
    writeAs(deps, app, caller, async (person) => {
      const call = { app_id: app.id, person_id: person.id, received_at, batch };
      const groups = caller.kind === "verified" ? (caller.groups ?? []) : [];
      const statements = [...make(db, call, fresh), { query: countForGroups(db, call, groups) }];
      own = statements.length;
      consequences = await deps.consequences(app, person, fresh, { batch, groups });
      return [...statements, ...consequences.statements];
    });
  const result = await write(storeNewEvents, events);
  if (result.outcome !== "unmet") {
    return { taken: [], due: (await consequences?.committed(result.results.slice(own))) ?? false };
  }
  // Some are stored already. Those of another event must not count as this one.
  const taken = await takenIds(db, app, events);
  const left = events.filter(({ id }) => !taken.has(id));
  if (left.length === 0) return { taken: [...taken], due: false };
  const written = await write(storeEvents, left);
  if (written.outcome === "unmet") throw new Error("Unexpected write result: the insert has no row expectation.");
  const due = (await consequences?.committed(written.results.slice(own))) ?? false;
  // Another request may have stored an ID meanwhile.
  for (const id of (await takenIds(db, app, left)).keys()) taken.add(id);
  return { taken: [...taken], due };
}

async function takenIds(
  db: IngestDeps["store"]["db"],
  app: AppRecord,
  events: readonly ReadEvent[],
): Promise<Set<EventId>> {
  const rows = await eventsById(
    db,
    events.map(({ id }) => id),
  );
  const by_id = new Map(rows.map((row) => [row.id, row]));
  return new Set(
    events.flatMap((event) => {
      const row = by_id.get(event.id);
      return row === undefined || (row.app_id === app.id && isSameEvent(row, event)) ? [] : [event.id];
    }),
  );
}
