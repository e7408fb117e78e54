import type { ContentType } from "../content/body.ts";
import { listedChecklists, type StartLink, startLinks } from "../content/buttons.ts";
import type { Edition } from "../content/content.ts";
import { partsIn } from "../content/parts.ts";
import type { Cause } from "../wording/cause.ts";
import { doubt } from "../wording/publish-warnings.ts";
import type { ContentStatus } from "./content-status.ts";
import { type PublishWarning, partName } from "./publish-warning.ts";

/** Content that a part starts or shows, as it is in the app. */
export interface StartedContent {
  readonly type: ContentType;
  readonly name: string;
  readonly status: ContentStatus;
  readonly targeting: Edition["targeting"];
  readonly rollout?: Edition["rollout"];
}

/**
 * Warns about buttons that start content which people can't get, and about listed checklists that no one sees. For
 * buttons, audience and frequency don't matter, because people ask for the content.
 */
export function startWarnings(
  { body }: Pick<Edition, "body">,
  started: ReadonlyMap<string, StartedContent>,
): readonly PublishWarning[] {
  const parts = partsIn(body);
  const warnings = (links: readonly StartLink[], why: typeof whyNotStarted): readonly PublishWarning[] =>
    links.flatMap(({ part_id, content: slug }) => {
      const index = parts.findIndex(({ id }) => id === part_id);
      const part = parts[index];
      if (part === undefined || slug === "") return [];
      const cause = why(partName(body.type, index + 1, part), slug, started.get(slug));
      return cause === undefined ? [] : [{ cause, part_id }];
    });
  return [...warnings(startLinks(body), whyNotStarted), ...warnings(listedChecklists(body), whyNotListed)];
}

function whyNotListed(part: Cause, slug: string, listed: StartedContent | undefined): Cause | undefined {
  if (listed === undefined) return doubt("lists_missing", { part, slug });
  const { name: content, type, status } = listed;
  if (type !== "checklist") return doubt("lists_other", { part, content });
  return status === "live" || status === "changed" ? undefined : doubt("lists_not_live", { part, content });
}

function whyNotStarted(part: Cause, slug: string, started: StartedContent | undefined): Cause | undefined {
  if (started === undefined) return doubt("starts_missing", { part, slug });
  const { name: content, targeting, rollout } = started;
  switch (started.status) {
    case "archived":
      return doubt("starts_archived", { part, content });
    case "paused":
      return doubt("starts_paused", { part, content });
    case "draft":
      return doubt("starts_draft", { part, content });
    case "scheduled":
      return doubt("starts_scheduled", { part, content });
    case "live":
    case "changed": {
      const pages = targeting.urls.include;
      if (pages.length > 0) return doubt("starts_on_pages", { part, content, pages });
      const percent = rollout?.holdout_percent ?? 0;
      return percent === 0 ? undefined : doubt("starts_with_holdout", { part, content, percent });
    }
  }
}
