import {
  type NewMemberPolicy,
  type PasswordPolicy,
  putProviderRequestSchema,
  type SingleSignOnResponse,
} from "@fanfare/contract/schema/accounts/single-sign-on";
import { useState } from "react";
import { useAppContext } from "../../../lib/app-context.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { SINGLE_SIGN_ON } from "../../../lib/queries/settings.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input, PasswordInput } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SettingsForm } from "../settings-form.tsx";

/** Who comes in through the provider without being a member. */
const NEW_MEMBER_OPTIONS: readonly { readonly value: NewMemberPolicy; readonly label: string }[] = [
  { value: "invited", label: t("Invitation required") },
  { value: "viewer", label: t("Join as viewer") },
  { value: "editor", label: t("Join as editor") },
  { value: "admin", label: t("Join as admin") },
];

/** Whose password opens the console. */
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

/** The form of the provider, filled with what is known of it. */
export function ProviderSection({ known }: { readonly known: SingleSignOnResponse["provider"] }) {
  const { api } = useAppContext();
  const [name, setName] = useState(known?.name ?? "");
  const [issuer, setIssuer] = useState(known?.issuer ?? "");
  const [client_id, setClientId] = useState(known?.client_id ?? "");
  const [client_secret, setSecret] = useState("");
  const [domains, setDomains] = useState(known?.domains.join(", ") ?? "");
  const [in_private_network, setPrivate] = useState(known?.in_private_network ?? false);
  const [newcomers, setNewcomers] = useState(known?.newcomers ?? "invited");
  const [signs_out_there, setSignsOut] = useState(known?.signs_out_there ?? true);
  const [passwords, setPasswords] = useState(known?.passwords ?? "everyone");

  const body = {
    ...{ name, issuer, client_id, in_private_network, newcomers, signs_out_there, passwords },
    domains: domains.split(/[\s,;،]+/).filter((domain) => domain !== ""),
    ...(client_secret === "" ? {} : { client_secret }),
  };

  return (
    <SettingsForm
      title={t("Identity provider")}
      description={t(
        "The client secret is stored encrypted and never shown. Saving checks the connection to the provider.",
      )}
      query={SINGLE_SIGN_ON}
      schema={putProviderRequestSchema}
      body={body}
      save={() => api.call("PUT /api/single-sign-on", { body, revision: known?.revision })}
      saved={{ title: t("Single sign-on saved"), description: t("The provider responded correctly.") }}
      action={t("Save single sign-on")}
      forget={
        known === null
          ? undefined
          : {
              label: t("Turn off single sign-on"),
              question: {
                title: t("Turn off single sign-on?"),
                description: t(
                  "This deletes the client secret. Members then sign in with passwords, and those without one need a password reset link. Current sessions continue.",
                ),
                action: t("Turn off single sign-on"),
              },
              done: t("Single sign-on turned off"),
              forget: () => api.call("DELETE /api/single-sign-on"),
            }
      }
    >
      {(wrong) => (
        <>
          <Field
            label={t("Name")}
            error={wrong("name")}
            hint={t("Shown on the button: “Continue with {name}”.", { name: name.trim() || t("Acme") })}
          >
            <Input value={name} onValueChange={setName} dir="auto" autoComplete="off" placeholder={t("Acme")} />
          </Field>
          <Field
            label={t("Issuer")}
            error={wrong("issuer")}
            hint={t("The provider’s URL. Fanfare loads /.well-known/openid-configuration from there.")}
          >
            <Input
              {...{ dir: "ltr", type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false }}
              value={issuer}
              onValueChange={setIssuer}
              placeholder={asIs("https://accounts.example.com")}
            />
          </Field>
          <Checkbox
            label={t("Provider is in a private network")}
            hint={t(
              "Allows private addresses for the provider’s host. Leave this off for internet providers, so that requests can’t reach your internal network.",
            )}
            checked={in_private_network}
            onChange={setPrivate}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t("Client ID")} error={wrong("client_id")}>
              <Input
                {...{ dir: "ltr", autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
                value={client_id}
                onValueChange={setClientId}
              />
            </Field>
            <Field
              label={t("Client secret")}
              optional
              error={wrong("client_secret")}
              hint={known?.has_secret === true ? t("Leave empty to keep the current one.") : undefined}
            >
              <PasswordInput dir="ltr" value={client_secret} onValueChange={setSecret} autoComplete="new-password" />
            </Field>
          </div>
          <Field
            label={t("Allowed domains")}
            optional={newcomers === "invited"}
            error={wrong("domains")}
            hint={t("Only email addresses in these domains can sign in. Separate domains with commas.")}
          >
            <Input
              {...{ dir: "ltr", autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
              value={domains}
              onValueChange={setDomains}
              placeholder={asIs("example.com, example.org")}
            />
          </Field>
          <Field
            label={t("New members")}
            hint={t("Members are matched by email address after the provider verifies it.")}
          >
            <Select
              label={t("New members")}
              className="w-full"
              value={newcomers}
              options={NEW_MEMBER_OPTIONS}
              onChange={setNewcomers}
            />
          </Field>
          <Checkbox
            label={t("Also sign out at the provider")}
            hint={t("Requires support by the provider and the post-logout redirect URI above.")}
            checked={signs_out_there}
            onChange={setSignsOut}
          />
          <Field label={t("Password sign-in")}>
            <ChoiceCards
              label={t("Password sign-in")}
              value={passwords}
              options={PASSWORD_OPTIONS}
              onChange={setPasswords}
            />
          </Field>
        </>
      )}
    </SettingsForm>
  );
}
