import { z } from "zod";
import { helpFeedUrlSchema } from "../content/resource-center.ts";
import { helpFeedSchema } from "../responses/content/help-feed.ts";
import { defineRoutes } from "./route.ts";

/** Feeds of help centers, which resource centers search. */
export const HELP_FEED_ROUTES = defineRoutes({
  "GET /api/help-feeds": {
    access: "content.read",
    summary: "Get the state of a help center feed",
    query: z.strictObject({ url: helpFeedUrlSchema }),
    response: helpFeedSchema,
  },
  "POST /api/help-feeds/read": {
    access: "content.write",
    summary: "Read a help center feed now",
    body: z.strictObject({ url: helpFeedUrlSchema }),
    response: helpFeedSchema,
  },
});
