import type { Member } from "@fanfare/contract/schema/responses/accounts/member";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Ellipsis, KeyRound, MonitorSmartphone, ShieldCheck, ShieldOff, Unlink, UserMinus } from "lucide-react";
import { useState } from "react";
import { type CreatedLink, LinkDialog } from "../../../components/member/link-dialog.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { MEMBERS, settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlay/menu.tsx";
import { SessionItem } from "../session-item.tsx";
import { AppRolesDialog } from "./app-roles-dialog.tsx";

type Confirmation = "remove" | "two_factor" | "unlink";

const CONFIRMATIONS: Readonly<
  Record<Confirmation, { title(name: string): string; description: string; action: string; done(name: string): string }>
> = {
  remove: {
    title: (name) => t("Remove {name}?", { name }),
    description: t(
      "This ends their sessions and revokes their API tokens immediately. Everything they created is kept.",
    ),
    action: t("Remove member"),
    done: (name) => t("{name} removed", { name }),
  },
  two_factor: {
    title: (name) => t("Turn off two-factor authentication for {name}?", { name }),
    description: t(
      "Use this only if the member lost both their phone and recovery codes. Verify their identity first.",
    ),
    action: t("Turn off"),
    done: () => t("Two-factor authentication turned off"),
  },
  unlink: {
    title: (name) => t("Unlink {name}’s provider account?", { name }),
    description: t(
      "Use this if the member switched provider accounts. Their sessions end immediately. The next account that signs in with their verified email address is linked.",
    ),
    action: t("Unlink account"),
    done: (name) => t("{name}’s provider account unlinked", { name }),
  },
};

/** What owners and admins do about a member. */
export function MemberMenu({ member }: { readonly member: Member }) {
  const [confirmation, setConfirmation] = useState<Confirmation>("remove");
  const [confirming, setConfirming] = useState(false);
  const [sessions, setSessions] = useState(false);
  const [app_roles, setAppRoles] = useState(false);
  const link = useResetLink(member);
  const request = (what: Confirmation): void => {
    setConfirmation(what);
    setConfirming(true);
  };
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" className="w-8 px-0" aria-label={t("Actions for {name}", { name: member.name })}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem icon={<MonitorSmartphone />} onClick={() => setSessions(true)}>
          {t("Sessions")}
        </MenuItem>
        {member.role !== "owner" && (
          <MenuItem icon={<ShieldCheck />} onClick={() => setAppRoles(true)}>
            {t("App roles…")}
          </MenuItem>
        )}
        <MenuItem icon={<KeyRound />} onClick={link.create}>
          {t("Create password reset link")}
        </MenuItem>
        {member.two_factor && (
          <MenuItem icon={<ShieldOff />} onClick={() => request("two_factor")}>
            {t("Turn off two-factor authentication")}
          </MenuItem>
        )}
        {member.has_provider && (
          <MenuItem icon={<Unlink />} onClick={() => request("unlink")}>
            {t("Unlink provider account")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<UserMinus />} onClick={() => request("remove")}>
          {t("Remove")}
        </MenuItem>
      </Menu>
      <ConfirmMemberAction member={member} action={confirmation} open={confirming} onOpenChange={setConfirming} />
      <AppRolesDialog member={member} open={app_roles} onOpenChange={setAppRoles} />
      <SessionsDialog member={member} open={sessions} onOpenChange={setSessions} />
      <LinkDialog
        open={link.shown}
        onOpenChange={link.setShown}
        title={t("Password reset link for {name}", { name: member.name })}
        description={t("Anyone with this link can set the password once. Share it securely.")}
        link={link.created}
      />
    </>
  );
}

/** A link by which the member sets a new password, shown once. */
function useResetLink(member: Member) {
  const { api } = useAppContext();
  const [created, setCreated] = useState<CreatedLink>();
  const [shown, setShown] = useState(false);
  const { mutate } = useMutation({
    mutationFn: () => api.call("POST /api/members/:id/reset-link", { params: { id: member.id } }),
    onSuccess: (link) => {
      setCreated(link);
      setShown(true);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return { created, shown, setShown, create: () => mutate() };
}

interface DialogProps extends DialogState {
  readonly member: Member;
}

const ROUTES = {
  remove: "DELETE /api/members/:id",
  two_factor: "DELETE /api/members/:id/two-factor",
  unlink: "DELETE /api/members/:id/identities",
} as const;

function ConfirmMemberAction({ member, action, open, onOpenChange }: DialogProps & { readonly action: Confirmation }) {
  const { api, client } = useAppContext();
  const question = CONFIRMATIONS[action];
  const act = useMutation({
    mutationFn: () => api.call(ROUTES[action], { params: { id: member.id } }),
    onSuccess: async () => {
      onOpenChange(false);
      toast.done({ title: question.done(member.name) });
      await client.invalidateQueries(MEMBERS);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={question.title(member.name)}
      description={question.description}
      action={question.action}
      busy={act.isPending}
      onConfirm={() => act.mutate()}
    />
  );
}

/** A member's sessions. Ends those of a lost device without removing the member. */
function SessionsDialog({ member, open, onOpenChange }: DialogProps) {
  const { api } = useAppContext();
  const query = useQuery({ ...settingsQueries.signInsOf(api, member.id), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Sessions of {name}", { name: member.name })}
      description={t("When you end a session, its open pages are signed out immediately.")}
    >
      {query.data === undefined ? (
        <Loading query={query} inside />
      ) : query.data.items.length === 0 ? (
        <p className="text-sm text-ink-3">{t("No active sessions")}</p>
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
