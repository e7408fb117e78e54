import type { AppId, MemberId, VersionId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { type Actor, isActorAllowed } from "../../accounts/access/actor.ts";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Reviewer } from "../../store/statements/content/content-filter.ts";
import { type ContentDetailRow, guardRevision } from "../../store/statements/content/contents.ts";
import {
  approveReview,
  deleteReview,
  guardApproval,
  insertReview,
  type ReviewerRow,
  type ReviewKey,
  reviewedRevisions,
  reviewOf,
} from "../../store/statements/content/reviews.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { Statement, Store } from "../../store/store.ts";
import { assertRevision, type EditDeps, getContent } from "../content/content.ts";
import { assertEmbedsAllowed } from "../content/embed-hosts.ts";
import { notifyConsoles } from "../signals/console-signal.ts";
import type { MemberEmailDeps } from "./member-emails.ts";
import { assertNotArchived, requirePublishable } from "./publishable.ts";
import { emailRequester, emailReviewers, membersWhoCanApprove, type ReviewNote } from "./review-emails.ts";

type ReviewDeps = EditDeps & MemberEmailDeps;

/** The caller as a reviewer in an app. Undefined if they can't approve there, or if no approval is required. */
export function reviewerIn(app: AppRecord, actor: Actor): Reviewer | undefined {
  const { review } = app.settings;
  if (review === "off" || !isActorAllowed(actor, "content.publish", app.id)) return undefined;
  const excludes_editor = review === "by_another_member";
  return excludes_editor && actor.member_id === null ? undefined : { member_id: actor.member_id, excludes_editor };
}

interface At {
  readonly id: string;
  readonly revision: number;
  readonly app: AppRecord;
}

/** Members who can approve the draft as it is now in an app, except the caller, by name. */
export async function listReviewers(
  deps: ReviewDeps,
  at: Pick<At, "id" | "app">,
  member_id: MemberId | null,
): Promise<readonly ReviewerRow[]> {
  const content = await getContent(deps, at.id, at.app.id);
  const able = await membersWhoCanApprove(deps, { content, app: at.app, member_id });
  return able.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Requests approval of the draft for an app, and emails the chosen reviewers, or everyone who can approve it. Does nothing
 * if it was requested before. A later change of the content has another revision, so it needs another request.
 *
 * @throws ProblemError `content_not_found`, `revision_stale`, `content_archived`, `edition_invalid`,
 * `embed_host_not_allowed`, `review_off`, or `reviewer_unable`.
 */
export async function requestReview(
  deps: ReviewDeps,
  at: At & { readonly reviewers: readonly string[] },
  member_id: MemberId | null,
): Promise<void> {
  const content = await contentAt(deps, at);
  assertNotArchived(content);
  await assertEmbedsAllowed(deps, at.app.id, requirePublishable(content));
  if (at.app.settings.review === "off") {
    throw new ProblemError("review_off", `${at.app.name} doesn't require approval. Publish the content.`);
  }
  const { db } = deps.store;
  const key = keyOf(content, at.app.id);
  const asked = await askedReviewers(deps, { content, app: at.app, member_id }, at.reviewers);
  const by = { member_id, now_ms: deps.clock.now() };
  const statements = [
    { query: guardRevision(db, content), expect: 1 },
    { query: insertReview(db, key, by), expect: 1 },
    ...asked.map((id) => ({ query: insertRow(db, "review_reviewers", { ...key, member_id: id }), expect: 1 })),
    note(deps, "content.request_review", content, at.app.id, { member_id, reviewers: asked }),
  ];
  if (await written(deps, statements)) emailReviewers(deps, { content, app: at.app, member_id }, asked);
}

/** @throws ProblemError `reviewer_unable`. */
async function askedReviewers(
  deps: ReviewDeps,
  review: ReviewNote,
  chosen: readonly string[],
): Promise<readonly MemberId[]> {
  if (chosen.length === 0) return [];
  const able = (await membersWhoCanApprove(deps, review)).filter(({ id }) => chosen.includes(id));
  if (able.length === new Set(chosen).size) return able.map(({ id }) => id);
  throw new ProblemError(
    "reviewer_unable",
    `A reviewer you chose can't approve “${review.content.name}” in ${review.app.name}. Choose other reviewers.`,
  );
}

/**
 * Approves the draft for an app, so that it can be published there until its next change. Emails who requested it. Does
 * nothing if it's approved already.
 *
 * @throws ProblemError `content_not_found`, `revision_stale`, `review_not_requested`, or `review_by_author`.
 */
export async function approveContent(deps: ReviewDeps, at: At, member_id: MemberId | null): Promise<void> {
  const content = await contentAt(deps, at);
  const { app } = at;
  const key = keyOf(content, app.id);
  const review = await reviewOf(deps.store.db, key);
  if (review === undefined) {
    const message = `No one requested a review of “${content.name}” since its last change. Request one first.`;
    throw new ProblemError("review_not_requested", message);
  }
  if (app.settings.review === "by_another_member" && (member_id === null || member_id === content.editor_id)) {
    throw new ProblemError(
      "review_by_author",
      `${app.name} requires approval by a member who isn't the last editor. Ask another member.`,
    );
  }
  const query = approveReview(deps.store.db, key, { member_id, now_ms: deps.clock.now() });
  if (await written(deps, [{ query, expect: 1 }, note(deps, "content.approve", content, app.id, { member_id })])) {
    const { requested_by } = review;
    emailRequester(deps, { content, app, member_id, requested_by, outcome: "approved" });
  }
}

/**
 * Withdraws the review of the draft or its approval, so that it's a draft again. Emails who requested it. Does nothing
 * if there's none. What is already published stays so.
 *
 * @throws ProblemError `content_not_found` or `revision_stale`.
 */
export async function withdrawReview(deps: ReviewDeps, at: At, member_id: MemberId | null): Promise<void> {
  const content = await contentAt(deps, at);
  const { app } = at;
  const key = keyOf(content, app.id);
  const review = await reviewOf(deps.store.db, key);
  if (review === undefined) return;
  const query = deleteReview(deps.store.db, key);
  if (
    await written(deps, [{ query, expect: 1 }, note(deps, "content.withdraw_review", content, app.id, { member_id })])
  ) {
    const { requested_by } = review;
    emailRequester(deps, { content, app, member_id, requested_by, outcome: "returned" });
  }
}

async function contentAt(deps: ReviewDeps, { id, revision, app }: At): Promise<ContentDetailRow> {
  const content = await getContent(deps, id, app.id);
  assertRevision(content, revision);
  return content;
}

const keyOf = ({ id, revision }: Pick<ContentDetailRow, "id" | "revision">, app_id: AppId): ReviewKey => ({
  ...{ content_id: id, app_id, revision },
});

/** False if a concurrent call did the same. */
async function written(deps: ReviewDeps, statements: readonly Statement[]): Promise<boolean> {
  const { outcome } = await deps.store.write(statements);
  if (outcome !== "committed") return false;
  notifyConsoles(deps);
  return true;
}

function note(
  deps: ReviewDeps,
  action: "content.request_review" | "content.approve" | "content.withdraw_review",
  { id, revision }: ContentDetailRow,
  app_id: AppId,
  { member_id, ...named }: { readonly member_id: MemberId | null; readonly reviewers?: readonly MemberId[] },
): Statement {
  const detail = { revision, ...named };
  return auditStatement(deps, { member_id, action, resource: { type: "content", id }, app_id, detail });
}

interface GateDeps {
  readonly store: Pick<Store, "db">;
  readonly apps: Pick<AppDirectory, "byId">;
}

/**
 * Statements that keep a batch from publishing a revision whose approval was withdrawn meanwhile. None if the app
 * doesn't require approval.
 *
 * @throws ProblemError `review_required`.
 */
export async function requireApproval(
  { store: { db }, apps }: GateDeps,
  app_id: AppId,
  revisions: readonly (Pick<ReviewKey, "content_id" | "revision"> & { readonly name: string })[],
): Promise<readonly Statement[]> {
  const app = apps.byId(app_id);
  if (app === undefined || app.settings.review === "off") return [];
  const guards: Statement[] = [];
  for (const { content_id, revision, name } of revisions) {
    const key = { content_id, app_id, revision };
    const review = await reviewOf(db, key);
    if (review === undefined || review.approved_at === null) throw notApproved(name, app, review !== undefined);
    guards.push({ query: guardApproval(db, key), expect: 1 });
  }
  return guards;
}

/**
 * {@link requireApproval} for versions: of the revision that each one froze.
 *
 * @throws ProblemError `review_required`.
 */
export async function requireApprovedVersions(
  deps: GateDeps,
  app_id: AppId,
  version_ids: readonly VersionId[],
): Promise<readonly Statement[]> {
  return requireApproval(deps, app_id, await reviewedRevisions(deps.store.db, version_ids));
}

function notApproved(name: string, app: AppRecord, is_requested: boolean): ProblemError {
  return new ProblemError(
    "review_required",
    is_requested
      ? `“${name}” waits for approval in ${app.name}. It can be published once a member approves it.`
      : `${app.name} requires approval, and this revision of “${name}” isn't approved. Request a review first.`,
  );
}
