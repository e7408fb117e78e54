import type { AppId } from "@fanfare/contract/lib/ids";
import type { ChannelEvents, Channels } from "../../channels/channels.ts";
import { type AppendResult, LogUnavailable, type OnceKey } from "../../cluster/log.ts";
import { plainTextResponse } from "./signed-request.ts";

/** Publishes events on a single node, or on all nodes. `unavailable`: Redis didn't confirm. */
export async function publishAll(
  channels: Channels,
  app_id: AppId,
  events: readonly ChannelEvents[],
  once?: OnceKey,
): Promise<AppendResult | "unavailable"> {
  try {
    return (await channels.publishAll(app_id, events, once)) ?? "appended";
  } catch (error) {
    if (error instanceof LogUnavailable) return "unavailable";
    throw error;
  }
}

export function unavailableResponse(): Response {
  return plainTextResponse(
    "Redis didn't confirm the call, so it may or may not take effect. Send it again, with the same Idempotency-Key if it publishes events.",
    503,
  );
}
