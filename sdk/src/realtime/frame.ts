/** A message of the Pusher protocol as it is used here. */
export interface Frame {
  readonly event: string;
  readonly channel: string | undefined;
  /** What `data` holds: parsed where it is JSON, else the text itself. */
  readonly data: unknown;
  /** Where the channel is with this frame, on channels with history. */
  readonly position: unknown;
  /** `data` where it is an object, else an empty one: what the protocol's own events are read from. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads a frame, or undefined for anything that is none: what comes over a wire never throws. */
export function parseFrame(text: string): Frame | undefined {
  const raw = fieldsOf(parseJson(text));
  const { event, channel, position } = raw;
  if (typeof event !== "string") return undefined;
  const data = typeof raw["data"] === "string" ? parseJson(raw["data"]) : raw["data"];
  return { event, channel: typeof channel === "string" ? channel : undefined, data, position, fields: fieldsOf(data) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Data that is not JSON is passed on as it came.
    return text;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // An object read field by field, each checked where it is used.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
