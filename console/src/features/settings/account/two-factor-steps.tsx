import type { TwoFactorSetup } from "@fanfare/contract/schema/responses/accounts/member";
import { Download } from "lucide-react";
import { z } from "zod";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { CopyButton } from "../../../ui/elements/copy-button.tsx";
import { QrCode } from "../../../ui/elements/qr-code.tsx";
import { SecretOnce } from "../../../ui/elements/secret-once.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { DialogFooter } from "../../../ui/overlay/dialog-footer.tsx";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";

interface SetUpStepProps {
  readonly offer: TwoFactorSetup;
  readonly send: (code: string) => Promise<unknown>;
  readonly onCancel: () => void;
}

const formSchema = z.object({ code: z.string().trim() });

/** Shows the secret as QR code and text. A first code confirms that the authenticator app has it. */
export function SetUpStep({ offer, send, onCancel }: SetUpStepProps) {
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { code: "" },
    send: ({ code }) => (code === "" ? undefined : send(code)),
    onRefused: ({ detail }, { setError }) => {
      setError("code", { message: detail });
      return true;
    },
  });
  return (
    <DialogForm onSubmit={submit} problem={problem} action={t("Turn on")} busy={busy} onCancel={onCancel}>
      <div className="flex flex-wrap gap-5">
        <QrCode
          text={offer.url}
          label={t("QR code for your authenticator app. You can enter the secret next to it instead.")}
        />
        <div className="flex min-w-48 flex-1 flex-col gap-3">
          <p className="text-sm text-ink-2">
            {t("Scan the QR code with your authenticator app, or enter the secret.")}
          </p>
          <SecretOnce label={t("Secret")} value={offer.secret} />
        </div>
      </div>
      <Field label={t("Authentication code")} error={errorOf("code")}>
        <Input
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono"
          {...form.register("code")}
        />
      </Field>
    </DialogForm>
  );
}

/** Recovery codes for a lost authenticator app. Shown once. */
export function RecoveryStep({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const text = codes.join("\n");
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "fanfare-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <p className="text-sm text-ink-2">
        {t(
          "Two-factor authentication is on. Save these recovery codes now. If you lose your phone, sign in with one of them. Each code works once.",
        )}
      </p>
      <div className="relative rounded-md border border-line bg-sunken">
        <ul aria-label={t("Recovery codes")} className="grid gap-x-6 gap-y-1.5 p-4 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <span className="absolute end-2.5 top-2.5">
          <CopyButton text={text} label={t("Copy recovery codes")} />
        </span>
      </div>
      <DialogFooter>
        <Button icon={<Download />} onClick={save}>
          {t("Download codes")}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t("I’ve saved the codes")}
        </Button>
      </DialogFooter>
    </>
  );
}
