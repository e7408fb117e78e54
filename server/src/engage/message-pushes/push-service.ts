import { SECOND_MS } from "@fanfare/contract/limits";
import type { PushFailure } from "@fanfare/contract/realtime/message-push";
import type { PostOutcome } from "../../outbound-http/guarded-post.ts";

/** What a push service did with a notification. `gone`: the browser is no longer subscribed. */
export type PushOutcome =
  | { readonly outcome: "accepted" }
  | { readonly outcome: "gone" }
  | { readonly outcome: "retry"; readonly failure: PushFailure; readonly after_ms: number }
  | { readonly outcome: "failed"; readonly failure: PushFailure };

/** Status codes of RFC 8030, and of push services in use. */
export function pushOutcome(response: PostOutcome, now_ms: number): PushOutcome {
  if (response.outcome === "failed") return { outcome: "retry", failure: "unreachable", after_ms: 0 };
  const { status, retry_after } = response;
  if (status >= 200 && status < 300) return { outcome: "accepted" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  if (status === 429) return { outcome: "retry", failure: "busy", after_ms: retryAfterMs(retry_after, now_ms) };
  if (status === 408 || status >= 500) {
    return { outcome: "retry", failure: "unreachable", after_ms: retryAfterMs(retry_after, now_ms) };
  }
  return { outcome: "failed", failure: "refused" };
}

/** Seconds or an HTTP date. 0 if it's missing or invalid. */
function retryAfterMs(text: string | undefined, now_ms: number): number {
  if (text === undefined) return 0;
  const wait_ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now_ms;
  return Number.isFinite(wait_ms) ? Math.max(0, wait_ms) : 0;
}

/** The outcome for a person with several browsers. One that got it is enough. */
export function personOutcome(outcomes: readonly PushOutcome[]): PushOutcome {
  const of = (kind: PushOutcome["outcome"]) => outcomes.find(({ outcome }) => outcome === kind);
  return of("accepted") ?? of("retry") ?? of("failed") ?? { outcome: "gone" };
}
