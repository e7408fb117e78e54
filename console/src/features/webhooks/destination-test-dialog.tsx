import type { Destination, DestinationTest } from "@fanfare/contract/schema/responses/realtime/destination";
import { useMutation } from "@tanstack/react-query";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { attemptError } from "./attempt-error.ts";
import { RequestText } from "./delivery.tsx";
import { requestText } from "./destination-request.ts";

interface DestinationTestDialogProps extends DialogState {
  readonly destination: Destination;
}

/** Sends a made-up message, and shows request and response. */
export function DestinationTestDialog({ destination, open, onOpenChange }: DestinationTestDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { name, id } = destination;
  const send = useMutation({
    mutationFn: () => api.call("POST /api/destinations/:id/test", { params: { id }, query: { app_id: app.id } }),
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(opened) => {
        onOpenChange(opened);
        if (!opened) send.reset();
      }}
      title={t("Test {name}", { name })}
      description={t("Sends a message about a sample person immediately, even if the destination is off.")}
      actions={
        <Button variant="primary" busy={send.isPending} onClick={() => send.mutate()}>
          {send.data === undefined ? t("Send test") : t("Send again")}
        </Button>
      }
    >
      {send.data !== undefined && <TestResult result={send.data} />}
    </Dialog>
  );
}

function TestResult({ result: { request, status, error, answer } }: { readonly result: DestinationTest }) {
  return (
    <div className="flex flex-col gap-3" role="status">
      {error === null ? (
        <Callout tone="note">
          {t("The destination accepted the test with status {status}.", { status: String(status) })}
        </Callout>
      ) : (
        <Callout tone="problem">
          <ServerText text={attemptError(error, status)} />
        </Callout>
      )}
      {request !== null && <RequestText title={t("Request")}>{requestText(request)}</RequestText>}
      {answer !== "" && <RequestText title={t("Response")}>{answer}</RequestText>}
    </div>
  );
}
