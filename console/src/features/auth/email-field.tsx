import type { ComponentProps } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";

/** Member's email address. Props from `register` go to the input. */
export function EmailField({ error, ...input }: ComponentProps<typeof Input> & { readonly error: string | undefined }) {
  return (
    <Field label={t("Email address")} error={error}>
      <Input
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        autoFocus
        {...input}
        className="h-10"
      />
    </Field>
  );
}
