import { limits } from "@fanfare/contract/limits";
import type { Frame } from "../../channels/subscriber.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";
import type { MailboxEnd } from "../transport/mailbox.ts";

/** Frames of the HTTP fallbacks, in the format of SockJS: a letter, optional JSON, and a line feed. */
export const OPENED = "o\n";
export const HEARTBEAT = "h\n";

export function encodeMessages(frames: readonly Frame[]): string {
  return frames.length === 0 ? "" : `a[${frames.map((frame) => JSON.stringify(frameText(frame))).join(",")}]\n`;
}

export function encodeEnd({ code, reason }: MailboxEnd): string {
  return `c${JSON.stringify([code, reason])}\n`;
}

/** The Pusher protocol is text only. */
function frameText(frame: Frame): string {
  return typeof frame === "string" ? frame : new TextDecoder().decode(frame);
}

/** Parses the body of `xhr_send`: a list of text frames, empty for a keepalive. Undefined for anything else. */
export function parseSendBody(body: Uint8Array): readonly string[] | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const value: unknown = exceedsDepth(text, 1) ? undefined : JSON.parse(text);
    const is_list =
      Array.isArray(value) &&
      value.every((entry) => typeof entry === "string" && Buffer.byteLength(entry) <= limits.frame_bytes_max);
    return is_list ? value : undefined;
  } catch {
    // Invalid UTF-8 or JSON.
    return undefined;
  }
}
