import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CirclePause, CirclePlay, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDoors, useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { ME } from "../queries.ts";
import { useAppEdit } from "../use-app-edit.ts";

/** What stops an app, for now or for good. */
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
  const [asking, setAsking] = useState(false);
  const { save, busy } = useAppEdit(detail, detail.paused ? t("The app goes on") : t("The app is paused"));
  const set = async (paused: boolean): Promise<void> => {
    if (await save({ paused })) setAsking(false);
  };
  return (
    <Section
      title={t("Kill switch")}
      description={t(
        "Takes everything that Fanfare shows off all open pages of this app within a second. Nothing is lost.",
      )}
    >
      {detail.paused ? (
        <Callout tone="caution" title={t("This app is paused")}>
          {t("Its pages show nothing of Fanfare. What is published comes back as soon as the app goes on.")}
        </Callout>
      ) : (
        <p className="text-sm text-ink-2 text-pretty">
          {t(
            "For the moment in which something on your pages must stop at once. Publications, people and statistics stay as they are.",
          )}
        </p>
      )}
      <div>
        {detail.paused ? (
          <Button look="primary" icon={<CirclePlay />} busy={busy} onClick={() => void set(false)}>
            {t("Let the app go on")}
          </Button>
        ) : (
          <Button icon={<CirclePause />} onClick={() => setAsking(true)}>
            {t("Pause this app")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Pause {name}?", { name: detail.name })}
        description={t(
          "Tours, announcements and everything else disappear from its open pages at once, for everybody.",
        )}
        action={t("Pause the app")}
        typed={detail.name}
        busy={busy}
        onConfirm={() => void set(true)}
      />
    </Section>
  );
}

function DeleteSection({ detail }: { readonly detail: AppDetail }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => settingsCalls(api).deleteApp(detail.id),
    onSuccess: async () => {
      // However fresh what is known: the start page would lead into the app that is gone.
      await client.fetchQuery({ ...ME, queryFn: ({ signal }) => api.me(signal), staleTime: 0 });
      toast.done({ title: t("{name} is deleted", { name: detail.name }) });
      await navigate({ to: "/", replace: true });
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <Section
      title={t("Delete this app")}
      description={t(
        "With its people, what they did, its secrets and its webhooks. Content belongs to the workspace and stays.",
      )}
    >
      <div>
        <Button icon={<Trash2 />} onClick={() => setAsking(true)}>
          {t("Delete this app")}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Delete {name}?", { name: detail.name })}
        description={t(
          "Its connections end at once, and everything that is known of its people is erased. This cannot be undone.",
        )}
        action={t("Delete the app")}
        typed={detail.name}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </Section>
  );
}
