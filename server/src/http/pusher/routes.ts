import { Hono } from "hono";
import { type PusherChannelsDeps, pusherChannelsRoutes } from "./channels.ts";
import { pusherDeprecatedRoutes } from "./deprecated.ts";
import { handlePublishRequest, type PusherEventsDeps, pusherEventsRoutes } from "./events.ts";
import { createIdempotencyKeys } from "./idempotency-keys.ts";
import { type PusherUsersDeps, pusherUsersRoutes } from "./users.ts";

export type PusherApiDeps = PusherChannelsDeps & PusherUsersDeps;

/** The Pusher HTTP API under `/apps/{id}`, signed by the app's secret. */
export interface PusherApi {
  readonly routes: Hono;
  /**
   * The most frequent call, `POST [prefix]/apps/{id}/events`, without a router in between: the same as by `routes`,
   * `published` being for `publishedResponse`. Undefined: the request is another one.
   */
  publish(request: Request): Promise<Response | "published"> | undefined;
}

const APPS = "/apps/";
const EVENTS = "/events";

/**
 * @example
 * const api = createPusherApi({ clock, apps, channels, log, terminateUser: gateway.terminateUser });
 * app.route("/", api.routes);
 */
export function createPusherApi(deps: PusherApiDeps): PusherApi {
  const events: PusherEventsDeps = { ...deps, idempotency_keys: createIdempotencyKeys(deps.clock) };
  const { path_prefix = "" } = deps;
  return {
    routes: new Hono()
      .route("/", pusherEventsRoutes(events))
      .route("/", pusherChannelsRoutes(deps))
      .route("/", pusherDeprecatedRoutes(deps))
      .route("/", pusherUsersRoutes(deps)),
    publish(request) {
      if (request.method !== "POST") return undefined;
      const app_id = publishedApp(request.url, path_prefix);
      return app_id === undefined ? undefined : handlePublishRequest(request, app_id, events);
    },
  };
}

/** The app id in `http://host[prefix]/apps/{id}/events[?…]`; undefined for every other address. */
function publishedApp(url: string, path_prefix: string): string | undefined {
  const path_start = url.indexOf("/", url.indexOf("://") + 3);
  if (path_start === -1) return undefined;
  const apps = url.startsWith(APPS, path_start) ? path_start : path_start + path_prefix.length;
  if (!url.startsWith(APPS, apps) || (!url.startsWith(path_prefix, path_start) && apps !== path_start))
    return undefined;
  const id_start = apps + APPS.length;
  const id_end = url.indexOf("/", id_start);
  if (id_end === -1 || !url.startsWith(EVENTS, id_end)) return undefined;
  const end = url.charAt(id_end + EVENTS.length);
  return end === "" || end === "?" || end === "#" ? url.slice(id_start, id_end) : undefined;
}
