import type { NewMemberPolicy, PasswordPolicy } from "@fanfare/contract/schema/accounts/single-sign-on";
import type { ComponentProps } from "react";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";

/** Access for people who sign in with the provider and aren't members. */
const NEW_MEMBER_OPTIONS: readonly { readonly value: NewMemberPolicy; readonly label: string }[] = [
  { value: "invited", label: t("Invitation required") },
  { value: "viewer", label: t("Join as viewer") },
  { value: "editor", label: t("Join as editor") },
  { value: "admin", label: t("Join as admin") },
];

/** Members who may sign in with a password. */
const PASSWORD_OPTIONS: readonly {
  readonly value: PasswordPolicy;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: "everyone", label: t("Everyone"), hint: t("Members sign in with the provider or a password.") },
  {
    value: "owners",
    label: t("Owners only"),
    hint: t("Everyone else uses the provider. Owners can sign in even when the provider is down."),
  },
];

/** Domains as they are typed, separated by commas. */
export const splitDomains = (text: string): string[] => text.split(/[\s,;،]+/).filter((domain) => domain !== "");

export function DomainsInput(props: ComponentProps<typeof Input>) {
  return (
    <Input
      {...{ dir: "ltr", autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
      placeholder={asIs("example.com, example.org")}
      {...props}
    />
  );
}

interface ChoiceProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function NewMembersField({ value, onChange }: ChoiceProps<NewMemberPolicy>) {
  return (
    <Field label={t("New members")} hint={t("Members are matched by email address after the provider verifies it.")}>
      <Select
        label={t("New members")}
        className="w-full"
        value={value}
        options={NEW_MEMBER_OPTIONS}
        onChange={onChange}
      />
    </Field>
  );
}

export function PasswordField({ value, onChange }: ChoiceProps<PasswordPolicy>) {
  return (
    <Field label={t("Password sign-in")}>
      <ChoiceCards label={t("Password sign-in")} value={value} options={PASSWORD_OPTIONS} onChange={onChange} />
    </Field>
  );
}
