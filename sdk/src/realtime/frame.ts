export interface Frame {
  readonly event: string;
  readonly channel: string | undefined;
  /** Parsed `data` if it is JSON, otherwise the text. */
  readonly data: unknown;
  /** Position of this frame, on channels with history. */
  readonly position: unknown;
  /** `data` if it is an object, otherwise an object without such fields. Used for the protocol's own events. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Parses a frame. Returns undefined for anything invalid and never throws. */
export function parseFrame(text: string): Frame | undefined {
  // Primitives become objects without fields of these names. Fields are validated where they are used.
  const raw: Frame["fields"] = Object(parseJson(text));
  const { event, channel, position } = raw;
  if (typeof event !== "string") return undefined;
  const data = typeof raw["data"] === "string" ? parseJson(raw["data"]) : raw["data"];
  return { event, channel: typeof channel === "string" ? channel : undefined, data, position, fields: Object(data) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Pass non-JSON data on unchanged.
    return text;
  }
}
