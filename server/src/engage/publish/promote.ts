import { type AppId, isId, type MemberId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { PromotionsResponse } from "@fanfare/contract/schema/responses/content/content";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { promotable, putPromotion } from "../../store/statements/content/promotions.ts";
import type { Store } from "../../store/store.ts";
import { assertEmbedsAllowed } from "../content/embed-hosts.ts";
import { notifyPages } from "../signals/page-signal.ts";
import type { PublicationDeps } from "./publications.ts";
import { requireApprovedVersions } from "./reviews.ts";
import { readVersionEdition } from "./versions.ts";

interface Apps {
  readonly from: AppId;
  readonly to: AppId;
}

/** Lists what promoting would change: content that is live in one app, and not in the same version in the other. */
export async function planPromotion({ db }: Pick<Store, "db">, apps: Apps): Promise<PromotionsResponse["items"]> {
  const rows = await promotable(db, apps);
  return rows.map(({ content_id, slug, name, version_id, number, replaced_id, replaced_number }) => ({
    ...{ content_id, slug, name, from: { version_id, number } },
    to: replaced_id === null || replaced_number === null ? null : { version_id: replaced_id, number: replaced_number },
  }));
}

/**
 * Publishes versions that are live in one app in another one, all of them or none. Drafts don't matter.
 *
 * @throws ProblemError `revision_stale` if one is no longer live in the first app, or already live in the other one;
 * `embed_host_not_allowed` if the other one doesn't allow a page's host; `review_required` if one isn't approved for it.
 */
export async function promoteContent(
  deps: PublicationDeps,
  { from, to }: Apps,
  items: readonly { readonly content_id: string; readonly version_id: string }[],
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  const now_ms = clock.now();
  const chosen = items.map(({ content_id, version_id }) => {
    if (!isId("cnt", content_id) || !isId("ver", version_id)) throw promotionStale();
    return { content_id, version_id };
  });
  const version_ids = chosen.map(({ version_id }) => version_id);
  for (const { content_id, version_id } of chosen) {
    const { edition } = await readVersionEdition(store, content_id, version_id);
    await assertEmbedsAllowed(deps, to, edition);
  }
  const approved = await requireApprovedVersions(deps, to, version_ids);
  const writes = chosen.flatMap(({ content_id, version_id }) => {
    const promotion = { content_id, version_id, from, to };
    return [
      { query: putPromotion(store.db, promotion, { member_id, now_ms }), expect: 1 },
      auditStatement(deps, {
        ...{ member_id, action: "content.promote", resource: { type: "content", id: content_id }, app_id: to },
        detail: { version_id, from_app_id: from },
      }),
    ];
  });
  const raise = { query: raiseConfigVersion(store.db, to, now_ms), expect: 1 };
  const result = await store.write([raise, ...writes, ...approved]);
  if (result.outcome !== "committed") throw promotionStale();
  await notifyPages(deps, to, result.results[0], limits.change_spread_ms);
}

function promotionStale(): ProblemError {
  return new ProblemError(
    "revision_stale",
    "Some of this content was published, paused, or promoted meanwhile. Nothing was promoted. Read GET /api/promotions again.",
  );
}
