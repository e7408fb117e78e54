import type { Frame } from "../../channels/subscriber.ts";

const UTF8 = new TextEncoder();

/** Messages as the body of a poll, one behind the other. */
export function bodyOf(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const parts = frames.map((frame) => (typeof frame === "string" ? UTF8.encode(frame) : frame));
  const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

/** Messages as one server-sent event. JSON is written on one line, so that one `data` field holds them all. */
export function eventOf(frames: readonly Frame[]): string {
  return frames.length === 0 ? "" : `data: ${frames.map(String).join("")}\r\n\r\n`;
}
