import { parseChannel } from "@fanfare/contract/realtime/channel";
import { Hono } from "hono";
import type { Channels } from "../../channels/channels.ts";
import { hasMembers } from "../../channels/occupied-channel.ts";
import { publishAll, unavailableResponse } from "./publish.ts";
import { parsePublishRequest } from "./publish-request.ts";
import { plainTextResponse, readSignedRequest, type SignedRequestDeps } from "./signed-request.ts";

export interface PusherDeprecatedDeps extends SignedRequestDeps {
  readonly channels: Channels;
}

/**
 * Two calls that Pusher's documentation has dropped and old libraries still use: an event with its data as the raw
 * body, which returns an empty 202, and the counts of one channel.
 *
 * @example
 * app.route("/", pusherDeprecatedRoutes({ clock, apps, channels, log }));
 */
export function pusherDeprecatedRoutes(deps: PusherDeprecatedDeps): Hono {
  const { channels } = deps;
  const routes = new Hono();

  routes.post("/apps/:id/channels/:name/events", async (c) => {
    const call = await readSignedRequest(c.req.raw, c.req.param("id"), deps);
    if (call.outcome === "answered") return call.response;
    const { query, app, body: data } = call;
    const given = query.pairs();
    const fields = { name: given.get("name"), socket_id: given.get("socket_id"), channel: c.req.param("name"), data };
    const parsed = parsePublishRequest(fields, app.settings.limits);
    if (parsed.outcome === "invalid") return plainTextResponse(parsed.message, parsed.status);
    const { event, except } = parsed.value;
    const published = await publishAll(channels, app.id, [{ channels: parsed.value.channels, event, data, except }]);
    if (published === "unavailable") return unavailableResponse();
    return new Response(null, { status: 202 });
  });

  routes.get("/apps/:id/channels/:name/stats", async (c) => {
    const call = await readSignedRequest(c.req.raw, c.req.param("id"), deps);
    if (call.outcome === "answered") return call.response;
    const channel = parseChannel(c.req.param("name"));
    if (channel === undefined)
      return plainTextResponse("Invalid channel name: use only letters, digits, and _-=@,.; characters.", 400);
    const { subscriptions, users } = channels.counts(call.app.id, channel.name);
    return Response.json({
      occupied: subscriptions > 0,
      ...(hasMembers(channel.kind) ? { user_count: users ?? 0 } : {}),
      connection_count: subscriptions,
    });
  });

  return routes;
}
