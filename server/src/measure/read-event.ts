import { facetsOf } from "@fanfare/contract/event-facets";
import type { EventId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { eventSchema, type JsonValue } from "@fanfare/contract/schema/v1";
import { fromIso, toJson } from "../store/columns.ts";
import type { EventRow } from "../store/events.ts";

/** An event as it will be stored, before it is known whose it is. `said` holds its props as they were read. */
export type ReadEvent = Pick<EventRow, "id" | "name" | "props" | "happened_at" | "content_id" | "facets"> & {
  readonly said: Readonly<Record<string, JsonValue>>;
};

/** The event, or what is wrong with it. */
export function readEvent(raw: unknown): ReadEvent | string {
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return issue === undefined
      ? "The event has the wrong shape."
      : `${issue.path.join(".") || "event"}: ${issue.message}`;
  }
  const { name, props: said } = parsed.data;
  const props = toJson(said);
  if (Buffer.byteLength(props) > limits.event_props_bytes_max) {
    return `props: At most ${limits.event_props_bytes_max} bytes as JSON.`;
  }
  // eventSchema checked that it is a UUID of version 7 in lower case.
  const id = parsed.data.id as EventId;
  return { id, name, props, happened_at: fromIso(parsed.data.at), said, ...facetsOf(name, said) };
}

/** Whether two events with one id are one event. Whose it is does not matter: it may have moved when they were identified. */
export function isSameEvent(one: StoredPart, other: StoredPart): boolean {
  return one.name === other.name && one.happened_at === other.happened_at && one.props === other.props;
}
type StoredPart = Pick<EventRow, "name" | "happened_at" | "props">;

/** What the sender called it, as far as that can be repeated in an answer. */
export function claimedId(raw: unknown): string | null {
  const id = typeof raw === "object" && raw !== null && "id" in raw ? raw.id : null;
  return typeof id === "string" ? id.slice(0, 64) : null;
}
