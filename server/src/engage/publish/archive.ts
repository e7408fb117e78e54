import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { archiveContentRow } from "../../store/statements/content/contents.ts";
import { appsOfContents, publicationsOf } from "../../store/statements/content/publications.ts";
import { type AssertAllowedIn, type EditDeps, getContent } from "../content/content.ts";
import { notifyConsoles } from "../signals/console-signal.ts";
import { notifyPages } from "../signals/page-signal.ts";

/**
 * Archives or restores content. Archived content is hidden in all apps immediately. Its publications are kept, so that
 * restoring it makes it live again. Does nothing if it's already in that state.
 *
 * @throws ProblemError `content_not_found`, or what `assertMayPublish` throws.
 */
export async function archiveContent(
  deps: EditDeps,
  at: {
    readonly id: string;
    readonly app_id: AppId;
    readonly archived: boolean;
    readonly assertMayPublish: AssertAllowedIn;
  },
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  const { id } = await getContent(deps, at.id, at.app_id);
  at.assertMayPublish(await appsOfContents(store.db, [id]));
  const live_in = await publicationsOf(store.db, id);
  const result = await store.write([
    { query: archiveContentRow(store.db, id, at.archived ? clock.now() : null), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: at.archived ? "content.archive" : "content.restore",
      resource: { type: "content", id },
    }),
    ...live_in.map(({ app_id }) => ({ query: raiseConfigVersion(store.db, app_id, clock.now()), expect: 1 })),
  ]);
  // Unmet: a concurrent call did the same.
  if (result.outcome !== "committed") return;
  const spread_ms = at.archived ? limits.kill_switch_spread_ms : limits.change_spread_ms;
  const raised = result.results.slice(2);
  await Promise.all(live_in.map(({ app_id }, index) => notifyPages(deps, app_id, raised[index], spread_ms)));
  notifyConsoles(deps);
}
