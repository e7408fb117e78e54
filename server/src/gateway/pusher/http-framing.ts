import { limits } from "@fanfare/contract/limits";
import type { Frame } from "../../channels/subscriber.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";
import type { MailboxEnd } from "../transport/mailbox.ts";

/** Frames of the HTTP fallbacks: a letter, JSON where there is content, and a line feed (the form of SockJS). */
export const OPENED = "o\n";
export const HEARTBEAT = "h\n";

export function encodeMessages(frames: readonly Frame[]): string {
  return frames.length === 0 ? "" : `a[${frames.map((frame) => JSON.stringify(frameText(frame))).join(",")}]\n`;
}

export function encodeEnd({ code, reason }: MailboxEnd): string {
  return `c${JSON.stringify([code, reason])}\n`;
}

/** The Pusher protocol has text only. */
function frameText(frame: Frame): string {
  return typeof frame === "string" ? frame : new TextDecoder().decode(frame);
}

/** The body of `xhr_send`: a list of text frames, empty as a sign of life. Undefined when it is anything else. */
export function parseSendBody(body: Uint8Array): readonly string[] | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const value: unknown = exceedsDepth(text, 1) ? undefined : JSON.parse(text);
    const is_list =
      Array.isArray(value) &&
      value.every((entry) => typeof entry === "string" && Buffer.byteLength(entry) <= limits.frame_bytes_max);
    return is_list ? value : undefined;
  } catch {
    // Neither UTF-8 nor JSON: there is nothing more to know about it.
    return undefined;
  }
}
