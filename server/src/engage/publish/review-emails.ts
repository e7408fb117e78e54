import type { AppId, ContentId, MemberId } from "@fanfare/contract/lib/ids";
import { isRoleAllowed } from "../../accounts/access/policy.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import { type Email, reviewEndedEmail, reviewRequestEmail } from "../../mail/email-templates.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import { membersForReview } from "../../store/statements/content/reviews.ts";
import type { Store } from "../../store/store.ts";

export interface ReviewEmailDeps {
  readonly store: Pick<Store, "db">;
  readonly mailer: Pick<Mailer, "deliver">;
  readonly log: Log;
  /** Undefined: links would have no host, so nothing is sent. */
  readonly public_url: string | undefined;
}

export interface ReviewSubject {
  readonly content: { readonly id: ContentId; readonly name: string; readonly editor_id: MemberId | null };
  readonly app: Pick<AppRecord, "id" | "name" | "settings">;
  /** Who requested it, approved it, or returned it to draft. Gets no email. */
  readonly member_id: MemberId | null;
}

/** Emails the members who can approve it. Call after the commit: a failed email fails nothing else. */
export function emailReviewers(deps: ReviewEmailDeps, subject: ReviewSubject): void {
  const { content, app, member_id } = subject;
  sendLater(deps, subject, ({ names, members, ...texts }) => {
    const able = members.filter(
      ({ id, role }) =>
        id !== member_id &&
        isRoleAllowed(role, "content.publish") &&
        (app.settings.review === "required" || id !== content.editor_id),
    );
    const by = nameOf(names, member_id);
    return able.map(({ email }) => reviewRequestEmail({ ...texts, to: email, by }));
  });
}

/** Emails the member who requested it, unless they ended it themselves. */
export function emailRequester(
  deps: ReviewEmailDeps,
  subject: ReviewSubject & { readonly requested_by: MemberId | null; readonly outcome: "approved" | "returned" },
): void {
  const { member_id, requested_by, outcome } = subject;
  if (requested_by === null || requested_by === member_id) return;
  sendLater(deps, subject, ({ names, members, ...texts }) => {
    const by = nameOf(names, member_id);
    return members
      .filter(({ id }) => id === requested_by)
      .map(({ email }) => reviewEndedEmail({ ...texts, to: email, by, outcome }));
  });
}

interface Texts {
  readonly workspace: string;
  readonly content: string;
  readonly app: string;
  readonly url: string;
  readonly names: ReadonlyMap<MemberId, string>;
  readonly members: Awaited<ReturnType<typeof membersForReview>>;
}

const nameOf = (names: Texts["names"], id: MemberId | null): string =>
  (id === null ? undefined : names.get(id)) ?? "An operator";

function sendLater(
  { store, mailer, log, public_url }: ReviewEmailDeps,
  { content, app }: ReviewSubject,
  compose: (texts: Texts) => readonly Email[],
): void {
  if (public_url === undefined) return;
  const send = async (): Promise<void> => {
    const [members, workspace] = await Promise.all([membersForReview(store.db), workspaceName(store.db)]);
    const names = new Map(members.map(({ id, name }) => [id, name]));
    const url = contentUrl(public_url, app.id, content.id);
    for (const email of compose({ workspace, content: content.name, app: app.name, url, names, members })) {
      const { state } = await mailer.deliver(email);
      if (state === "failed") log.warn("review_email_not_sent", { content_id: content.id });
      // Without a mail server, the others would fail, too.
      if (state === "off") return;
    }
  };
  send().catch((error: unknown) => log.warn("review_email_not_sent", { content_id: content.id, error }));
}

const contentUrl = (public_url: string, app_id: AppId, id: ContentId): string =>
  `${public_url}/console/${app_id}/content/${id}`;
