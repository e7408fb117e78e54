import type { HelpFeed } from "@fanfare/contract/schema/responses/content/help-feed";
import { causeSchema } from "@fanfare/contract/schema/responses/stored-schemas";
import type { HELP_FEED_ROUTES } from "@fanfare/contract/schema/routes/help-feeds";
import { readHelpFeed } from "../../../engage/help-center/help-feeds.ts";
import { fromJson, toIso, toIsoOrNull } from "../../../store/columns.ts";
import { type HelpFeedInfo, helpFeed } from "../../../store/statements/content/help-feeds.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function helpFeedHandlers(deps: ApiDeps): Handlers<typeof HELP_FEED_ROUTES> {
  return {
    "GET /api/help-feeds": async ({ query: { url } }) => {
      const feed = await helpFeed(deps.store.db, url);
      return feed === undefined
        ? { url, articles: 0, read_at: null, tried_at: null, failure: null }
        : presentHelpFeed(feed);
    },
    "POST /api/help-feeds/read": async ({ body: { url } }) => presentHelpFeed(await readHelpFeed(deps, url)),
  };
}

function presentHelpFeed({ url, article_count, read_at, tried_at, failure }: HelpFeedInfo): HelpFeed {
  return {
    ...{ url, articles: article_count, read_at: toIsoOrNull(read_at), tried_at: toIso(tried_at) },
    failure: failure === null ? null : fromJson(failure, (value) => causeSchema.parse(value)),
  };
}
