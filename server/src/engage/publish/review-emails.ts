import type { MemberId } from "@fanfare/contract/lib/ids";
import { isMemberAllowed } from "../../accounts/access/member-access.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { reviewEndedEmail, reviewRequestEmail } from "../../mail/email-templates.ts";
import {
  type ContentNote,
  emailMembers,
  type MemberEmailDeps,
  type MemberToEmail,
  readMembers,
} from "./member-emails.ts";

export interface ReviewNote extends ContentNote {
  readonly content: ContentNote["content"] & { readonly editor_id: MemberId | null };
  readonly app: Pick<AppRecord, "id" | "name" | "settings">;
}

/** Members who can approve it, except the one who did what the note is about. */
export async function membersWhoCanApprove(
  { store }: Pick<MemberEmailDeps, "store">,
  note: ReviewNote,
): Promise<readonly MemberToEmail[]> {
  return (await readMembers(store)).filter((member) => canApprove(note, member));
}

function canApprove({ content, app, member_id }: ReviewNote, { id, access }: MemberToEmail): boolean {
  if (id === member_id || !isMemberAllowed(access, "content.publish", app.id)) return false;
  return app.settings.review !== "by_another_member" || id !== content.editor_id;
}

/** Emails the chosen reviewers, or everyone who can approve it, except the one who requested it. */
export function emailReviewers(deps: MemberEmailDeps, note: ReviewNote, asked: readonly MemberId[]): void {
  emailMembers(deps, note, (texts, members) =>
    members
      .filter((member) => canApprove(note, member) && (asked.length === 0 || asked.includes(member.id)))
      .map(({ email }) => reviewRequestEmail({ ...texts, to: email, is_chosen: asked.length > 0 })),
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
