import { variantBodies } from "@fanfare/contract/content/variants";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { createArticleSearch } from "../../engage/help-center/article-search.ts";
import { feedUrl } from "../../engage/help-center/help-feeds.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";

/** Search in the articles of a live resource center. Needs no identity: the feed is public. */
export function articleHandlers(
  resources: V1Resources,
): ClientHandlers<Pick<typeof CLIENT_ROUTES, "GET /v1/articles">> {
  const searchArticles = createArticleSearch(resources);
  return {
    "GET /v1/articles": async ({ c, app, query: { content, query } }) => {
      const text = await searchArticles(await liveFeedUrl(resources, app, content), query);
      c.header("Cache-Control", `private, max-age=${limits.help_answer_max_age_s}`);
      return c.body(text, 200, { "Content-Type": "application/json" });
    },
  };
}

async function liveFeedUrl(resources: V1Resources, app: AppRecord, content: string): Promise<string> {
  const found = app.paused ? undefined : (await resources.published(app)).find(content);
  const bodies = found === undefined ? [] : variantBodies(found.edition);
  const [url] = bodies.flatMap((body) => (body.type === "resource_center" ? (feedUrl(body) ?? []) : []));
  if (url !== undefined) return url;
  throw new ProblemError("content_not_found", "No live resource center with this ID has a help center feed.");
}
