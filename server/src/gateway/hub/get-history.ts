import { limits } from "@fanfare/contract/limits";
import { fieldsOf, isAbsent } from "./arguments.ts";
import { dataText } from "./callback.ts";
import type { HubClient } from "./client.ts";
import { failure, type HubOutcome, success } from "./outcome.ts";
import type { HubSurroundings } from "./surroundings.ts";

/** One event as it was, in the words of the callback `event`. */
export interface HubEvent {
  readonly event: string;
  readonly data: unknown;
  readonly position: string;
}

/**
 * `GetHistory(channel, {after, before, limit})` answers `{events, complete}`: what the channel keeps between two positions.
 * It fills what a `reset` has named. Only those who are on the channel may read it.
 */
export function getHistory(
  client: HubClient,
  [name, range]: readonly unknown[],
  { app, channels }: HubSurroundings,
): HubOutcome {
  const known = typeof name === "string" ? client.subscriptionTo(name) : undefined;
  if (known === undefined) {
    return failure("not_subscribed", "The history of a channel is told to those who are on it. Subscribe.");
  }
  const { after, before, limit } = fieldsOf(range);
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
      `Pass {after, before, limit}: two positions as text, and how many events, 1 to ${limits.history_events_max} (history_events_max).`,
    );
  }
  const page = channels.history(app.id, known.room.channel.name, {
    after: after ?? undefined,
    before: before ?? undefined,
    events_max,
  });
  if (page === undefined)
    return failure("arguments_invalid", "This channel keeps no history: its app has no rule for it.");
  const events = page.events.map(
    ({ event, data, position }): HubEvent => ({ event, data: JSON.parse(dataText(data)), position }),
  );
  return success({ events, complete: page.complete });
}

function isPosition(value: unknown): value is string | undefined | null {
  return isAbsent(value) || typeof value === "string";
}
