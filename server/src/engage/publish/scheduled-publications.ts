import { type AppId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { type AuditNote, auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { RepeatedWork } from "../../lib/repeat.ts";
import { toIso } from "../../store/columns.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { guardRevision } from "../../store/statements/content/contents.ts";
import { pausePublication, publicationOf, putPublication } from "../../store/statements/content/publications.ts";
import {
  deleteScheduled,
  dueScheduled,
  putScheduled,
  type ScheduledRow,
  takeScheduled,
} from "../../store/statements/content/scheduled-publications.ts";
import { freezeDraft, versionOfRevision } from "../../store/statements/content/versions.ts";
import { isUniqueViolation, type Statement } from "../../store/store.ts";
import { assertRevision, getContent } from "../content/content.ts";
import { assertEmbedsAllowed } from "../content/embed-hosts.ts";
import { notifyConsoles } from "../signals/console-signal.ts";
import { notifyPages } from "../signals/page-signal.ts";
import type { PublicationDeps } from "./publications.ts";
import { assertNotArchived, requirePublishable } from "./publishable.ts";
import { requireApproval, requireApprovedVersions } from "./reviews.ts";
import { readVersionEdition } from "./versions.ts";

/**
 * Freezes the draft as a version that is published in the app at that time. Later changes of the draft don't affect it.
 * Replaces what was scheduled there before.
 *
 * @throws ProblemError `content_not_found`, `revision_stale`, `content_archived`, `edition_invalid`,
 * `embed_host_not_allowed`, `review_required`, or `body_invalid` for a time in the past or too far ahead.
 */
export async function schedulePublication(
  deps: PublicationDeps,
  at: { readonly id: string; readonly revision: number; readonly app_id: AppId; readonly publish_at_ms: number },
  member_id: MemberId | null,
): Promise<void> {
  const { clock, rng, store } = deps;
  const { app_id, publish_at_ms } = at;
  const content = await getContent(deps, at.id, app_id);
  assertRevision(content, at.revision);
  assertNotArchived(content);
  await assertEmbedsAllowed(deps, app_id, requirePublishable(content));
  const now_ms = clock.now();
  if (publish_at_ms <= now_ms || publish_at_ms > now_ms + limits.scheduled_publish_days_max * DAY_MS) {
    const message = `Choose a time in the future, at most ${limits.scheduled_publish_days_max} days ahead.`;
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/publish_at", message }] });
  }
  const { id: content_id, revision, name } = content;
  const approved = await requireApproval(deps, app_id, [{ content_id, revision, name }]);
  const reused = await versionOfRevision(store.db, content_id, revision);
  const version_id = reused ?? newId("ver", clock, rng);
  const frozen =
    reused === undefined
      ? freezeDraft(store.db, { id: version_id, content_id, revision, frozen_at: now_ms, created_by: member_id })
      : guardRevision(store.db, content);
  const row = { content_id, app_id, version_id, publish_at: publish_at_ms, scheduled_by: member_id };
  const audit = auditStatement(deps, {
    ...{ member_id, action: "content.schedule", resource: { type: "content", id: content_id }, app_id },
    detail: { version_id, publish_at: toIso(publish_at_ms) },
  });
  const statements = [{ query: frozen, expect: 1 }, { query: putScheduled(store.db, row), expect: 1 }, audit];
  const { outcome } = await store.write([...statements, ...approved]).catch((error: unknown) => {
    // Another publication took the version's number.
    if (isUniqueViolation(error)) return { outcome: "unmet" as const };
    throw error;
  });
  if (outcome !== "committed") {
    const message = `“${name}” was changed or published meanwhile. Nothing was scheduled. Reload it, then try again.`;
    throw new ProblemError("revision_stale", message);
  }
  notifyConsoles(deps);
}

/**
 * Cancels scheduled publishing. Does nothing if nothing is scheduled.
 *
 * @throws ProblemError `content_not_found`.
 */
export async function cancelScheduled(
  deps: PublicationDeps,
  at: { readonly id: string; readonly app_id: AppId },
  member_id: MemberId | null,
): Promise<void> {
  const { id } = await getContent(deps, at.id, at.app_id);
  const { outcome } = await deps.store.write([
    { query: deleteScheduled(deps.store.db, id, at.app_id), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "content.unschedule", resource: { type: "content", id }, app_id: at.app_id },
    }),
  ]);
  if (outcome === "committed") notifyConsoles(deps);
}

/** Publishes what is due. The database keeps what became due while no server ran. */
export async function publishDue(deps: PublicationDeps): Promise<void> {
  const due = await dueScheduled(deps.store.db, deps.clock.now(), limits.scheduled_publish_batch);
  for (const row of due) {
    await publishScheduled(deps, row).catch((error: unknown) =>
      // Tried again by the next run.
      deps.log.error("scheduled_publication_failed", { content_id: row.content_id, app_id: row.app_id, error }),
    );
  }
}

async function publishScheduled(deps: PublicationDeps, row: ScheduledRow): Promise<void> {
  const { store, log } = deps;
  const { content_id, app_id, version_id, scheduled_by } = row;
  const note = { member_id: scheduled_by, resource: { type: "content" as const, id: content_id }, app_id };
  try {
    assertNotArchived(await getContent(deps, content_id, app_id));
    const { edition } = await readVersionEdition(store, content_id, version_id);
    await assertEmbedsAllowed(deps, app_id, edition);
    const change = await scheduledChange(deps, row, note);
    const written = await store.write([{ query: takeScheduled(store.db, row), expect: 1 }, ...change]);
    // Unmet: the row or what is live was changed meanwhile. The next run reads it again.
    if (written.outcome === "committed") {
      await notifyPages(deps, app_id, written.results[1], limits.change_spread_ms);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    log.warn("scheduled_publication_dropped", { content_id, app_id, code: error.code });
    await store.write([
      { query: takeScheduled(store.db, row), expect: 1 },
      auditStatement(deps, { ...note, member_id: null, action: "content.unschedule", detail: { code: error.code } }),
    ]);
    notifyConsoles(deps);
  }
}

/**
 * Statements that make the version visible. The first one raises the app's `config_version`. None if it's visible
 * already.
 *
 * @throws ProblemError `review_required`.
 */
async function scheduledChange(
  deps: PublicationDeps,
  { content_id, app_id, version_id, scheduled_by }: ScheduledRow,
  note: Omit<AuditNote, "action" | "detail">,
): Promise<readonly Statement[]> {
  const { clock, store } = deps;
  const { db } = store;
  const raise = { query: raiseConfigVersion(db, app_id, clock.now()), expect: 1 };
  const current = await publicationOf(db, content_id, app_id);
  if (current?.version_id === version_id) {
    if (current.paused_at === null) return [];
    return [
      raise,
      { query: pausePublication(db, content_id, app_id, null), expect: 1 },
      auditStatement(deps, { ...note, action: "content.resume", detail: { scheduled: true } }),
    ];
  }
  const approved = await requireApprovedVersions(deps, app_id, [version_id]);
  const publication = { content_id, app_id, version_id, published_at: clock.now(), published_by: scheduled_by };
  return [
    raise,
    { query: putPublication(db, { ...publication, paused_at: null }), expect: 1 },
    auditStatement(deps, { ...note, action: "content.publish", detail: { version_id, scheduled: true } }),
    ...approved,
  ];
}

/** Looks for what is due, every few seconds. One process of a cluster runs it. */
export const scheduledPublications = (deps: PublicationDeps): RepeatedWork => ({
  interval_ms: limits.scheduled_publish_interval_ms,
  failure: "scheduled_publications_failed",
  run: () => publishDue(deps),
});
