import type { MemberId } from "@fanfare/contract/lib/ids";
import { isMemberAllowed } from "../../accounts/access/member-access.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { reviewEndedEmail, reviewRequestEmail } from "../../mail/email-templates.ts";
import { type ContentNote, emailMembers, type MemberEmailDeps } from "./member-emails.ts";

interface ReviewNote extends ContentNote {
  readonly content: ContentNote["content"] & { readonly editor_id: MemberId | null };
  readonly app: Pick<AppRecord, "id" | "name" | "settings">;
}

/** Emails the members who can approve it, except the one who requested it. */
export function emailReviewers(deps: MemberEmailDeps, note: ReviewNote): void {
  const { content, app, member_id } = note;
  emailMembers(deps, note, (texts, members) =>
    members
      .filter(
        ({ id, access }) =>
          id !== member_id &&
          isMemberAllowed(access, "content.publish", app.id) &&
          (app.settings.review === "required" || id !== content.editor_id),
      )
      .map(({ email }) => reviewRequestEmail({ ...texts, to: email })),
  );
}

/** Emails the member who requested it, unless they ended it themselves. */
export function emailRequester(
  deps: MemberEmailDeps,
  note: ContentNote & { readonly requested_by: MemberId | null; readonly outcome: "approved" | "returned" },
): void {
  const { member_id, requested_by, outcome } = note;
  if (requested_by === null || requested_by === member_id) return;
  emailMembers(deps, note, (texts, members) =>
    members
      .filter(({ id }) => id === requested_by)
      .map(({ email }) => reviewEndedEmail({ ...texts, to: email, outcome })),
  );
}
