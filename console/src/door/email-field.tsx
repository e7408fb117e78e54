import type { ComponentProps } from "react";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

/** The address by which a member is known; what a form registers goes to the input. */
export function EmailField({ error, ...input }: ComponentProps<typeof Input> & { readonly error: string | undefined }) {
  return (
    <Field label={t("E-mail address")} error={error}>
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
