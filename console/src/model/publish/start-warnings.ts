import { startLinks } from "@fanfare/contract/content/buttons";
import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import type { AppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { PART_LABELS } from "../draft/part-labels.ts";
import { partTitle } from "../draft/parts.ts";
import type { PublishWarning } from "./draft-warnings.ts";

export type WarningReaders = Pick<AppContext, "api" | "client">;

/** Warns about buttons that start content which people can't get. Ignores request failures. */
export async function startWarnings(
  readers: WarningReaders,
  app_id: string,
  { edition: { body } }: Draft,
): Promise<readonly PublishWarning[]> {
  const links = startLinks(body).filter(({ content }) => content !== "");
  const slugs = [...new Set(links.map(({ content }) => content))];
  const reasons = await Promise.all(slugs.map((slug) => whyNotStarted(readers, app_id, slug).catch(() => undefined)));
  const parts = partsIn(body);
  return links.flatMap(({ part_id, content }) => {
    const why = reasons[slugs.indexOf(content)];
    const index = parts.findIndex(({ id }) => id === part_id);
    const part = parts[index];
    if (why === undefined || part === undefined) return [];
    const name = PART_LABELS[body.type].named(index + 1, partTitle(part, body.type));
    return [{ message: why(name), tab: undefined, step: part_id }];
  });
}

/** A sentence about a part with the button, or undefined if the content can be started. */
async function whyNotStarted(
  readers: WarningReaders,
  app_id: string,
  slug: string,
): Promise<((part: string) => string) | undefined> {
  const found =
    (await contentBySlug(readers, app_id, slug, "all")) ?? (await contentBySlug(readers, app_id, slug, "archived"));
  if (found === undefined) return (part) => t("{part} starts “{slug}”, which doesn’t exist.", { part, slug });
  const { name } = found;
  switch (found.status) {
    case "archived":
      return (part) => t("{part} starts “{name}”, which is archived.", { part, name });
    case "paused":
      return (part) => t("{part} starts “{name}”, which is paused in this app.", { part, name });
    case "draft":
      return (part) => t("{part} starts “{name}”, which isn’t published in this app.", { part, name });
    case "scheduled":
      return (part) => t("{part} starts “{name}”, whose schedule hasn’t started.", { part, name });
    case "live":
    case "changed": {
      const { api, client } = readers;
      const { draft } = await client.fetchQuery(queries.content(api, app_id, found.id));
      return limitedBy(name, draft);
    }
  }
}

/** What still applies to content that a person asks for: its pages and its holdout. */
function limitedBy(name: string, { targeting, rollout }: Edition): ((part: string) => string) | undefined {
  if (targeting.urls.include.length > 0) {
    const pages = targeting.urls.include.join(", ");
    return (part) => t("{part} starts “{name}”, which is only shown on {pages}.", { part, name, pages });
  }
  const percent = rollout?.holdout_percent ?? 0;
  if (percent === 0) return undefined;
  return (part) => t("{part} starts “{name}”, which {percent}% of people never see.", { part, name, percent });
}

async function contentBySlug(
  { api, client }: WarningReaders,
  app_id: string,
  slug: string,
  status: "all" | "archived",
): Promise<ContentSummary | undefined> {
  const { items } = await client.fetchQuery(queries.found(api, { app_id, q: slug, limit: 50, status }));
  return items.find((each) => each.slug === slug);
}
