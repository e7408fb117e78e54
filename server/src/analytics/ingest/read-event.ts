import { extractFacets } from "@fanfare/contract/events/facets";
import type { EventId } from "@fanfare/contract/lib/ids";
import { findReservedKey } from "@fanfare/contract/lib/reserved-keys";
import { limits } from "@fanfare/contract/limits";
import { eventSchema, type JsonValue } from "@fanfare/contract/schema/client/v1";
import { fromIso, toIso, toJson } from "../../store/columns.ts";
import type { EventRow } from "../../store/statements/analytics/events.ts";

/** An event as it will be stored, before it is known whose it is. `raw_props` holds its props as they were read. */
export type ReadEvent = Pick<EventRow, "id" | "name" | "props" | "happened_at" | "content_id" | "facets"> & {
  readonly raw_props: Readonly<Record<string, JsonValue>>;
};

/** The event, or what is wrong with it. */
export function readEvent(raw: unknown): ReadEvent | string {
  const plain = plainEvent(raw);
  if (plain !== undefined) return stored(plain);
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return issue === undefined ? "The event is invalid." : `${issue.path.join(".") || "event"}: ${issue.message}`;
  }
  const { id, name, props, at } = parsed.data;
  // eventSchema checked that it is a UUID of version 7 in lower case.
  return stored({ id: id as EventId, name, raw_props: props, happened_at: fromIso(at) });
}

type Checked = Pick<ReadEvent, "id" | "name" | "raw_props" | "happened_at">;

function stored({ id, name, raw_props, happened_at }: Checked): ReadEvent | string {
  const props = toJson(raw_props);
  // A character takes three bytes at most.
  if (props.length * 3 > PROPS_BYTES_MAX && Buffer.byteLength(props) > PROPS_BYTES_MAX) {
    return `props: Use at most ${PROPS_BYTES_MAX} bytes of JSON.`;
  }
  const { content_id, facets } = extractFacets(name, raw_props);
  return { id, name, props, happened_at, raw_props, content_id, facets };
}
const PROPS_BYTES_MAX = limits.event_props_bytes_max;

/**
 * An event as the SDK writes it, by the rules of `eventSchema` and at a fifth of its price. Undefined for what is written in
 * another way or is wrong: the schema has the last word, and the words for it.
 */
function plainEvent(raw: unknown): Checked | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  for (const key in raw) if (!KEYS.has(key)) return undefined;
  // What the parts are is looked at below.
  const { id, name, props: raw_props = {}, at } = raw as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || !ID.test(id) || typeof name !== "string" || !NAME.test(name)) return undefined;
  if (name.length > limits.event_name_chars_max || typeof at !== "string" || at.length !== ISO_CHARS) return undefined;
  if (
    typeof raw_props !== "object" ||
    raw_props === null ||
    Array.isArray(raw_props) ||
    findReservedKey(raw_props) !== undefined
  ) {
    return undefined;
  }
  const happened_at = Date.parse(at);
  // A day that no calendar has is moved to one by some, and refused by others.
  if (Number.isNaN(happened_at) || toIso(happened_at) !== at) return undefined;
  // The body was JSON, so this is.
  return { id: id as EventId, name, raw_props: raw_props as ReadEvent["raw_props"], happened_at };
}
const KEYS = new Set(["id", "name", "props", "at"]);
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NAME = /^[ -~]+$/;
const ISO_CHARS = "2026-11-21T12:00:00.000Z".length;

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
