import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { Context } from "hono";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { buildFeed, type FeedReader, markFeedRead } from "../../engage/live-updates/feed.ts";
import { takeMessages } from "../../engage/live-updates/inbox.ts";
import type { ClaimedCaller } from "./caller.ts";
import { contextOf } from "./context.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";

type FeedRoutes = Pick<typeof CLIENT_ROUTES, "POST /v1/messages" | "GET /v1/feed" | "POST /v1/feed/read">;

export function feedHandlers(resources: V1Resources): ClientHandlers<FeedRoutes> {
  const { callers, group_pages } = resources;
  const readerOf = async (c: Context, app: AppRecord, claims: ClaimedCaller, locale?: string): Promise<FeedReader> => ({
    caller: await callers.caller(c, app, claims),
    groups: await callers.groups(c, app),
    context: contextOf(c.req.raw, undefined, locale),
  });
  return {
    "POST /v1/messages": async ({ c, app, body }) => {
      const caller = await callers.caller(c, app, body);
      const groups = await callers.groups(c, app);
      if (caller.kind === "verified") group_pages.note(app.id, caller.channel_id, groups);
      return { messages: await takeMessages(resources, app, { caller, groups, device: body.device }) };
    },
    "GET /v1/feed": async ({ c, app, query: { locale, ...claims } }) =>
      buildFeed(resources, app, await readerOf(c, app, claims, locale)),
    "POST /v1/feed/read": async ({ c, app, body }) =>
      markFeedRead(resources, app, await readerOf(c, app, body), body.ids),
  };
}
