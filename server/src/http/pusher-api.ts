import { Hono } from "hono";
import { type PusherChannelsDeps, pusherChannelsRoutes } from "./pusher-channels.ts";
import { pusherEventsRoutes } from "./pusher-events.ts";
import { type PusherUsersDeps, pusherUsersRoutes } from "./pusher-users.ts";

export type PusherApiDeps = PusherChannelsDeps & PusherUsersDeps;

/**
 * The Pusher HTTP API under `/apps/{id}`, signed by the app's secret.
 *
 * @example
 * app.route("/", pusherApiRoutes({ clock, apps, channels, log, terminateUser: gateway.terminateUser }));
 */
export function pusherApiRoutes(deps: PusherApiDeps): Hono {
  return new Hono()
    .route("/", pusherEventsRoutes(deps))
    .route("/", pusherChannelsRoutes(deps))
    .route("/", pusherUsersRoutes(deps));
}
