import type { AppSettings } from "@fanfare/contract/app-settings";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { CloseReason } from "@fanfare/contract/pusher";
import { isSlow } from "../slow-reader.ts";
import type { OpenSession } from "./open-session.ts";

/**
 * What is due for a connection now: its end, or to be asked for a sign of life; undefined while nothing is.
 *
 * Whoever is asked and says nothing ends with `pong_missing`. Clients whose protocol knows no ping are asked by control frames
 * alone, which a WebSocket goes on answering long after the page behind it has died: without a message of their own
 * they end with `inactive`.
 */
export function dueOf(
  open: Pick<OpenSession, "authorize_by_ms" | "spoke_ms" | "asked_ms" | "heard_ms" | "encrypted" | "socket">,
  { live_updates, require_tls, limits: allowed }: AppSettings,
  now_ms: number,
): CloseReason | "ask" | undefined {
  const silentFor = (since_ms: number, most_s: number): boolean => now_ms - since_ms >= most_s * SECOND_MS;
  if (!live_updates) return "app_disabled";
  if (require_tls && !open.encrypted) return "tls_required";
  if (isSlow(open.socket, allowed)) return "reader_slow";
  if (open.authorize_by_ms !== undefined && now_ms >= open.authorize_by_ms) return "authorization_late";
  if (open.spoke_ms !== undefined && silentFor(open.spoke_ms, allowed.inactivity_timeout_s)) return "inactive";
  if (open.asked_ms !== undefined) return silentFor(open.asked_ms, allowed.pong_timeout_s) ? "pong_missing" : undefined;
  return silentFor(open.heard_ms, allowed.activity_timeout_s + limits.activity_slack_s) ? "ask" : undefined;
}
