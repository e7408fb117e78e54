import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useDoors, useMayAdminister } from "../../doors.ts";
import { useEndless } from "../../endless.ts";
import { ExportButton } from "../../exports/export-button.tsx";
import { t, tCount } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { Button } from "../../ui/button.tsx";
import { ListEnd } from "../../ui/list-end.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { Invites } from "./invites.tsx";
import { MemberItem } from "./member-item.tsx";

/** Who works here, and who is asked to. */
export function MembersPage() {
  useTitle(t("Members"), t("Settings"));
  const { api } = useDoors();
  const administers = useMayAdminister();
  const query = useInfiniteQuery(settingsQueries.members(api));
  const members = useEndless(query, ({ id }) => id);
  // Asked for at once, shown below the members: what comes first would be pushed down by them.
  useQuery({ ...settingsQueries.invites(api), enabled: administers });
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={t("Members")}
        description={t("Whoever signs in to this console. What each role may do stands under Roles.")}
        actions={
          administers && (
            <>
              <ExportButton
                title={t("Export members")}
                description={t("Whoever signs in to this console, with their roles. No password is in it.")}
                table="members"
                rowsInWords={(rows) => tCount(rows, "{n} member", "{n} members")}
              />
              <Button look="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
                {t("Invite")}
              </Button>
            </>
          )
        }
      />
      {query.data === undefined ? (
        <Waiting query={query} />
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
          {members.long && <ListEnd of={members} words={tCount(members.items.length, "{n} member", "{n} members")} />}
        </>
      )}
      {administers && query.data !== undefined && <Invites />}
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </>
  );
}
