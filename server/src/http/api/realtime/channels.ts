import type { AppId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import type { ChannelDetail, ChannelSummary } from "@fanfare/contract/schema/responses/realtime/channel";
import type { CHANNEL_ROUTES } from "@fanfare/contract/schema/routes/channels";
import { isActorAllowed } from "../../../accounts/access/actor.ts";
import { auditStatement } from "../../../accounts/audit/audit-entry.ts";
import type { OccupiedSummary } from "../../../channels/channels.ts";
import { isInternalChannel } from "../../../channels/console-watch.ts";
import type { OnceKey } from "../../../cluster/log.ts";
import { parseJson } from "../../../lib/json.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps, ApiEnv } from "../guards/deps.ts";

export function channelHandlers(deps: ApiDeps): Handlers<typeof CHANNEL_ROUTES> {
  const { channels } = deps;
  return {
    "GET /api/channels": ({ query, app }) => {
      const { prefix, after, limit } = query;
      const occupied = [...channels.occupiedChannels(app.id)].filter(({ channel }) => channel.name.startsWith(prefix));
      const rest = occupied
        .filter(({ channel }) => after === undefined || channel.name > after)
        .sort((one, other) => (one.channel.name < other.channel.name ? -1 : 1));
      const items = rest.slice(0, limit).map(summaryOf);
      const next = rest.length > limit ? (items.at(-1)?.name ?? null) : null;
      return { items, next, total: occupied.length };
    },
    "GET /api/channels/:name": ({ params, actor, app }) =>
      detailOf(deps, app.id, requireChannel(params.name), isActorAllowed(actor, "channel.listen", app.id)),
    "GET /api/connections": ({ app }) => deps.liveStatsOf(app.id),
    "POST /api/channel-events": async ({ c, body, actor, app }) => {
      const { channel: name, event, data } = body;
      const channel = requireChannel(name);
      assertPublishable(channel);
      const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "null");
      assertSize(text, app.settings.limits.event_data_bytes_max);
      const { member_id } = actor;
      await deps.store.write([
        auditStatement(deps, {
          ...{ member_id, action: "channel.publish", resource: { type: "channel", id: channel.name }, app_id: app.id },
          detail: { event },
        }),
      ]);
      await channels.publishAll(app.id, [{ channels: [channel], event, data: text }], onceKeyOf(c.var.idempotency));
      const { subscriptions } = channels.counts(app.id, channel.name);
      return { subscriptions };
    },
  };
}

/** Redis may have taken the event of a call that failed. The same call publishes it once. */
function onceKeyOf(call: ApiEnv["Variables"]["idempotency"]): OnceKey | undefined {
  if (call === undefined) return undefined;
  const { key_hash, request_hash } = call;
  const ttl_s = (limits.idempotency_hours_max * HOUR_MS) / SECOND_MS;
  return { key: `${key_hash}:${request_hash}`, fingerprint: request_hash, ttl_s };
}

function summaryOf({ channel, subscriptions, users }: OccupiedSummary): ChannelSummary {
  const { name, kind } = channel;
  return { name, kind, subscriptions, users: users ?? null };
}

function detailOf({ channels }: ApiDeps, app_id: AppId, channel: Channel, may_listen: boolean): ChannelDetail {
  const { name, kind } = channel;
  const { subscriptions, users } = channels.counts(app_id, name);
  const cached = channels.cached(app_id, name);
  const members = [...channels.roster(app_id, name)].slice(0, limits.channel_members_shown_max);
  return {
    ...{ name, kind, subscriptions, users: users ?? null },
    members: members.map(([id, { user_info }]) => ({ id, info: parseEventData(user_info) })),
    cached:
      cached === undefined
        ? null
        : { event: cached.event, data: may_listen && !isEncrypted(channel) ? cached.data : null, ttl_s: cached.ttl_s },
  };
}

function requireChannel(name: string): Channel {
  const channel = parseChannel(name);
  if (channel !== undefined) return channel;
  throw new ProblemError(
    "channel_invalid",
    `Invalid channel name. Use up to ${limits.channel_name_chars_max} letters, digits, and _-=@,.; characters.`,
  );
}

function isEncrypted({ kind }: Channel): boolean {
  return kind === "encrypted" || kind === "encrypted_cache";
}

function assertPublishable(channel: Channel): void {
  if (isEncrypted(channel)) {
    throw new ProblemError(
      "channel_refused",
      `${channel.name} is encrypted with a key that only your backend has. Send the event from your backend.`,
    );
  }
  if (isInternalChannel(channel.name)) {
    throw new ProblemError("channel_refused", `${channel.name} is reserved for Fanfare. Send a live update instead.`);
  }
}

function assertSize(text: string, bytes_max: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= bytes_max) return;
  throw new ProblemError(
    "body_too_large",
    `The data is ${bytes} bytes, and the limit is ${bytes_max} (event_data_bytes_max).`,
  );
}

/** Parses member data written by a backend. Text that isn't JSON is returned as is. */
function parseEventData(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
