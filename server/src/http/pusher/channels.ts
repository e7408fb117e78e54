import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import { type Context, Hono } from "hono";
import type { Channels } from "../../channels/channels.ts";
import { hasCache, hasMembers } from "../../channels/occupied-channel.ts";
import { attributesOf, CHANNEL_ATTRIBUTES, parseAttributes } from "./channel-attributes.ts";
import { readSignedRequest, type SignedRequestDeps } from "./signed-request.ts";

export interface PusherChannelsDeps extends SignedRequestDeps {
  readonly channels: Channels;
}

/**
 * Channel queries of backends: occupied channels, subscriber counts, and presence members.
 *
 * @example
 * app.route("/", pusherChannelsRoutes({ clock, apps, channels, log }));
 */
export function pusherChannelsRoutes(deps: PusherChannelsDeps): Hono {
  const { channels } = deps;
  const routes = new Hono();

  routes.get("/apps/:id/channels", async (c) => {
    const call = await readSignedRequest(c.req.raw, c.req.param("id"), deps);
    if (call.outcome === "answered") return call.response;
    const prefix = call.query.pairs().get("filter_by_prefix") ?? "";
    const info = parseAttributes(call.query.pairs().get("info"), CHANNEL_ATTRIBUTES);
    if (info.outcome === "invalid") return c.text(info.message, info.status);
    if (info.value.includes("user_count") && !prefix.startsWith("presence-")) {
      return c.text(
        "user_count works only for presence channels. Add a filter_by_prefix that starts with presence-.",
        400,
      );
    }
    const entries: [string, object][] = [];
    for (const { channel } of channels.occupiedChannels(call.app.id)) {
      if (!channel.name.startsWith(prefix)) continue;
      entries.push([channel.name, attributesOf(channels, call.app.id, channel, info.value)]);
    }
    return Response.json({ channels: Object.fromEntries(entries) });
  });

  routes.get("/apps/:id/channels/:name", async (c) => {
    const call = await readSignedRequest(c.req.raw, c.req.param("id"), deps);
    if (call.outcome === "answered") return call.response;
    const channel = channelOf(c);
    if (channel === undefined) return invalidChannelName(c);
    const info = parseAttributes(call.query.pairs().get("info"), [...CHANNEL_ATTRIBUTES, "cache"] as const);
    if (info.outcome === "invalid") return c.text(info.message, info.status);
    if (info.value.includes("user_count") && !hasMembers(channel.kind)) {
      return c.text(`user_count works only for presence channels, and ${channel.name} isn't one.`, 400);
    }
    if (info.value.includes("cache") && !hasCache(channel.kind)) {
      return c.text(`cache works only for cache channels, and ${channel.name} isn't one.`, 400);
    }
    const { subscriptions } = channels.counts(call.app.id, channel.name);
    const requested = CHANNEL_ATTRIBUTES.filter((attribute) => info.value.includes(attribute));
    return Response.json({
      occupied: subscriptions > 0,
      ...(subscriptions > 0 ? attributesOf(channels, call.app.id, channel, requested) : {}),
      ...(info.value.includes("cache") ? { cache: cacheOf(channels.cached(call.app.id, channel.name)) } : {}),
    });
  });

  routes.get("/apps/:id/channels/:name/users", async (c) => {
    const call = await readSignedRequest(c.req.raw, c.req.param("id"), deps);
    if (call.outcome === "answered") return call.response;
    const channel = channelOf(c);
    if (channel === undefined) return invalidChannelName(c);
    if (!hasMembers(channel.kind)) return c.text(`${channel.name} isn't a presence channel, so it has no users.`, 400);
    return Response.json({ users: channels.users(call.app.id, channel.name).map((id) => ({ id })) });
  });

  return routes;
}

function channelOf(c: Context): Channel | undefined {
  return parseChannel(c.req.param("name") ?? "");
}

function invalidChannelName(c: Context): Response {
  return c.text("Invalid channel name: use only letters, digits, and _-=@,.; characters.", 400);
}

function cacheOf(cached: ReturnType<Channels["cached"]>): object | null {
  return cached === undefined ? null : { data: cached.data, ttl: cached.ttl_s };
}
