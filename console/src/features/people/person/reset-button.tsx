import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { personQueryFilter } from "../../../lib/queries/people.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";

interface ResetButtonProps {
  readonly external_id: string;
  readonly content: { readonly id: string; readonly name: string };
}

/** Makes content new to a person: earlier views no longer count, and what the person did to hide it is lifted. */
export function ResetButton({ external_id, content }: ResetButtonProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const may_edit = useCan("person.write");
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call("POST /api/people/:external_id/contents/:content_id/reset", {
        params: { external_id, content_id: content.id },
        query: { app_id: app.id },
      }),
    onSuccess: () => {
      toast.done({
        title: t("“{name}” reset for this person", { name: content.name }),
        description: t("Earlier views and “Do not show again” no longer count. Reports keep the views."),
      });
      setOpen(false);
      void client.invalidateQueries(personQueryFilter(app.id, external_id));
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t reset content"), () => mutate()),
  });
  if (!may_edit) return null;
  return (
    <>
      <Button
        size="sm"
        icon={<RotateCcw />}
        aria-label={t("Reset for this person: {name}", { name: content.name })}
        onClick={() => setOpen(true)}
      >
        {t("Reset for this person")}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("Reset “{name}” for this person?", { name: content.name })}
        description={
          <>
            {t("Earlier views no longer count, and “Do not show again” and snoozes of this content are lifted.")}{" "}
            {t("The person sees this content again when its rules allow.")}{" "}
            {t("Content that a member hid stays hidden. Reports keep the views. You can’t undo this.")}
          </>
        }
        action={t("Reset content")}
        busy={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
