import type { Member } from "@fanfare/contract/schema/member";
import { useQuery } from "@tanstack/react-query";
import { useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { settingsCalls } from "../calls.ts";
import { settingsQueries } from "../queries.ts";
import { SignInItem } from "../sign-in-item.tsx";
import { Waiting } from "../waiting.tsx";

interface SignInsDialogProps {
  readonly member: Member;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Where a member is signed in: a laptop that was lost is out at once, without the member being removed. */
export function SignInsDialog({ member, open, onOpenChange }: SignInsDialogProps) {
  const { api } = useDoors();
  const query = useQuery({ ...settingsQueries.signInsOf(api, member.id), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Where {name} is signed in", { name: member.name })}
      description={t("Ending one closes its pages at once.")}
    >
      {query.data === undefined ? (
        <Waiting query={query} inside />
      ) : query.data.items.length === 0 ? (
        <p className="text-sm text-ink-3">{t("Not signed in")}</p>
      ) : (
        <ul aria-label={t("Sign-ins")} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {query.data.items.map((sign_in) => (
            <SignInItem
              key={sign_in.id}
              sign_in={sign_in}
              end={() => settingsCalls(api).endSignInOf(member.id, sign_in.id)}
              shown={settingsQueries.signInsOf(api, member.id)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
