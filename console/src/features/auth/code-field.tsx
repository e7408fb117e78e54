import type { ComponentProps } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";

/** What the authenticator shows; what a form registers goes to the input. */
export function CodeField({ error, ...input }: ComponentProps<typeof Input> & { readonly error: string | undefined }) {
  return (
    <Field label={t("Authentication code")} error={error} hint={t("Enter the 6-digit code or a recovery code.")}>
      <Input autoComplete="one-time-code" autoCapitalize="none" autoFocus {...input} className="h-10" />
    </Field>
  );
}
