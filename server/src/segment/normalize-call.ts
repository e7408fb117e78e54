import { createHash } from "node:crypto";
import { type EventId, isUuidv7 } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import type { SegmentCall } from "@fanfare/contract/schema/client/segment";
import { type AttributeValue, attributeValueSchema, keySchema } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "../accounts/apps/app-directory.ts";
import { toIso } from "../store/columns.ts";

/** When a request arrived, and when its sender says that it was sent. */
export interface SegmentTimes {
  readonly received_ms: number;
  readonly sent_at: string | undefined;
}

/** An event as in `POST /v1/events`. */
export interface SegmentEvent {
  readonly id: EventId;
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly at: string;
}

/**
 * The event of a `track`, `page`, or `screen` call. A repeated call has the same ID: its time is the sender's own
 * `timestamp`, and the rest is a hash of app and `messageId`.
 */
export function segmentEvent(
  app: Pick<AppRecord, "id">,
  call: SegmentCall,
  times: SegmentTimes,
  random: string,
): SegmentEvent {
  const { type, event, name, category, properties, timestamp, messageId = random } = call;
  const named = { ...(name ? { name } : {}), ...(category ? { category } : {}) };
  return {
    id: hashedId(`${app.id}\n${messageId}`, timeOf(timestamp, times.received_ms)),
    name: type === "track" ? (event ?? "") : type,
    props: type === "track" ? (properties ?? {}) : { ...named, ...properties },
    at: toIso(happenedAt(timestamp, times)),
  };
}

/**
 * The anonymous person that stands for a Segment `anonymousId`. Fanfare signs its own anonymous IDs; this one is only
 * known to pages that know Segment's.
 */
export function anonymousIdOf(app: Pick<AppRecord, "id">, anonymous_id: string): string {
  const hash = createHash("sha256").update(`${app.id}\n${anonymous_id}`).digest();
  return `anon-${hashedId(`anonymous\n${app.id}\n${anonymous_id}`, hash.readUIntBE(0, 6))}`;
}

/** UUID of version 7 from 48 bits of time and a hash. */
function hashedId(text: string, time_ms: number): EventId {
  const octets = createHash("sha256").update(text).digest().subarray(0, 16);
  octets.writeUIntBE(time_ms, 0, 6);
  octets[6] = 0x70 | ((octets[6] ?? 0) & 0x0f);
  octets[8] = 0x80 | ((octets[8] ?? 0) & 0x3f);
  const id = octets.toString("hex").replace(/^(.{8})(....)(....)(....)/, "$1-$2-$3-$4-");
  if (!isUuidv7(id)) throw new Error(`Not a UUID of version 7: ${id}.`);
  return id;
}

const EARLIEST_MS = Date.UTC(2000);

function timeOf(timestamp: string | null | undefined, received_ms: number): number {
  const time_ms = Date.parse(timestamp ?? "");
  return time_ms >= EARLIEST_MS && time_ms <= received_ms + DAY_MS ? time_ms : received_ms;
}

/** Corrects the sender's clock by the difference between `sentAt` and the arrival. Never in the future. */
function happenedAt(timestamp: string | null | undefined, { received_ms, sent_at }: SegmentTimes): number {
  const time_ms = timeOf(timestamp, received_ms);
  const sent_ms = Date.parse(sent_at ?? "");
  const corrected_ms = Number.isNaN(sent_ms) ? time_ms : time_ms + (received_ms - sent_ms);
  return Math.max(EARLIEST_MS, Math.min(corrected_ms, received_ms));
}

export interface ReadTraits {
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** What can't be stored, each with the reason. */
  readonly rejected: readonly string[];
}

/**
 * Attributes of a call's traits. A nested object becomes attributes with joined names: `{ address: { city } }` is
 * `address_city`.
 */
export function attributesOf(traits: Readonly<Record<string, unknown>> | null | undefined): ReadTraits {
  const attributes: Record<string, AttributeValue> = {};
  const rejected: string[] = [];
  const flat = Object.entries(traits ?? {}).flatMap(([name, value]): [string, unknown][] =>
    isPlainObject(value) ? Object.entries(value).map(([inner, each]) => [`${name}_${inner}`, each]) : [[name, value]],
  );
  for (const [name, value] of flat) {
    const key = keySchema.safeParse(name);
    const parsed = attributeValueSchema.safeParse(value);
    if (key.success && parsed.success && !Object.hasOwn(Object.prototype, name)) attributes[name] = parsed.data;
    else rejected.push(`traits.${name.slice(0, NAME_CHARS_MAX)}: ${key.error?.issues[0]?.message ?? VALUE}`);
  }
  return { attributes, rejected };
}
const NAME_CHARS_MAX = 64;
const VALUE = "Use text, a number, true, false, null, or a list of texts, at most one level deep.";

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
