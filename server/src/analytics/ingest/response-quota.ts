import type { ContentId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Published, PublishedContents } from "../../engage/decide/published-content.ts";
import { quotaPeriodStart } from "../../engage/decide/quota-period.ts";
import { notifyPages, type PageSignalDeps } from "../../engage/signals/page-signal.ts";
import type { PeopleDeps } from "../../people/person/find-person.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { claimResponse, readResponses, respondedRuns } from "../../store/statements/analytics/survey-responses.ts";
import type { Statement, StatementResult } from "../../store/store.ts";

/** An app's live surveys with a quota. */
export type SurveysOfApp = Pick<PublishedContents, "quotas">;

/** The quota of the live version, whichever version was answered. */
function liveQuota({ quotas }: SurveysOfApp, content_id: ContentId) {
  return quotas.find((each) => each.content_id === content_id)?.quota;
}

/** Statements that count a response if the survey's quota has room. */
export function responseStatements(
  db: PeopleDeps["store"]["db"],
  contents: SurveysOfApp,
  response: Parameters<typeof claimResponse>[1],
  now_ms: number,
): readonly Statement[] {
  const quota = liveQuota(contents, response.content_id);
  const limit = quota && {
    responses_max: quota.responses,
    first_day: quotaPeriodStart(quota.per, now_ms),
  };
  return claimResponse(db, response, Math.floor(now_ms / DAY_MS), limit);
}

type QuotaDeps = Pick<PeopleDeps, "store" | "clock"> & { readonly published: Published };

/** Returns whether a survey's quota is reached, and the run isn't one of its responses. */
export function createQuotaCheck({ store, clock, published }: QuotaDeps, app: AppRecord) {
  return async (content_id: ContentId, run_id: string): Promise<boolean> => {
    const quota = liveQuota(await published(app), content_id);
    if (quota === undefined) return false;
    const counted = await readResponses(store.db, app.id, content_id, quotaPeriodStart(quota.per, clock.now()));
    return counted >= quota.responses && !(await respondedRuns(store.db, [run_id])).has(run_id);
  };
}

/**
 * Refreshes open pages once new responses have used up the quota of a survey, so that they stop asking. `responses`: rows
 * of {@link responseStatements}.
 */
export async function notifyQuotaReached(
  deps: QuotaDeps & PageSignalDeps,
  app: AppRecord,
  responses: StatementResult["rows"],
): Promise<void> {
  if (responses.length === 0) return;
  for (const { content_id, quota } of (await deps.published(app)).quotas) {
    if (!responses.some((each) => each["content_id"] === content_id)) continue;
    const first_day = quotaPeriodStart(quota.per, deps.clock.now());
    if ((await readResponses(deps.store.db, app.id, content_id, first_day)) < quota.responses) continue;
    const written = await deps.store.write([{ query: raiseConfigVersion(deps.store.db, app.id, deps.clock.now()) }]);
    if (written.outcome === "unmet") continue;
    await notifyPages(deps, app.id, written.results[0], limits.change_spread_ms);
  }
}
