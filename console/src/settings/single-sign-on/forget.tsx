import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

/** Back to passwords alone. */
export function ForgetProvider({ onDone }: { readonly onDone: () => void }) {
  const { api } = useDoors();
  const [open, setOpen] = useState(false);
  const forget = useMutation({
    mutationFn: () => api.forgetProvider(),
    onSuccess: () => {
      setOpen(false);
      toast.done({ title: t("Single sign-on has ended") });
      onDone();
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("End single sign-on")}</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("End single sign-on?")}
        description={t(
          "The client secret goes with it, and passwords open the console again. Who has none needs a link to a new password. Whoever is signed in stays.",
        )}
        action={t("End single sign-on")}
        busy={forget.isPending}
        onConfirm={() => forget.mutate()}
      />
    </>
  );
}
