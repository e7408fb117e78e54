import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { systemClock } from "@fanfare/contract/lib/clock";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { ruleQueries } from "../../lib/queries/rules.ts";
import { themeQueries } from "../../lib/queries/themes.ts";
import { draftFrom } from "../draft/draft.ts";
import { withoutPageConditions } from "../rules/rule-tree.ts";
import { contrastWarnings } from "./contrast-warnings.ts";
import { draftWarnings, type PublishWarning } from "./draft-warnings.ts";
import { startWarnings, type WarningReaders } from "./start-warnings.ts";

/** Content to publish: as saved (by ID), or as currently edited. */
export type PublishCandidate = { readonly name: string } & (
  | { readonly id: string; readonly draft?: undefined }
  /** Without an ID, no editor can fix its warnings. */
  | { readonly id?: string; readonly draft: Draft }
);

/** Collects all warnings about valid content. Rejects if the content can't be loaded. */
export async function publishWarnings(
  readers: WarningReaders,
  app_id: string,
  { id, draft }: PublishCandidate,
): Promise<readonly PublishWarning[]> {
  const { api, client } = readers;
  const now =
    draft ?? draftFrom(await client.fetchQuery({ ...queries.content(api, app_id, id), staleTime: 0, retry: false }));
  const [unseen, unmet, unavailable] = await Promise.all([
    lowContrast(readers, now),
    isAudienceEmpty(readers, app_id, now),
    startWarnings(readers, app_id, now),
  ]);
  return [...draftWarnings(now, systemClock.now()), ...unavailable, ...unseen, ...(unmet ? [EMPTY_AUDIENCE] : [])];
}

/** Whether no one currently matches the audience. Ignores request failures. */
async function isAudienceEmpty({ api, client }: WarningReaders, app_id: string, { edition }: Draft): Promise<boolean> {
  const rule = withoutPageConditions(edition.targeting.audience);
  if (rule === undefined) return false;
  const preview = await client.fetchQuery(ruleQueries.preview(api, app_id, rule)).catch(() => undefined);
  return preview !== undefined && preview.people > 0 && preview.count + preview.unknown === 0;
}

/** Contrast warnings. Ignores request failures. */
async function lowContrast({ api, client }: WarningReaders, { edition }: Draft): Promise<readonly PublishWarning[]> {
  const themes = await client.fetchQuery(themeQueries.all(api)).catch(() => undefined);
  return themes === undefined ? [] : contrastWarnings(edition, themes.items);
}

const EMPTY_AUDIENCE: PublishWarning = {
  message: t("No people match the audience right now."),
  tab: "audience",
  step: undefined,
};
