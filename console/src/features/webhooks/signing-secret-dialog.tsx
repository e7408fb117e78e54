import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useMutation } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
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
      {secret !== undefined && <ShownSecret secret={secret} />}
    </Dialog>
  );
}

interface NewSecretDialogProps extends DialogState {
  readonly secret: string;
}

/** Shows the signing secret of a new webhook, once. */
export function NewSecretDialog({ secret, open, onOpenChange }: NewSecretDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Signing secret")}
      description={t("Copy this secret now. You won’t see it again. Your backend verifies each request with it.")}
      actions={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          {t("I’ve copied it")}
        </Button>
      }
    >
      <ShownSecret secret={secret} />
    </Dialog>
  );
}

function ShownSecret({ secret }: { readonly secret: string }) {
  const { host } = useAppContext();
  return (
    <div className="flex flex-col items-start gap-3 *:first:w-full">
      <SecretOnce label={t("Secret")} value={secret} />
      <a
        href={`${host}/docs/webhooks#verify-a-request`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass("ghost", "sm", "-ms-2.5")}
      >
        <BookOpen />
        {t("How to verify requests")}
      </a>
    </div>
  );
}
