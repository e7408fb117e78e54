import type { Invite } from "@fanfare/contract/schema/responses/accounts/member";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import { type CreatedLink, LinkDialog } from "../../../components/member/link-dialog.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { formatExact } from "../../../lib/i18n/format.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { useOptimisticUpdate, withoutItem } from "../../../lib/optimistic-update.ts";
import { MEMBERS, settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { ROLE_LABELS } from "../../../model/role-labels.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Section } from "../../../ui/page/section.tsx";

export function Invites() {
  const { api } = useAppContext();
  const query = useQuery(settingsQueries.invites(api));
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section
      title={t("Pending invitations")}
      description={t("Links are shown only once. A new link for the same address replaces the previous one.")}
      bare
    >
      <ul aria-label={t("Pending invitations")}>
        {items.map((invite) => (
          <InviteItem key={invite.id} invite={invite} />
        ))}
      </ul>
    </Section>
  );
}

function InviteItem({ invite }: { readonly invite: Invite }) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const atOnce = useOptimisticUpdate();
  const [link, setLink] = useState<CreatedLink>();
  const [shown, setShown] = useState(false);
  const again = useMutation({
    mutationFn: () => api.call("POST /api/invites", { body: { email: invite.email, role: invite.role } }),
    onSuccess: (made) => {
      setLink(made);
      setShown(true);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const revoke = (): void =>
    void atOnce({
      ...{ shown: settingsQueries.invites(api), stale: MEMBERS },
      change: (list) => withoutItem(list, invite.id),
      act: () => api.call("DELETE /api/invites/:id", { params: { id: invite.id } }),
      done: { title: t("Invitation for {email} revoked", { email: invite.email }) },
    });
  const close = (open: boolean): void => {
    setShown(open);
    // Refetch on close: the renewed invitation replaces this entry, which would close the dialog before the link is
    // copied.
    if (!open) void client.invalidateQueries(MEMBERS);
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
          title={t("Expires {when}", { when: formatExact(Date.parse(invite.expires_at)) })}
        >
          <Sentence
            text="{role}, invited {when}"
            parts={{ role: ROLE_LABELS[invite.role].label, when: <RelativeTime at={invite.created_at} /> }}
          />
        </span>
      </div>
      <div className="flex flex-wrap gap-1.5 max-sm:ms-10">
        <Button size="sm" busy={again.isPending} onClick={() => again.mutate()}>
          {t("Create link")}
        </Button>
        <Button size="sm" onClick={revoke}>
          {t("Revoke")}
        </Button>
      </div>
      <LinkDialog
        open={shown}
        onOpenChange={close}
        title={t("New invitation link")}
        description={t("For {email}. The previous link no longer works.", { email: invite.email })}
        link={link}
      />
    </li>
  );
}
