import type { Member } from "@fanfare/contract/schema/accounts/member";
import { useQuery } from "@tanstack/react-query";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { SessionItem } from "../session-item.tsx";

interface SessionsDialogProps {
  readonly member: Member;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Where a member is signed in: a laptop that was lost is out at once, without the member being removed. */
export function SessionsDialog({ member, open, onOpenChange }: SessionsDialogProps) {
  const { api } = useAppContext();
  const query = useQuery({ ...settingsQueries.signInsOf(api, member.id), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Sessions of {name}", { name: member.name })}
      description={t("Ending a session closes its pages immediately.")}
    >
      {query.data === undefined ? (
        <Loading query={query} inside />
      ) : query.data.items.length === 0 ? (
        <p className="text-sm text-ink-3">{t("Not signed in")}</p>
      ) : (
        <ul aria-label={t("Sessions")} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {query.data.items.map((sign_in) => (
            <SessionItem
              key={sign_in.id}
              sign_in={sign_in}
              end={() =>
                api.call("DELETE /api/members/:id/sign-ins/:sign_in_id", {
                  params: { id: member.id, sign_in_id: sign_in.id },
                })
              }
              shown={settingsQueries.signInsOf(api, member.id)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
