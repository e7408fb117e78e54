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

/** Returns the event, or the reason why it's invalid. */
export function readEvent(raw: unknown): ReadEvent | string {
  const plain = plainEvent(raw);
  if (plain !== undefined) return stored(plain);
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return issue === undefined ? "The event is invalid." : `${issue.path.join(".") || "event"}: ${issue.message}`;
  }
  const { id, name, props, at } = parsed.data;
  // Cast: eventSchema checked for a lowercase UUID of version 7.
  return stored({ id: id as EventId, name, raw_props: props, happened_at: fromIso(at) });
}

type Checked = Pick<ReadEvent, "id" | "name" | "raw_props" | "happened_at">;

function stored({ id, name, raw_props, happened_at }: Checked): ReadEvent | string {
  const props = toJson(raw_props);
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (props.length * 3 > PROPS_BYTES_MAX && Buffer.byteLength(props) > PROPS_BYTES_MAX) {
    return `props: Use at most ${PROPS_BYTES_MAX} bytes of JSON.`;
  }
  const { content_id, facets } = extractFacets(name, raw_props);
  return { id, name, props, happened_at, raw_props, content_id, facets };
}
const PROPS_BYTES_MAX = limits.event_props_bytes_max;

/**
 * Fast path for events as the SDK writes them: the rules of `eventSchema` at a fifth of the cost. Returns undefined for
 * any other format or invalid input, which `eventSchema` then judges.
 */
function plainEvent(raw: unknown): Checked | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  for (const key in raw) if (!KEYS.has(key)) return undefined;
  // Cast: the parts are checked below.
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
  // Some parsers shift impossible dates to the next valid day, others reject them.
  if (Number.isNaN(happened_at) || toIso(happened_at) !== at) return undefined;
  // Cast: the body was JSON.
  return { id: id as EventId, name, raw_props: raw_props as ReadEvent["raw_props"], happened_at };
}
const KEYS = new Set(["id", "name", "props", "at"]);
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NAME = /^[ -~]+$/;
const ISO_CHARS = "2026-11-21T12:00:00.000Z".length;

/** The run that an event belongs to. */
export function runIdOf({ raw_props: { run_id } }: Pick<ReadEvent, "raw_props">): string | undefined {
  return typeof run_id === "string" && run_id !== "" && run_id.length <= limits.id_chars_max && run_id.isWellFormed()
    ? run_id
    : undefined;
}

/** Whether two events with the same ID are the same event. Ignores the person, which can change on identify. */
export function isSameEvent(one: StoredPart, other: StoredPart): boolean {
  return one.name === other.name && one.happened_at === other.happened_at && one.props === other.props;
}
type StoredPart = Pick<EventRow, "name" | "happened_at" | "props">;

/** Returns the sender's ID for the event, if it's safe to repeat in a response. */
export function claimedId(raw: unknown): string | null {
  const id = typeof raw === "object" && raw !== null && "id" in raw ? raw.id : null;
  return typeof id === "string" ? id.slice(0, 64) : null;
}
