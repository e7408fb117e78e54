import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CirclePause, CirclePlay, Trash2 } from "lucide-react";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { ME } from "../../../lib/queries/frame.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit } from "../use-app-edit.ts";

export function DangerSections({ detail }: { readonly detail: AppDetail }) {
  const { member, apps } = useMe();
  return (
    <>
      <PauseSection detail={detail} />
      {member.role === "owner" && apps.length > 1 && <DeleteSection detail={detail} />}
    </>
  );
}

function PauseSection({ detail }: { readonly detail: AppDetail }) {
  const [is_confirming, setConfirming] = useState(false);
  const edit = useAppEdit(detail, detail.paused ? t("App resumed") : t("App paused"));
  // Errors appear as toasts of the edit.
  const pause = useMutation({
    mutationFn: (paused: boolean) => edit({ paused }),
    onSuccess: () => setConfirming(false),
  });
  return (
    <Section
      title={t("Kill switch")}
      description={t("Hides all content on this app’s pages within a second. No data is lost.")}
    >
      {detail.paused ? (
        <Callout tone="caution" title={t("This app is paused")}>
          {t("Pages show no Fanfare content. Published content returns when you resume the app.")}
        </Callout>
      ) : (
        <p className="text-sm text-ink-2 text-pretty">
          {t("Use this to hide all content in an emergency. Publishing status, people, and analytics aren’t affected.")}
        </p>
      )}
      <div>
        {detail.paused ? (
          <Button variant="primary" icon={<CirclePlay />} busy={pause.isPending} onClick={() => pause.mutate(false)}>
            {t("Resume app")}
          </Button>
        ) : (
          <Button icon={<CirclePause />} onClick={() => setConfirming(true)}>
            {t("Pause app")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={is_confirming}
        onOpenChange={setConfirming}
        title={t("Pause {name}?", { name: detail.name })}
        description={t("All content disappears from this app’s open pages immediately, for everyone.")}
        action={t("Pause app")}
        typed={detail.name}
        busy={pause.isPending}
        onConfirm={() => pause.mutate(true)}
      />
    </Section>
  );
}

function DeleteSection({ detail }: { readonly detail: AppDetail }) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [is_confirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.call("DELETE /api/apps/:id", { params: { id: detail.id } }),
    onSuccess: async () => {
      // Refetch even if fresh: otherwise, the start page would open the deleted app.
      await client.fetchQuery({ ...ME, queryFn: ({ signal }) => api.call("GET /api/me", { signal }), staleTime: 0 });
      toast.done({ title: t("{name} deleted", { name: detail.name }) });
      await navigate({ to: "/", replace: true });
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <Section
      title={t("Delete app")}
      description={t(
        "Deletes the app and its people, activity, secrets, and webhooks. Content belongs to the workspace and isn’t deleted.",
      )}
    >
      <div>
        <Button icon={<Trash2 />} onClick={() => setConfirming(true)}>
          {t("Delete app")}
        </Button>
      </div>
      <ConfirmDialog
        open={is_confirming}
        onOpenChange={setConfirming}
        title={t("Delete {name}?", { name: detail.name })}
        description={t(
          "Connections close immediately, and all data about people in this app is permanently deleted. You can’t undo this.",
        )}
        action={t("Delete app")}
        typed={detail.name}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </Section>
  );
}
