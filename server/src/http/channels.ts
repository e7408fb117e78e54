import { type Channel, parseChannel } from "@fanfare/contract/channel";
import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type ChannelDetail,
  type ChannelSummary,
  type ChannelsPage,
  channelsQuerySchema,
  type SentChannelEvent,
  sendChannelEventRequestSchema,
} from "@fanfare/contract/schema/channel";
import { Hono } from "hono";
import { auditStatement } from "../accounts/audit.ts";
import { isFanfaresOwn } from "../channels/console-watch.ts";
import { type Room, subscriptionsOf } from "../channels/room.ts";
import { parseJson } from "../json.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseBody, parseQuery } from "./body.ts";
import { appQuerySchema } from "./contents.ts";

/** Channels that somebody is on now, who that is, and a way to say something there. */
export function channelRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { channels } = deps;
  return new Hono<ApiEnv>()
    .get("/channels", (c) => {
      const { app_id, prefix, after, limit } = parseQuery(c, channelsQuerySchema);
      const rooms = [...channels.rooms(appNamed(deps.apps, app_id).id)].filter(({ channel }) =>
        channel.name.startsWith(prefix),
      );
      const rest = rooms
        .filter(({ channel }) => after === undefined || channel.name > after)
        .sort((one, other) => (one.channel.name < other.channel.name ? -1 : 1));
      const items = rest.slice(0, limit).map(summaryOf);
      const next = rest.length > limit ? (items.at(-1)?.name ?? null) : null;
      return c.json({ items, next, total: rooms.length } satisfies ChannelsPage);
    })
    .get("/channels/:name", (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      return c.json(detailOf(deps, app.id, channelNamed(c.req.param("name"))));
    })
    .get("/connections", (c) => c.json(deps.pulseOf(appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id).id)))
    .post("/channel-events", async (c) => {
      const { app_id, channel: name, event, data } = await parseBody(c, sendChannelEventRequestSchema);
      const app = appNamed(deps.apps, app_id);
      const channel = channelNamed(name);
      assertOpen(channel);
      const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "null");
      assertSize(text, app.settings.limits.event_data_bytes_max);
      const { member_id } = c.var.actor;
      await deps.store.write([
        auditStatement(deps, {
          ...{ member_id, action: "channel.publish", resource: { type: "channel", id: channel.name }, app_id: app.id },
          detail: { event },
        }),
      ]);
      channels.event(app.id, channel, { event, data: text });
      const { subscriptions } = channels.counts(app.id, channel.name);
      return c.json({ subscriptions } satisfies SentChannelEvent);
    });
}

function summaryOf(room: Room): ChannelSummary {
  const { name, kind } = room.channel;
  return { name, kind, subscriptions: subscriptionsOf(room), users: room.presence?.roster.size ?? null };
}

function detailOf({ channels }: ApiDeps, app_id: AppId, channel: Channel): ChannelDetail {
  const { name, kind } = channel;
  const { subscriptions, users } = channels.counts(app_id, name);
  const cached = channels.cached(app_id, name);
  const members = [...channels.roster(app_id, name)].slice(0, limits.channel_members_shown_max);
  return {
    ...{ name, kind, subscriptions, users: users ?? null },
    members: members.map(([id, { user_info }]) => ({ id, info: jsonOf(user_info) })),
    cached:
      cached === undefined
        ? null
        : { event: cached.event, data: isEncrypted(channel) ? null : cached.data, ttl_s: cached.ttl_s },
  };
}

function channelNamed(name: string): Channel {
  const channel = parseChannel(name);
  if (channel !== undefined) return channel;
  throw new ProblemError(
    "channel_invalid",
    `This is no name of a channel: letters, digits and _-=@,.; only, at most ${limits.channel_name_chars_max}.`,
  );
}

function isEncrypted({ kind }: Channel): boolean {
  return kind === "encrypted" || kind === "encrypted_cache";
}

function assertOpen(channel: Channel): void {
  if (isEncrypted(channel)) {
    throw new ProblemError(
      "channel_refused",
      `${channel.name} is encrypted with a key that only your own back end has: have it send the event.`,
    );
  }
  if (isFanfaresOwn(channel.name)) {
    throw new ProblemError("channel_refused", `${channel.name} steers open pages. Send a live update instead.`);
  }
}

function assertSize(text: string, bytes_max: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= bytes_max) return;
  throw new ProblemError(
    "body_too_large",
    `The data has ${bytes} bytes; ${bytes_max} are allowed (event_data_bytes_max).`,
  );
}

/** What a back end has written of a member; text that is no JSON is shown as it is. */
function jsonOf(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
