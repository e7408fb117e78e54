import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useMutation } from "@tanstack/react-query";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { SecretOnce } from "../../ui/elements/secret-once.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";

interface SigningSecretDialogProps extends DialogState {
  readonly webhook: Webhook;
}

/** Creates a signing secret, which is shown once. */
export function SigningSecretDialog({ webhook, open, onOpenChange }: SigningSecretDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const create = useMutation({
    mutationFn: () =>
      api.call("POST /api/webhooks/:id/signing-secret", { params: { id: webhook.id }, query: { app_id: app.id } }),
    onError: (error) => toast.problem(asProblem(error)),
  });
  const secret = create.data?.signing_secret;
  const close = (): void => {
    onOpenChange(false);
    create.reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(opened) => (opened ? onOpenChange(true) : close())}
      title={t("Signing secret")}
      description={
        secret === undefined
          ? t(
              "Your backend verifies requests with this secret. After you create one, the previous secret works for 24 hours.",
            )
          : t("Copy this secret now. You won’t see it again. The previous secret works for 24 hours.")
      }
      actions={
        secret === undefined ? (
          <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
            {t("Create secret")}
          </Button>
        ) : (
          <Button variant="primary" onClick={close}>
            {t("I’ve copied it")}
          </Button>
        )
      }
    >
      {secret !== undefined && <SecretOnce label={t("Secret")} value={secret} />}
    </Dialog>
  );
}
