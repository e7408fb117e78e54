import type { Clock } from "@fanfare/contract/lib/clock";
import { type AppId, type MemberId, newId, type VersionId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { fromJson } from "../../store/columns.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { memberHasAction } from "../../store/statements/accounts/audit-log.ts";
import { type ContentDetailRow, guardRevision } from "../../store/statements/content/contents.ts";
import { deletePublication, putPublication } from "../../store/statements/content/publications.ts";
import { freezeDraft, versionOfRevision } from "../../store/statements/content/versions.ts";
import { isUniqueViolation, type Statement } from "../../store/store.ts";
import { assertRevision, type ContentDeps, type ContentRevision, getContent } from "../content/content.ts";
import { notifyPages, type PageSignalDeps } from "../signals/page-signal.ts";

export interface PublicationDeps extends ContentDeps, PageSignalDeps {
  readonly clock: Clock;
}

/** Of two people who publish the same revision at once the second finds the version of the first, with its next look. */
const TRIES_MAX = 5;

/**
 * Makes the draft live in an app: one batch freezes it as a version, sets the publication, raises the app's
 * `config_version` and writes the audit entry; after the commit open pages hear that something changed.
 *
 * @returns whether it was the first publication of this member.
 * @throws ProblemError `content_not_found`, `revision_stale`, `content_archived` or `edition_invalid`; nothing was stored then.
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
    assertPublishable(content);
    if (content.live_revision === content.revision) return { first: false };
    const first = member_id !== null && !(await memberHasAction(deps.store.db, member_id, "content.publish"));
    const reused = await versionOfRevision(deps.store.db, content.id, content.revision);
    const { statements, config_version_at } = publishStatements(deps, content, at.app_id, member_id, reused);
    try {
      const result = await deps.store.write(statements);
      if (result.outcome === "committed") {
        await notifyPages(deps, at.app_id, result.results[config_version_at], limits.change_spread_ms);
        return { first };
      }
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= TRIES_MAX) throw error;
      continue;
    }
    // Somebody saved or published between the look and the batch: the next look finds out what.
    if (attempt >= TRIES_MAX) throw new Error(`Content ${content.id} could not be published at the revision it has.`);
  }
}

/**
 * The batch of a publication. `reused` is the version that froze this revision before; without it one is made.
 * `config_version_at` is the statement that returns the app's new `config_version`.
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
    { query: raiseConfigVersion(store.db, app_id), expect: 1 },
    audit,
  ];
  return { statements, config_version_at: 2 };
}

/**
 * Takes a content out of an app, at once and for everyone. It needs no revision: a kill switch works whatever others edit.
 * Taking out what is not live changes nothing.
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
    { query: raiseConfigVersion(deps.store.db, at.app_id), expect: 1 },
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

/** @throws ProblemError `content_archived`. */
export function assertNotArchived({ name, archived_at }: ContentDetailRow): void {
  if (archived_at === null) return;
  throw new ProblemError("content_archived", `“${name}” is archived. Restore it first.`);
}

/** A draft may be incomplete, or written by an older Fanfare; what goes live is complete, and checked by this one. */
function assertPublishable(content: ContentDetailRow): void {
  const checked = fromJson(content.draft, (value) => editionSchema.safeParse(value));
  if (checked.success) return;
  const fields = checked.error.issues.map((issue) => ({
    pointer: `/draft${issue.path.map((part) => `/${String(part)}`).join("")}`,
    message: issue.message,
  }));
  throw new ProblemError("edition_invalid", `This draft can't be published: ${fields[0]?.message ?? ""}`, { fields });
}
