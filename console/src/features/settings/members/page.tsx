import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { ExportButton } from "../../../components/export/export-button.tsx";
import { InviteDialog } from "../../../components/member/invite-dialog.tsx";
import { useAppContext, useCan } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { LongList } from "../../../ui/table/long-list.tsx";
import { Invites } from "./invites.tsx";
import { MemberItem } from "./member-item.tsx";

export function MembersPage() {
  useTitle(t("Members"), t("Settings"));
  const { api } = useAppContext();
  const administers = useCan("member.write");
  const query = useInfiniteQuery(settingsQueries.members(api));
  const members = useInfiniteList(query, ({ id }) => id);
  // Prefetches the invitations. They render after the members, who would otherwise push them down.
  useQuery({ ...settingsQueries.invites(api), enabled: administers });
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={t("Members")}
        description={t("Members can sign in to this console. Their roles control what they can do.")}
        actions={
          administers && (
            <>
              <ExportButton
                title={t("Export members")}
                description={t("Exports all members with their roles, but not their passwords.")}
                table="members"
                rowsInWords={(rows) => tCount(rows, "{n} member", "{n} members")}
              />
              <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
                {t("Invite member")}
              </Button>
            </>
          )
        }
      />
      {query.data === undefined ? (
        <Loading query={query} />
      ) : (
        <>
          <LongList
            label={t("Members")}
            rows={members.items}
            total={members.state === "ended" ? members.items.length : -1}
            keyOf={({ id }) => id}
            row_px={68}
            className="border-t border-line"
          >
            {(member) => <MemberItem member={member} />}
          </LongList>
          {members.long && <ListEnd of={members} text={tCount(members.items.length, "{n} member", "{n} members")} />}
        </>
      )}
      {administers && query.data !== undefined && <Invites />}
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </>
  );
}
