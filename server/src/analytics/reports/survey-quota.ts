import type { Edition } from "@fanfare/contract/content/content";
import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import { quotaResponses } from "../../engage/decide/person-facts.ts";
import type { SurveyQuota } from "../../engage/decide/published-content.ts";
import { fromJson } from "../../store/columns.ts";
import { liveEditions } from "../../store/statements/content/published.ts";
import type { Store } from "../../store/store.ts";

export interface QuotaUse extends SurveyQuota {
  /** Responses that count toward it now. */
  readonly responses: number;
}

/** The quotas of these surveys as they are live in the app, paused ones included, and how far they are used up. */
export async function quotaUses(
  { store, now_ms }: { readonly store: Pick<Store, "db">; readonly now_ms: number },
  app_id: AppId,
  content_ids: readonly ContentId[],
): Promise<readonly QuotaUse[]> {
  if (content_ids.length === 0) return [];
  const quotas = (await liveEditions(store.db, app_id, content_ids)).flatMap(({ content_id, edition }) => {
    // Cast: the schema validated the version before it was stored.
    const { quota } = fromJson(edition, (value) => value as Edition);
    return quota === undefined ? [] : [{ content_id, quota }];
  });
  const counted = await quotaResponses(store.db, app_id, quotas, now_ms);
  return quotas.map((each) => ({ ...each, responses: counted.get(each.content_id) ?? 0 }));
}
