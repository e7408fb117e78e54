import type { Clock } from "@fanfare/contract/lib/clock";
import { type AppId, type MemberId, newId, type VersionId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { memberHasAction } from "../../store/statements/accounts/audit-log.ts";
import { guardRevision } from "../../store/statements/content/contents.ts";
import { deletePublication, putPublication } from "../../store/statements/content/publications.ts";
import { freezeDraft, versionOfRevision } from "../../store/statements/content/versions.ts";
import { isUniqueViolation, type Statement } from "../../store/store.ts";
import { assertRevision, type ContentDeps, type ContentRevision, getContent } from "../content/content.ts";
import { assertEmbedsAllowed } from "../content/embed-hosts.ts";
import { notifyPages, type PageSignalDeps } from "../signals/page-signal.ts";
import { pauseContent } from "./publication-state.ts";
import { assertNotArchived, requirePublishable } from "./publishable.ts";
import { requireApproval } from "./reviews.ts";

export interface PublicationDeps extends ContentDeps, PageSignalDeps {
  readonly clock: Clock;
}

/**
 * If two people publish the same revision concurrently, the second one finds the first one's version on the next
 * attempt.
 */
const TRIES_MAX = 5;

/**
 * Publishes the draft in an app. One batch freezes it as a version, sets the publication, raises the app's
 * `config_version`, and writes the audit entry. Open pages are notified after the commit. Resumes a live draft that is
 * paused.
 *
 * @returns whether it was the member's first publication.
 * @throws ProblemError `content_not_found`, `revision_stale`, `content_archived`, `edition_invalid`,
 * `embed_host_not_allowed`, or `review_required`. Nothing is stored in these cases.
 */
export async function publishContent(
  deps: PublicationDeps,
  at: { readonly id: string; readonly revision: number; readonly app_id: AppId },
  member_id: MemberId | null,
): Promise<{ readonly first: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const content = await getContent(deps, at.id, at.app_id);
    assertRevision(content, at.revision);
    assertNotArchived(content);
    await assertEmbedsAllowed(deps, at.app_id, requirePublishable(content));
    if (content.live_revision === content.revision) {
      if (content.paused_at !== null)
        await pauseContent(deps, { id: at.id, app_id: at.app_id, paused: false }, member_id);
      return { first: false };
    }
    const { id: content_id, revision, name } = content;
    const approved = await requireApproval(deps, at.app_id, [{ content_id, revision, name }]);
    const first = member_id !== null && !(await memberHasAction(deps.store.db, member_id, "content.publish"));
    const reused = await versionOfRevision(deps.store.db, content.id, content.revision);
    const { statements, config_version_at } = publishStatements(deps, content, at.app_id, member_id, reused);
    try {
      const result = await deps.store.write([...statements, ...approved]);
      if (result.outcome === "committed") {
        await notifyPages(deps, at.app_id, result.results[config_version_at], limits.change_spread_ms);
        return { first };
      }
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= TRIES_MAX) throw error;
      continue;
    }
    // A concurrent save or publish came in between. The next attempt loads the new state.
    if (attempt >= TRIES_MAX) throw new Error(`Content ${content.id} could not be published at the revision it has.`);
  }
}

/**
 * Statements of a publication. `reused`: the version that already froze this revision; without it, creates one.
 * `config_version_at`: index of the statement that returns the app's new `config_version`.
 */
export function publishStatements(
  deps: ContentDeps,
  content: ContentRevision,
  app_id: AppId,
  member_id: MemberId | null,
  reused?: VersionId,
): { readonly statements: readonly Statement[]; readonly config_version_at: number } {
  const { clock, rng, store } = deps;
  const now_ms = clock.now();
  const version_id = reused ?? newId("ver", clock, rng);
  const { id: content_id, revision } = content;
  const frozen =
    reused === undefined
      ? freezeDraft(store.db, { id: version_id, content_id, revision, frozen_at: now_ms, created_by: member_id })
      : guardRevision(store.db, content);
  const publication = {
    content_id,
    app_id,
    version_id,
    published_at: now_ms,
    published_by: member_id,
    paused_at: null,
  };
  const audit = auditStatement(deps, {
    member_id,
    action: "content.publish",
    resource: { type: "content", id: content_id },
    app_id,
    detail: { version_id, revision },
  });
  const statements = [
    { query: frozen, expect: 1 },
    { query: putPublication(store.db, publication), expect: 1 },
    { query: raiseConfigVersion(store.db, app_id, now_ms), expect: 1 },
    audit,
  ];
  return { statements, config_version_at: 2 };
}

/**
 * Unpublishes content in an app, immediately and for everyone. Needs no revision, so that this kill switch works during
 * concurrent edits. Does nothing if it isn't live.
 *
 * @throws ProblemError `content_not_found`.
 */
export async function unpublishContent(
  deps: PublicationDeps,
  at: { readonly id: string; readonly app_id: AppId },
  member_id: MemberId | null,
): Promise<void> {
  const { id } = await getContent(deps, at.id, at.app_id);
  const result = await deps.store.write([
    { query: deletePublication(deps.store.db, id, at.app_id), expect: 1 },
    { query: raiseConfigVersion(deps.store.db, at.app_id, deps.clock.now()), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "content.unpublish",
      resource: { type: "content", id },
      app_id: at.app_id,
    }),
  ]);
  if (result.outcome === "committed")
    await notifyPages(deps, at.app_id, result.results[1], limits.kill_switch_spread_ms);
}
