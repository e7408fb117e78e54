import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useDoors, useMayAdminister } from "../../doors.ts";
import { t, tCount } from "../../language/t.ts";
import { usePages } from "../../paging.ts";
import { useTitle } from "../../title.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { Invites } from "./invites.tsx";
import { MemberItem } from "./member-item.tsx";

const route = getRouteApi("/$app/settings/members");

/** Who works here, and who is asked to. */
export function MembersPage() {
  useTitle(t("Members"), t("Settings"));
  const { api } = useDoors();
  const administers = useMayAdminister();
  const { after } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(settingsQueries.members(api, after));
  const [inviting, setInviting] = useState(false);
  const pages = usePages(
    after ?? "",
    query.data?.next ?? null,
    (next, state) => void navigate({ search: next === "" ? {} : { after: next }, state }),
  );
  return (
    <>
      <PageHeader
        title={t("Members")}
        description={t("Whoever signs in to this console. What each role may do stands under Roles.")}
        actions={
          administers && (
            <Button look="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
              {t("Invite")}
            </Button>
          )
        }
      />
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : (
        <>
          <ul aria-label={t("Members")} className="border-t border-line">
            {query.data.items.map((member) => (
              <MemberItem key={member.id} member={member} />
            ))}
          </ul>
          {(after !== undefined || query.data.next !== null) && (
            <Pager
              words={tCount(query.data.items.length, "{n} member", "{n} members")}
              onPrevious={pages.onPrevious}
              onNext={pages.onNext}
            />
          )}
        </>
      )}
      {administers && <Invites />}
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </>
  );
}
