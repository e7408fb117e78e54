import { limits } from "@fanfare/contract/limits";
import { samlProviderSchema } from "@fanfare/contract/schema/accounts/saml";
import type { NewMemberPolicy, PasswordPolicy } from "@fanfare/contract/schema/accounts/single-sign-on";
import type { SamlResponse } from "@fanfare/contract/schema/responses/accounts/saml";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { dayAndYear } from "../../../lib/i18n/format.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { SAML } from "../../../lib/queries/settings.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { Button, buttonClass } from "../../../ui/elements/button.tsx";
import { CodeBlock } from "../../../ui/elements/code-block.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { FormCheckbox } from "../../../ui/forms/form-checkbox.tsx";
import { Input, Textarea } from "../../../ui/forms/input.tsx";
import { requestFrom, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { Section } from "../../../ui/page/section.tsx";
import { SettingsForm } from "../settings-form.tsx";
import { DomainsInput, NewMembersField, PasswordField, splitDomains } from "./member-fields.tsx";

interface SamlValues {
  name: string;
  entity_id: string;
  sign_in_url: string;
  /** PEM, one after the other. */
  certificates: string;
  /** As they are typed, separated by commas. */
  domains: string;
  newcomers: NewMemberPolicy;
  passwords: PasswordPolicy;
  accepts_unrequested: boolean;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Text that is no PEM is sent as it is, so that the server says what's wrong with it. */
function splitCertificates(text: string): string[] {
  const found = text.match(CERTIFICATE) ?? [];
  return found.length > 0 || text.trim() === "" ? found : [text.trim()];
}

const formSchema = requestFrom(samlProviderSchema, ({ certificates, domains, ...rest }: SamlValues) => ({
  ...rest,
  certificates: splitCertificates(certificates),
  domains: splitDomains(domains),
}));

export function SamlSection({ settings }: { readonly settings: SamlResponse }) {
  const { provider, is_configured } = settings;
  return (
    <>
      {is_configured ? <SamlUrls settings={settings} /> : <PublicUrlSection />}
      {(is_configured || provider !== null) && <SamlForm settings={settings} />}
      {is_configured && provider !== null && <SamlTest name={provider.name} />}
    </>
  );
}

function PublicUrlSection() {
  return (
    <Section title={t("URLs")} description={t("Your provider issues assertions for the public URL of this server.")}>
      <Callout tone="caution">
        {t("SAML sign-in is off because FANFARE_PUBLIC_URL isn’t set. Set it, then restart the server.")}
      </Callout>
    </Section>
  );
}

function SamlTest({ name }: { readonly name: string }) {
  const { host } = useAppContext();
  return (
    <Section
      title={t("Test SAML sign-in")}
      description={t("Sign in with your own provider account. If it fails, the sign-in page shows the reason.")}
    >
      <div>
        <a href={`${host}/api/saml/sign-in`} className={buttonClass()}>
          {t("Continue with {name}", { name })}
        </a>
      </div>
    </Section>
  );
}

function SamlForm({ settings }: { readonly settings: SamlResponse }) {
  const { api } = useAppContext();
  const { provider: known } = settings;
  const defaultValues: SamlValues = {
    name: known?.name ?? "",
    entity_id: known?.entity_id ?? "",
    sign_in_url: known?.sign_in_url ?? "",
    certificates: known?.certificates.join("\n") ?? "",
    domains: known?.domains.join(", ") ?? "",
    newcomers: known?.newcomers ?? "invited",
    passwords: known?.passwords ?? "everyone",
    accepts_unrequested: known?.accepts_unrequested ?? false,
  };
  return (
    <SettingsForm
      title={t("SAML identity provider")}
      description={t("Assertions must be signed with RSA and SHA-256. Encrypted assertions aren’t supported.")}
      query={SAML}
      schema={formSchema}
      defaultValues={defaultValues}
      save={(body) => api.call("PUT /api/saml", { body, revision: known?.revision })}
      saved={{ title: t("SAML sign-in saved"), description: t("Test it with your own account.") }}
      action={t("Save SAML sign-in")}
      clear={
        known === null
          ? undefined
          : {
              label: t("Turn off SAML sign-in"),
              question: {
                title: t("Turn off SAML sign-in?"),
                description: t(
                  "Members then sign in another way, and those without a password need a password reset link. Current sessions continue.",
                ),
                action: t("Turn off SAML sign-in"),
              },
              done: t("SAML sign-in turned off"),
              clear: () => api.call("DELETE /api/saml"),
            }
      }
    >
      {(fields) => (
        <>
          <MetadataField fields={fields} />
          <SamlConnection fields={fields} expire_at={settings.certificates_expire_at} />
          <SamlMembers fields={fields} />
        </>
      )}
    </SettingsForm>
  );
}

function SamlUrls({ settings: { acs_url, entity_id } }: { readonly settings: SamlResponse }) {
  return (
    <Section
      title={t("URLs")}
      description={t("Enter these URLs at your provider, or give it the metadata, which has both.")}
    >
      <div className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium">{t("ACS URL")}</h3>
        <CodeBlock code={acs_url} copy_label={t("Copy ACS URL")} />
        <p className="text-xs text-ink-3">{t("The provider sends its responses to this URL.")}</p>
      </div>
      <div className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium">{t("Entity ID and metadata URL")}</h3>
        <CodeBlock code={entity_id} copy_label={t("Copy entity ID")} />
        <p className="text-xs text-ink-3">{t("Also the audience of assertions.")}</p>
      </div>
    </Section>
  );
}

interface SamlFieldsProps {
  readonly fields: ZodForm<SamlValues>;
}

/** Fills the fields below from pasted metadata. */
function MetadataField({ fields: { form } }: SamlFieldsProps) {
  const { api } = useAppContext();
  const [metadata, setMetadata] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call("POST /api/saml/read-metadata", { body: { metadata }, unkeyed: true }),
    onSuccess({ entity_id, sign_in_url, certificates }) {
      const changed = { shouldDirty: true, shouldValidate: true } as const;
      form.setValue("entity_id", entity_id, changed);
      form.setValue("sign_in_url", sign_in_url, changed);
      form.setValue("certificates", certificates.join("\n"), changed);
      setMetadata("");
      announce(t("Fields filled from the metadata"));
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <FormProblem problem={error === null ? undefined : asProblem(error)} />
      <Field label={t("Provider metadata")} optional hint={t("Paste the provider’s metadata XML to fill the fields.")}>
        <Textarea
          {...{ dir: "ltr", rows: 4, spellCheck: false, autoCapitalize: "none" }}
          maxLength={limits.saml_metadata_chars_max}
          value={metadata}
          onChange={(event) => setMetadata(event.target.value)}
        />
      </Field>
      <Button className="self-start" busy={isPending} disabled={metadata.trim() === ""} onClick={() => mutate()}>
        {t("Read metadata")}
      </Button>
    </div>
  );
}

interface SamlConnectionProps extends SamlFieldsProps {
  readonly expire_at: SamlResponse["certificates_expire_at"];
}

function SamlConnection({ fields: { form, errorOf }, expire_at }: SamlConnectionProps) {
  const ltr = { dir: "ltr", autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  const days = expire_at.map((at) => dayAndYear(Date.parse(at)));
  return (
    <>
      <Field
        label={t("Name")}
        error={errorOf("name")}
        hint={t("Shown on the button: “Continue with {name}”.", { name: form.watch("name").trim() || t("Acme") })}
      >
        <Input dir="auto" autoComplete="off" placeholder={t("Acme")} {...form.register("name")} />
      </Field>
      <Field label={t("Entity ID of the provider")} error={errorOf("entity_id")}>
        <Input {...ltr} placeholder={asIs("https://idp.example.com/metadata")} {...form.register("entity_id")} />
      </Field>
      <Field
        label={t("Sign-in URL")}
        error={errorOf("sign_in_url")}
        hint={t("The provider’s endpoint with the binding HTTP-Redirect.")}
      >
        <Input {...ltr} placeholder={asIs("https://idp.example.com/sso")} {...form.register("sign_in_url")} />
      </Field>
      <Field
        label={t("Signing certificates")}
        error={errorOf("certificates")}
        hint={
          days.length === 0
            ? t("PEM. During a rotation, paste both certificates.")
            : days.length === 1
              ? t("Expires {day}. During a rotation, paste both certificates.", { day: days[0] ?? "" })
              : t("Expire {first} and {second}. Remove the old one after the rotation.", {
                  ...{ first: days[0] ?? "", second: days[1] ?? "" },
                })
        }
      >
        <Textarea {...ltr} rows={5} className="font-mono text-xs" {...form.register("certificates")} />
      </Field>
    </>
  );
}

/** Who comes in through the provider, and who without it. */
function SamlMembers({ fields: { form, errorOf } }: SamlFieldsProps) {
  return (
    <>
      <Field
        label={t("Trusted domains")}
        error={errorOf("domains")}
        hint={t("The provider vouches for email addresses in these domains only. Separate domains with commas.")}
      >
        <DomainsInput {...form.register("domains")} />
      </Field>
      <Controller control={form.control} name="newcomers" render={({ field }) => <NewMembersField {...field} />} />
      <FormCheckbox
        control={form.control}
        name="accepts_unrequested"
        label={t("Allow sign-ins that start at the provider")}
        hint={t("Someone could then sign a member in to another account without their knowledge.")}
      />
      <Controller control={form.control} name="passwords" render={({ field }) => <PasswordField {...field} />} />
    </>
  );
}
