import type { ContentId, MemberId } from "@fanfare/contract/lib/ids";
import { accessReader, type MemberAccess } from "../../accounts/access/member-access.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import type { ContentEmailTexts, Email } from "../../mail/email-templates.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { type MemberForEmail, membersForEmail } from "../../store/statements/accounts/members.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import type { Store } from "../../store/store.ts";

export interface MemberEmailDeps {
  readonly store: Pick<Store, "db">;
  readonly mailer: Pick<Mailer, "deliver">;
  readonly log: Log;
  /** Undefined: links would have no host, so nothing is sent. */
  readonly public_url: string | undefined;
}

/** What a member did to content in an app. */
export interface ContentNote {
  readonly content: { readonly id: ContentId; readonly name: string };
  readonly app: Pick<AppRecord, "id" | "name">;
  /** Null: an operator. */
  readonly member_id: MemberId | null;
  readonly step_id?: string;
}

export interface MemberToEmail extends MemberForEmail {
  readonly access: MemberAccess;
}

/** All members with what they may do. */
export async function readMembers({ db }: Pick<Store, "db">): Promise<readonly MemberToEmail[]> {
  const [rows, accessOfMember] = await Promise.all([membersForEmail(db), accessReader(db)]);
  return rows.map((row) => ({ ...row, access: accessOfMember(row) }));
}

/** Emails members about content. Call after the commit: a failed email fails nothing else. */
export function emailMembers(
  { store, mailer, log, public_url }: MemberEmailDeps,
  { content, app, member_id, step_id }: ContentNote,
  compose: (texts: Omit<ContentEmailTexts, "to">, members: readonly MemberToEmail[]) => readonly Email[],
): void {
  if (public_url === undefined) return;
  const send = async (): Promise<void> => {
    const [members, workspace] = await Promise.all([readMembers(store), workspaceName(store.db)]);
    const by = members.find(({ id }) => id === member_id)?.name ?? "An operator";
    const step = step_id === undefined ? "" : `?step=${encodeURIComponent(step_id)}`;
    const url = `${public_url}/console/${app.id}/content/${content.id}${step}`;
    for (const email of compose({ workspace, content: content.name, app: app.name, url, by }, members)) {
      const { state } = await mailer.deliver(email);
      if (state === "failed") log.warn("content_email_not_sent", { content_id: content.id });
      // Without a mail server, the others would fail, too.
      if (state === "off") return;
    }
  };
  send().catch((error: unknown) => log.warn("content_email_not_sent", { content_id: content.id, error }));
}
