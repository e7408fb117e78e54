import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { Member } from "@fanfare/contract/schema/responses/accounts/member";
import { useQueryClient } from "@tanstack/react-query";
import { Activity } from "../../../components/audit/activity.tsx";
import { assignableRoles } from "../../../components/member/assignable-roles.ts";
import { useAppContext, useCan, useMe } from "../../../lib/app-context.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { inEachPage, useOptimisticUpdate, withChangedItem } from "../../../lib/optimistic-update.ts";
import { ME } from "../../../lib/queries/frame.ts";
import { MEMBERS, settingsQueries } from "../../../lib/queries/settings.ts";
import { ROLE_LABELS } from "../../../model/role-labels.ts";
import { Avatar } from "../../../ui/elements/avatar.tsx";
import { Badge } from "../../../ui/elements/badge.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { LongListItem } from "../../../ui/table/long-list.tsx";
import { MemberMenu } from "./member-menu.tsx";

export function MemberItem({ member }: { readonly member: Member }) {
  const me = useMe().member;
  const administers = useCan("member.write");
  // Only owners can change owners. The server enforces this. Hiding the actions avoids errors.
  const manages = administers && (me.role === "owner" || member.role !== "owner");
  const self = me.id === member.id;
  return (
    <LongListItem className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-(--gutter) py-3 last:border-b-0">
      <Avatar name={member.name} />
      <div className="flex min-w-48 flex-1 flex-col max-lg:basis-[calc(100%-2.5rem)]">
        <span className="flex flex-wrap items-center gap-2 text-base font-medium">
          {member.name}
          {self && <Badge>{t("You")}</Badge>}
          {member.deactivated && <Badge tone="caution">{t("Deactivated")}</Badge>}
        </span>
        <span className="text-xs text-ink-3 wrap-anywhere">{member.email}</span>
      </div>
      {/* Wraps below the name on narrow screens. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:ms-10 max-lg:w-full lg:contents">
        <span className="text-xs text-ink-3 sm:w-28">
          {member.last_seen_at === null ? (
            t("No active sessions")
          ) : (
            <Sentence text="Seen {when}" parts={{ when: <RelativeTime at={member.last_seen_at} /> }} />
          )}
        </span>
        <span className="flex flex-wrap gap-1.5 sm:w-36">
          <SignsInBy member={member} />
        </span>
        <div className="flex items-center gap-1.5">
          {manages ? (
            <RoleSelect member={member} />
          ) : (
            <span className="w-32 text-sm">{ROLE_LABELS[member.role].label}</span>
          )}
          <Activity of={{ resource_type: "member", resource_id: member.id }} name={member.name} />
          {manages && !self ? <MemberMenu member={member} /> : <span className="w-8" />}
        </div>
      </div>
    </LongListItem>
  );
}

function SignsInBy({ member }: { readonly member: Member }) {
  return (
    <>
      {member.has_password && <Badge>{t("Password")}</Badge>}
      {member.has_provider && <Badge>{t("Single sign-on")}</Badge>}
      {!member.has_password && !member.has_provider && <Badge tone="caution">{t("Can’t sign in")}</Badge>}
      {member.app_roles.length > 0 && <Badge>{tCount(member.app_roles.length, "{n} app role", "{n} app roles")}</Badge>}
      {member.two_factor && <Badge tone="positive">{t("Two-factor")}</Badge>}
    </>
  );
}

function RoleSelect({ member }: { readonly member: Member }) {
  const { api } = useAppContext();
  const me = useMe().member;
  const client = useQueryClient();
  const atOnce = useOptimisticUpdate();
  const change = async (role: Role): Promise<void> => {
    const self = me.id === member.id;
    const labelsFor = (which: Role) => ({
      title: t("{name}’s role changed to {role}", { name: member.name, role: ROLE_LABELS[which].inside }),
    });
    // Optimistic entries have no ETag: the next change builds on the member's own.
    const give = (which: Role, etag?: string) => () =>
      api.call("PATCH /api/members/:id", { params: { id: member.id }, body: { role: which }, etag });
    const done = await atOnce({
      ...{ shown: settingsQueries.members(api), stale: MEMBERS },
      change: (list) => inEachPage(list, (part) => withChangedItem(part, member.id, { role, etag: "" })),
      ...{ act: give(role, member.etag === "" ? undefined : member.etag), done: labelsFor(role) },
      // Members who lower their own role can't undo it.
      ...(self ? {} : { undo: { act: give(member.role), done: labelsFor(member.role) } }),
    });
    if (done && self) await client.invalidateQueries(ME);
  };
  return (
    <Select
      label={t("Role of {name}", { name: member.name })}
      className="h-8 w-32 text-sm"
      value={member.role}
      options={assignableRoles(me.role)}
      onChange={(role) => void change(role)}
    />
  );
}
