import type { EventId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { type EventsResponse, eventSchema } from "@fanfare/contract/schema/v1";
import type { AppRecord } from "../accounts/app-directory.ts";
import { type Caller, findPerson, type PeopleDeps, writeAs } from "../people/people.ts";
import { fromIso, toJson } from "../store/columns.ts";
import { type EventRow, eventsById, insertEvents } from "../store/events.ts";

/** An event as it will be stored, before it is known whose it is. */
type ReadEvent = Pick<EventRow, "id" | "name" | "props" | "happened_at">;
type Rejection = EventsResponse["rejected"][number];

/**
 * Stores what happened, once: the client's id is the primary key for as long as the row lives, so a batch may be sent
 * again after a day offline. Each event is judged by itself; those that cannot be stored are named, the others count.
 *
 * @example
 * (await ingest(deps, app, caller, [{ id, name: "order_shipped", at: "2026-11-21T12:00:00Z" }])).accepted; // 1
 */
export async function ingest(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  events: readonly unknown[],
): Promise<EventsResponse> {
  const rejected: Rejection[] = [];
  const wanted = new Map<EventId, { readonly event: ReadEvent; readonly indexes: number[] }>();
  for (const [index, raw] of events.entries()) {
    const read = readEvent(raw);
    if (typeof read === "string") {
      rejected.push({ index, id: claimedId(raw), detail: read });
      continue;
    }
    const first = wanted.get(read.id);
    if (first === undefined) wanted.set(read.id, { event: read, indexes: [index] });
    else if (same(first.event, read)) first.indexes.push(index);
    else rejected.push({ index, id: read.id, detail: ID_TAKEN });
  }
  for (const id of await store(
    deps,
    app,
    caller,
    [...wanted.values()].map(({ event }) => event),
  )) {
    for (const index of wanted.get(id)?.indexes ?? []) rejected.push({ index, id, detail: ID_TAKEN });
  }
  rejected.sort((a, b) => a.index - b.index);
  return { accepted: events.length - rejected.length, rejected };
}

const ID_TAKEN = "Another event has this id. Give every event an id of its own.";

/** Stores the events in one batch and answers the ids that belong to other events already. */
async function store(
  deps: PeopleDeps,
  app: AppRecord,
  caller: Caller,
  events: readonly ReadEvent[],
): Promise<readonly EventId[]> {
  if (events.length === 0) {
    // Nothing to store; still, who may not speak for this person hears it.
    await findPerson(deps, app, caller);
    return [];
  }
  const { db } = deps.store;
  const received_at = deps.clock.now();
  const written = await writeAs(deps, app, caller, ({ id: person_id }) => [
    {
      query: insertEvents(
        db,
        events.map((event) => ({ ...event, app_id: app.id, person_id, received_at })),
      ),
    },
  ]);
  if (written.outcome === "unmet") throw new Error("An insert without an expectation did not meet it.");
  const fresh = new Set(written.results[0]?.rows.map((row) => row["id"]));
  const known = events.filter(({ id }) => !fresh.has(id));
  if (known.length === 0) return [];
  const rows = await eventsById(
    db,
    known.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return known
    .filter((event) => {
      const row = byId.get(event.id);
      return row === undefined || row.app_id !== app.id || !same(row, event);
    })
    .map(({ id }) => id);
}

/** The event, or what is wrong with it. */
function readEvent(raw: unknown): ReadEvent | string {
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return issue === undefined
      ? "The event has the wrong shape."
      : `${issue.path.join(".") || "event"}: ${issue.message}`;
  }
  const props = toJson(parsed.data.props);
  if (Buffer.byteLength(props) > limits.event_props_bytes_max) {
    return `props: At most ${limits.event_props_bytes_max} bytes as JSON.`;
  }
  // eventSchema checked that it is a UUID of version 7 in lower case.
  return { id: parsed.data.id as EventId, name: parsed.data.name, props, happened_at: fromIso(parsed.data.at) };
}

/** Whether two events with one id are one event. Whose it is does not matter: it may have moved when they were identified. */
function same(one: ReadEvent, other: ReadEvent): boolean {
  return one.name === other.name && one.happened_at === other.happened_at && one.props === other.props;
}

/** What the sender called it, as far as that can be repeated in an answer. */
function claimedId(raw: unknown): string | null {
  const id = typeof raw === "object" && raw !== null && "id" in raw ? raw.id : null;
  return typeof id === "string" ? id.slice(0, 64) : null;
}
