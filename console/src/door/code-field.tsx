import type { ComponentProps } from "react";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

/** What the authenticator shows; what a form registers goes to the input. */
export function CodeField({ error, ...input }: ComponentProps<typeof Input> & { readonly error: string | undefined }) {
  return (
    <Field label={t("Code of your authenticator")} error={error} hint={t("Six digits, or one of your recovery codes.")}>
      <Input autoComplete="one-time-code" autoCapitalize="none" autoFocus {...input} className="h-10" />
    </Field>
  );
}
