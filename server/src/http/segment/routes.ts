import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  SEGMENT_CALL_TYPES,
  type SegmentCallType,
  segmentBatchSchema,
  segmentSingleSchema,
} from "@fanfare/contract/schema/client/segment";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { assertActorAllowed, isActorAllowed } from "../../accounts/access/actor.ts";
import { tokenActor } from "../../accounts/access/api-tokens.ts";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import { createEventEffects, type EventEffectsDeps } from "../../analytics/ingest/event-effects.ts";
import { createPublished } from "../../engage/decide/published-cache.ts";
import { acceptCalls, type SegmentRejection, type SegmentSender } from "../../segment/intake.ts";
import { backendRateLimit } from "../api/guards/backend-rate-limit.ts";
import { corsHeaders, originAllowed, originRefused, preflight } from "../middleware/cors.ts";
import { errorResponse } from "../middleware/problem.ts";
import { parseBody } from "../request/body.ts";
import { v1RateLimit } from "../v1/rate-limit.ts";

export interface SegmentRoutesDeps extends Omit<EventEffectsDeps, "published"> {
  readonly clock: Clock;
  readonly apps: AppDirectory;
  readonly addressOf: (request: Request) => string;
}

/** What the response says: Segment's libraries only read the status. */
interface SegmentResponse {
  readonly success: boolean;
  readonly rejected: readonly { readonly index: number; readonly detail: string }[];
}

/**
 * Intake for Segment's libraries, unmodified. The write key is an app key, or `APP_KEY:API_TOKEN` for a backend. Any
 * content type is read as JSON, because browser libraries send `text/plain` to avoid preflights. Cookies aren't read.
 *
 * @example
 * app.route("/segment/v1", segmentRoutes(deps));
 */
export function segmentRoutes(deps: SegmentRoutesDeps): Hono {
  const server = { ...deps, ...createEventEffects({ ...deps, published: createPublished(deps) }) };
  const authenticate = writeKeyReader(deps);
  const routes = new Hono();
  routes.onError((error, c) => readable(c, errorResponse(error, c.req.raw, deps.log)));
  routes.use(withCors());

  const batch = async (c: Context): Promise<Response> => {
    const body = await parseBody(c, segmentBatchSchema, limits.segment_batch_bytes_max);
    const sender = await authenticate(c, body.writeKey, body.batch.length);
    const times = { received_ms: deps.clock.now(), sent_at: body.sentAt ?? undefined };
    return c.json(present(await acceptCalls(server, sender, body.batch, times)));
  };
  const single =
    (type: SegmentCallType) =>
    async (c: Context): Promise<Response> => {
      const body = await parseBody(c, segmentSingleSchema, limits.segment_call_bytes_max);
      const sender = await authenticate(c, body.writeKey);
      const times = { received_ms: deps.clock.now(), sent_at: body.sentAt ?? undefined };
      const rejected = await acceptCalls(server, sender, [{ ...body, type }], times);
      const [problem] = rejected.flatMap((each) => each.problem ?? []);
      if (problem !== undefined) throw problem;
      return c.json(present(rejected));
    };
  for (const path of ["/batch", "/b"]) routes.post(path, batch);
  // Segment's browser library uses the first letters.
  for (const type of SEGMENT_CALL_TYPES) {
    for (const path of [`/${type}`, `/${type.charAt(0)}`]) routes.post(path, single(type));
  }
  return routes;
}

function present(rejected: readonly SegmentRejection[]): SegmentResponse {
  return { success: rejected.length === 0, rejected: rejected.map(({ index, detail }) => ({ index, detail })) };
}

/** Authenticates a request by its write key, and applies the rate limits of pages or backends to its calls. */
function writeKeyReader(deps: SegmentRoutesDeps) {
  const limitPage = v1RateLimit(deps.clock);
  const limitBackend = backendRateLimit(deps.clock);
  return async (c: Context, in_body: string | null | undefined, calls = 1): Promise<SegmentSender> => {
    const [app_key = "", token] = (basicWriteKey(c.req.header("Authorization")) ?? in_body ?? "").split(":");
    const app = deps.apps.byKey(app_key);
    if (app === undefined || app.system) throw writeKeyInvalid();
    if (token === undefined || token === "") {
      const origin = c.req.header("Origin") ?? null;
      if (!originAllowed(app, origin)) throw originRefused(app, origin);
      const requests = Math.max(1, Math.ceil(calls / limits.segment_page_calls_per_request));
      limitPage.address(app, deps.addressOf(c.req.raw), requests);
      return { app, kind: "page", may_write_people: true };
    }
    const actor = await tokenActor(deps, token);
    if (actor === undefined) throw writeKeyInvalid();
    assertActorAllowed(actor, "event.write", app.id);
    limitBackend(app, actor, Math.max(1, calls));
    return { app, kind: "backend", may_write_people: isActorAllowed(actor, "person.write", app.id) };
  };
}

/** Segment's libraries send the write key as the user name. */
function basicWriteKey(header: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
}

function writeKeyInvalid(): ProblemError {
  return new ProblemError(
    "write_key_invalid",
    "Use the app key as the write key in pages, and APP_KEY:API_TOKEN in backends. The API token needs the scope event.write.",
  );
}

function withCors(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === "OPTIONS") {
      const response = preflight(c.req.header("Origin") ?? null);
      // Segment's browser library adds X-Retry-Count to retries.
      response.headers.append("Access-Control-Allow-Headers", "X-Retry-Count");
      return response;
    }
    await next();
    readable(c, c.res);
    return;
  };
}

function readable(c: Context, response: Response): Response {
  for (const [name, value] of Object.entries(corsHeaders(c.req.header("Origin") ?? null))) {
    response.headers.set(name, value);
  }
  response.headers.set("Cache-Control", "no-store");
  return response;
}
