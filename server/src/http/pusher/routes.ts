import { limits } from "@fanfare/contract/limits";
import { Hono } from "hono";
import { tokenBuckets } from "../request/token-buckets.ts";
import { type PusherChannelsDeps, pusherChannelsRoutes } from "./channels.ts";
import { pusherDeprecatedRoutes } from "./deprecated.ts";
import { handlePublishRequest, type PusherEventsDeps, pusherEventsRoutes } from "./events.ts";
import { createIdempotencyKeys } from "./idempotency-keys.ts";
import { type PusherUsersDeps, pusherUsersRoutes } from "./users.ts";

export type PusherApiDeps = PusherChannelsDeps & PusherUsersDeps;

/** Pusher HTTP API under `/apps/{id}`, authenticated with the app's secret. */
export interface PusherApi {
  readonly routes: Hono;
  /**
   * Fast path of `routes` for the most frequent call, `POST [prefix]/apps/{id}/events`, without a router. For
   * `published`, respond with `publishedResponse`. Undefined: another request.
   */
  publish(request: Request): Promise<Response | "published"> | undefined;
}

const APPS = "/apps/";
const EVENTS = "/events";
/** Each app brings its own rate. */
const DEFAULT_RATE = {
  per_second: limits.published_messages_per_second_max,
  burst: limits.published_messages_per_second_max * limits.published_burst_s,
  buckets_max: limits.v1_buckets_max,
};

/**
 * @example
 * const api = createPusherApi({ clock, apps, channels, log, terminateUser: gateway.terminateUser });
 * app.route("/", api.routes);
 */
export function createPusherApi(deps: PusherApiDeps): PusherApi {
  const events: PusherEventsDeps = {
    ...deps,
    idempotency_keys: createIdempotencyKeys(deps.clock),
    publish_rates: tokenBuckets(deps.clock, DEFAULT_RATE),
  };
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

/** App ID in `http://host[prefix]/apps/{id}/events[?…]`. Undefined for any other URL. */
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
