import type { ReceiverTest } from "@fanfare/contract/schema/responses/realtime/receiver-test";
import { useMutation } from "@tanstack/react-query";
import { asProblem } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Disclosure } from "../../ui/elements/disclosure.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { attemptError } from "./deliveries/attempt-error.ts";
import { requestText } from "./deliveries/request-text.ts";

interface ReceiverTestDialogProps extends DialogState {
  readonly name: string;
  readonly description: string;
  /** Sends the test. */
  readonly test: () => Promise<ReceiverTest>;
}

/** Sends a test message, and shows request and response. */
export function ReceiverTestDialog({ name, description, test, open, onOpenChange }: ReceiverTestDialogProps) {
  const send = useMutation({ mutationFn: test, onError: (error) => toast.problem(asProblem(error)) });
  return (
    <Dialog
      open={open}
      onOpenChange={(opened) => {
        onOpenChange(opened);
        if (!opened) send.reset();
      }}
      title={t("Test {name}", { name })}
      description={description}
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

function TestResult({ result: { request, status, error, answer } }: { readonly result: ReceiverTest }) {
  return (
    <div className="flex flex-col gap-3" role="status">
      {error === null ? (
        <Callout tone="note">
          {t("The receiver accepted the test with status {status}.", { status: String(status) })}
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

/** Text that opens below its title. */
function RequestText({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Disclosure summary={title}>
      <pre dir="ltr" className="mt-1 rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap text-ink-2 wrap-anywhere">
        {children}
      </pre>
    </Disclosure>
  );
}
