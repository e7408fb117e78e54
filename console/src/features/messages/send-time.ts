import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { dayAndTime } from "../../lib/i18n/format.ts";

/** The author's clock for one moment. For local times, the time as it was entered. */
export function sendTimeLabel({ timing, scheduled_for }: Pick<LiveUpdate, "timing" | "scheduled_for">): string {
  const local = timing?.zone === "person" ? timing.send_at : null;
  return dayAndTime(Date.parse(local ?? scheduled_for ?? ""));
}
