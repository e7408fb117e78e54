import type { TwoFactorOffer } from "@fanfare/contract/schema/member";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";

interface OfferStepProps {
  readonly offer: TwoFactorOffer;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
}

/** The secret for the phone, to be photographed or typed; a first code shows that it arrived. */
export function OfferStep({ offer, busy, error, onCode, onCancel }: OfferStepProps) {
  const [code, setCode] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== "") onCode(code.trim());
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-5">
        <QrCode text={offer.url} label={t("QR code for your authenticator; the text beside it says the same")} />
        <div className="flex min-w-48 flex-1 flex-col gap-3">
          <p className="text-sm text-ink-2">
            {t("Photograph it with an authenticator app of your choice, or type the secret there.")}
          </p>
          <SecretOnce label={t("Secret")} value={offer.secret} />
        </div>
      </div>
      <Field label={t("Code of your authenticator")} error={error === null ? undefined : asProblem(error).detail}>
        <Input
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono"
          value={code}
          onValueChange={setCode}
        />
      </Field>
      <DialogFoot>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {t("Switch it on")}
        </Button>
      </DialogFoot>
    </form>
  );
}

/** What opens the door when the phone is gone: shown once. */
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
          "Two-factor sign-in is on. Each of these codes works once in place of your phone; they are shown this once.",
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
      <DialogFoot>
        <Button icon={<Download />} onClick={save}>
          {t("Save as a file")}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t("I have kept them")}
        </Button>
      </DialogFoot>
    </>
  );
}
