import type { Invite } from "@fanfare/contract/schema/member";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import { useAtOnce, without } from "../../at-once.ts";
import { useDoors } from "../../doors.ts";
import { exactly } from "../../language/format.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { settingsQueries, TEAM } from "../queries.ts";
import { LinkDialog, type MadeLink } from "./link-dialog.tsx";
import { ROLE_WORDS } from "./role-words.ts";

/** Who was asked and has not come yet. */
export function Invites() {
  const { api } = useDoors();
  const query = useQuery(settingsQueries.invites(api));
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section
      title={t("Open invitations")}
      description={t("A link is never shown twice: a new one for the same address ends the one before.")}
      bare
    >
      <ul aria-label={t("Open invitations")}>
        {items.map((invite) => (
          <InviteItem key={invite.id} invite={invite} />
        ))}
      </ul>
    </Section>
  );
}

function InviteItem({ invite }: { readonly invite: Invite }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const atOnce = useAtOnce();
  const [link, setLink] = useState<MadeLink>();
  const [shown, setShown] = useState(false);
  const again = useMutation({
    mutationFn: () => settingsCalls(api).invite({ email: invite.email, role: invite.role }),
    onSuccess: (made) => {
      setLink(made);
      setShown(true);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const revoke = (): void =>
    void atOnce({
      ...{ shown: settingsQueries.invites(api), stale: TEAM },
      change: (list) => without(list, invite.id),
      act: () => settingsCalls(api).revokeInvite(invite.id),
      done: { title: t("The invitation of {email} is revoked", { email: invite.email }) },
    });
  const close = (open: boolean): void => {
    setShown(open);
    // The list has another entry in place of this one now; it must not go before its link was copied.
    if (!open) void client.invalidateQueries(TEAM);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-(--gutter) py-3">
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-fill text-ink-3">
        <MailPlus className="size-3.5" />
      </span>
      <div className="flex min-w-48 flex-1 flex-col">
        <span className="text-sm font-medium wrap-anywhere">{invite.email}</span>
        <span
          className="text-xs text-ink-3"
          title={t("Until {when}", { when: exactly(Date.parse(invite.expires_at)) })}
        >
          <Sentence
            text="{role}, invited {when}"
            parts={{ role: ROLE_WORDS[invite.role].label, when: <RelativeTime at={invite.created_at} /> }}
          />
        </span>
      </div>
      <div className="flex flex-wrap gap-1.5 max-sm:ms-10">
        <Button size="sm" busy={again.isPending} onClick={() => again.mutate()}>
          {t("New link")}
        </Button>
        <Button size="sm" onClick={revoke}>
          {t("Revoke")}
        </Button>
      </div>
      <LinkDialog
        open={shown}
        onOpenChange={close}
        title={t("A new link")}
        description={t("For {email}. The one before does not work any more.", { email: invite.email })}
        link={link}
      />
    </li>
  );
}
