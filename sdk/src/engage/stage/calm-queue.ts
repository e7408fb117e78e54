import { contentLane, type Lane } from "@fanfare/contract/content/lane";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { Scenes } from "../types.ts";

/** Whether content that would start automatically waits its turn, so that people get one thing at a time. */
export type WaitsTurn = (decision: Decision) => boolean;

/** Celebrations belong to what just happened, hints stay beside their elements, and launchers wait to be opened. */
const QUIET: readonly Lane[] = ["celebration", "inline", "launcher", "embedded"];

/**
 * Lets automatic content start one after another: not while blocking content is shown, nor within a pause after it, nor
 * right after other automatic content. What the person or page asked for, what resumes, celebrations, and announcements
 * in the error tone don't wait. Part of the chunk that plain tours don't load (advanced-content.ts). `onTurn`: called
 * when a pause is over.
 */
export function createCalmQueue(scenes: Scenes, clock: Clock, onTurn: () => void): WaitsTurn {
  let quiet_until_ms = 0;
  let had_blocking = false;
  let noticed: ReadonlySet<string> = new Set();

  const pause = (duration_ms: number): void => {
    quiet_until_ms = Math.max(quiet_until_ms, clock.now() + duration_ms);
    // Later pauses bring their own timers.
    clock.after(duration_ms, onTurn);
  };
  const notice = (): void => {
    const has_blocking = [...scenes.values()].some(({ lane }) => lane === "blocking");
    if (had_blocking && !has_blocking) pause(limits.calm_after_blocking_ms);
    had_blocking = has_blocking;
    const others = [...scenes].filter(([, { lane }]) => lane !== "blocking" && !QUIET.includes(lane));
    if (others.some(([content_id]) => !noticed.has(content_id))) pause(limits.calm_between_ms);
    noticed = new Set(others.map(([content_id]) => content_id));
  };

  return ({ content_id, edition: { body } }) => {
    notice();
    const is_urgent = body.type === "announcement" && body.tone === "error";
    if (is_urgent || ["celebration", "launcher"].includes(contentLane(body)) || scenes.has(content_id)) return false;
    return had_blocking || clock.now() < quiet_until_ms;
  };
}
