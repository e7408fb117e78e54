import { limits } from "@fanfare/contract/limits";
import { isAbsent, readFields } from "./arguments.ts";
import { dataText } from "./hub-callback.ts";
import type { HubClient, HubContext } from "./hub-client.ts";
import { failure, type HubResult, success } from "./hub-result.ts";

export interface HubEvent {
  readonly event: string;
  readonly data: unknown;
  readonly position: string;
}

/**
 * Handles `GetHistory(channel, {after, before, limit})` and returns `{events, complete}`: the stored events between two
 * positions, such as the range of a `reset`. Only for subscribers of the channel.
 */
export function getHistory(
  client: HubClient,
  [name, range]: readonly unknown[],
  { app, channels }: HubContext,
): HubResult {
  const known = typeof name === "string" ? client.findChannel(name) : undefined;
  if (known === undefined) {
    return failure("not_subscribed", "Only subscribers can get a channel's history. Subscribe first.");
  }
  const { after, before, limit } = readFields(range);
  const events_max = isAbsent(limit) ? limits.history_events_default : limit;
  if (
    !isPosition(after) ||
    !isPosition(before) ||
    typeof events_max !== "number" ||
    !Number.isInteger(events_max) ||
    events_max < 1 ||
    events_max > limits.history_events_max
  ) {
    return failure(
      "arguments_invalid",
      `Pass {after, before, limit}: two positions as text, and a number of events from 1 to ${limits.history_events_max} (history_events_max).`,
    );
  }
  const page = channels.history(app.id, known.channel.name, {
    after: after ?? undefined,
    before: before ?? undefined,
    events_max,
  });
  if (page === undefined)
    return failure("arguments_invalid", "This channel keeps no history. Add a rule for it to the app.");
  const events = page.events.map(
    ({ event, data, position }): HubEvent => ({ event, data: JSON.parse(dataText(data)), position }),
  );
  return success({ events, complete: page.complete });
}

function isPosition(value: unknown): value is string | undefined | null {
  return isAbsent(value) || typeof value === "string";
}
