import {
  type NewMemberPolicy,
  type PasswordPolicy,
  putProviderRequestSchema,
} from "@fanfare/contract/schema/accounts/single-sign-on";
import type { SingleSignOnResponse } from "@fanfare/contract/schema/responses/accounts/single-sign-on";
import { Controller } from "react-hook-form";
import { useAppContext } from "../../../lib/app-context.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { SINGLE_SIGN_ON } from "../../../lib/queries/settings.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormCheckbox } from "../../../ui/forms/form-checkbox.tsx";
import { Input, PasswordInput } from "../../../ui/forms/input.tsx";
import { requestFrom, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { SettingsForm } from "../settings-form.tsx";
import { DomainsInput, NewMembersField, PasswordField, splitDomains } from "./member-fields.tsx";

interface ProviderValues {
  name: string;
  issuer: string;
  client_id: string;
  /** "" keeps the one that is stored. */
  client_secret: string;
  /** As they are typed, separated by commas. */
  domains: string;
  in_private_network: boolean;
  newcomers: NewMemberPolicy;
  signs_out_there: boolean;
  passwords: PasswordPolicy;
}

const formSchema = requestFrom(putProviderRequestSchema, ({ client_secret, domains, ...rest }: ProviderValues) => ({
  ...rest,
  domains: splitDomains(domains),
  ...(client_secret === "" ? {} : { client_secret }),
}));

export function ProviderSection({ known }: { readonly known: SingleSignOnResponse["provider"] }) {
  const { api } = useAppContext();
  const defaultValues: ProviderValues = {
    name: known?.name ?? "",
    issuer: known?.issuer ?? "",
    client_id: known?.client_id ?? "",
    client_secret: "",
    domains: known?.domains.join(", ") ?? "",
    in_private_network: known?.in_private_network ?? false,
    newcomers: known?.newcomers ?? "invited",
    signs_out_there: known?.signs_out_there ?? true,
    passwords: known?.passwords ?? "everyone",
  };
  return (
    <SettingsForm
      title={t("Identity provider")}
      description={t(
        "The client secret is stored encrypted and never shown. Saving checks the connection to the provider.",
      )}
      query={SINGLE_SIGN_ON}
      schema={formSchema}
      defaultValues={defaultValues}
      save={(body) => api.call("PUT /api/single-sign-on", { body, revision: known?.revision })}
      saved={{ title: t("Single sign-on saved"), description: t("The provider responded correctly.") }}
      action={t("Save single sign-on")}
      clear={
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
              clear: () => api.call("DELETE /api/single-sign-on"),
            }
      }
    >
      {(fields) => (
        <>
          <ConnectionFields fields={fields} has_secret={known?.has_secret === true} />
          <MemberFields fields={fields} />
        </>
      )}
    </SettingsForm>
  );
}

interface ConnectionFieldsProps {
  readonly fields: ZodForm<ProviderValues>;
  readonly has_secret: boolean;
}

/** How Fanfare reaches the provider, and as which client. */
function ConnectionFields({ fields: { form, errorOf }, has_secret }: ConnectionFieldsProps) {
  return (
    <>
      <Field
        label={t("Name")}
        error={errorOf("name")}
        hint={t("Shown on the button: “Continue with {name}”.", { name: form.watch("name").trim() || t("Acme") })}
      >
        <Input dir="auto" autoComplete="off" placeholder={t("Acme")} {...form.register("name")} />
      </Field>
      <Field
        label={t("Issuer")}
        error={errorOf("issuer")}
        hint={t("The provider’s URL. Fanfare loads /.well-known/openid-configuration from there.")}
      >
        <Input
          {...{ dir: "ltr", type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false }}
          placeholder={asIs("https://accounts.example.com")}
          {...form.register("issuer")}
        />
      </Field>
      <FormCheckbox
        control={form.control}
        name="in_private_network"
        label={t("Provider is on a private network")}
        hint={t(
          "Allows private IP addresses for the provider’s host. Leave this off for public providers so that requests can’t reach your internal network.",
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("Client ID")} error={errorOf("client_id")}>
          <Input
            {...{ dir: "ltr", autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
            {...form.register("client_id")}
          />
        </Field>
        <Field
          label={t("Client secret")}
          optional
          error={errorOf("client_secret")}
          hint={has_secret ? t("Leave empty to keep the current value.") : undefined}
        >
          <PasswordInput dir="ltr" autoComplete="new-password" {...form.register("client_secret")} />
        </Field>
      </div>
    </>
  );
}

/** Who comes in through the provider, and who without it. */
function MemberFields({ fields: { form, errorOf } }: { readonly fields: ZodForm<ProviderValues> }) {
  return (
    <>
      <Field
        label={t("Allowed domains")}
        optional={form.watch("newcomers") === "invited"}
        error={errorOf("domains")}
        hint={t("Limits provider sign-in to email addresses in these domains. Separate domains with commas.")}
      >
        <DomainsInput {...form.register("domains")} />
      </Field>
      <Controller control={form.control} name="newcomers" render={({ field }) => <NewMembersField {...field} />} />
      <FormCheckbox
        control={form.control}
        name="signs_out_there"
        label={t("Also sign out at the provider")}
        hint={t("Requires provider support and the post-logout redirect URI above.")}
      />
      <Controller control={form.control} name="passwords" render={({ field }) => <PasswordField {...field} />} />
    </>
  );
}
