import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { pausePublication, publicationOf, putPublication } from "../../store/statements/content/publications.ts";
import { type EditDeps, getContent } from "../content/content.ts";
import { assertEmbedsAllowed } from "../content/embed-hosts.ts";
import { notifyPages } from "../signals/page-signal.ts";
import { assertNotArchived } from "./publishable.ts";
import { requireApprovedVersions } from "./reviews.ts";
import { readVersionEdition } from "./versions.ts";

/**
 * Pauses or resumes content in an app, immediately and for everyone. Keeps its version. Does nothing if it's already in
 * that state or isn't live.
 *
 * @throws ProblemError `content_not_found`.
 */
export async function pauseContent(
  deps: EditDeps,
  at: { readonly id: string; readonly app_id: AppId; readonly paused: boolean },
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  const { id } = await getContent(deps, at.id, at.app_id);
  const result = await store.write([
    { query: pausePublication(store.db, id, at.app_id, at.paused ? clock.now() : null), expect: 1 },
    { query: raiseConfigVersion(store.db, at.app_id, clock.now()), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: at.paused ? "content.pause" : "content.resume",
      resource: { type: "content", id },
      app_id: at.app_id,
    }),
  ]);
  const spread_ms = at.paused ? limits.kill_switch_spread_ms : limits.change_spread_ms;
  if (result.outcome === "committed") await notifyPages(deps, at.app_id, result.results[1], spread_ms);
}

/**
 * Makes an older version live again, and resumes it if it's the one that is paused. Doesn't change the draft.
 *
 * @throws ProblemError `content_not_found`, `content_archived`, `version_not_found`, `embed_host_not_allowed`, or
 * `review_required`.
 */
export async function rollbackContent(
  deps: EditDeps,
  at: { readonly id: string; readonly app_id: AppId; readonly version_id: string },
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  const content = await getContent(deps, at.id, at.app_id);
  assertNotArchived(content);
  const { id: content_id } = content;
  const { app_id, version_id } = at;
  const version = await readVersionEdition(store, content_id, version_id);
  await assertEmbedsAllowed(deps, app_id, version.edition);
  const current = await publicationOf(store.db, content_id, app_id);
  if (current?.version_id === version.id) {
    if (current.paused_at !== null) await pauseContent(deps, { id: content_id, app_id, paused: false }, member_id);
    return;
  }
  const approved = await requireApprovedVersions(deps, app_id, [version.id]);
  const row = {
    content_id,
    app_id,
    version_id: version.id,
    published_at: clock.now(),
    published_by: member_id,
    paused_at: null,
  };
  const result = await store.write([
    { query: putPublication(store.db, row), expect: 1 },
    { query: raiseConfigVersion(store.db, app_id, clock.now()), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "content.rollback",
      resource: { type: "content", id: content_id },
      app_id,
      detail: { version_id },
    }),
    ...approved,
  ]);
  // Unmet: a concurrent call did the same.
  if (result.outcome === "committed") await notifyPages(deps, app_id, result.results[1], limits.change_spread_ms);
}
