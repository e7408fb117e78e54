import { putProviderRequestSchema, type SingleSignOnResponse } from "@fanfare/contract/schema/single-sign-on";
import { useState } from "react";
import { useDoors } from "../../doors.ts";
import { asIs, t } from "../../language/t.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, PasswordInput } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { settingsCalls } from "../calls.ts";
import { KeptForm } from "../kept-form.tsx";
import { SINGLE_SIGN_ON } from "../queries.ts";
import { NEWCOMER_OPTIONS, PASSWORD_OPTIONS } from "./words.ts";

/** The form of the provider, filled with what is known of it. */
export function ProviderSection({ known }: { readonly known: SingleSignOnResponse["provider"] }) {
  const { api } = useDoors();
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
    <KeptForm
      title={t("Provider")}
      description={t("Its client secret rests encrypted and is never shown. The provider is asked when you save.")}
      query={SINGLE_SIGN_ON}
      schema={putProviderRequestSchema}
      body={body}
      save={() => settingsCalls(api).putProvider(body, known?.revision)}
      saved={{ title: t("Single sign-on saved"), description: t("The provider answered as it should.") }}
      action={t("Save single sign-on")}
      forget={
        known === null
          ? undefined
          : {
              label: t("End single sign-on"),
              question: {
                title: t("End single sign-on?"),
                description: t(
                  "The client secret goes with it, and passwords open the console again. Who has none needs a link to a new password. Whoever is signed in stays.",
                ),
                action: t("End single sign-on"),
              },
              done: t("Single sign-on has ended"),
              forget: () => settingsCalls(api).forgetProvider(),
            }
      }
    >
      {(wrong) => (
        <>
          <Field
            label={t("Name")}
            error={wrong("name")}
            hint={t("Stands on the button: “Continue with {name}”.", { name: name.trim() || t("Acme") })}
          >
            <Input value={name} onValueChange={setName} dir="auto" autoComplete="off" placeholder={t("Acme")} />
          </Field>
          <Field
            label={t("Issuer")}
            error={wrong("issuer")}
            hint={t("The provider’s address, as it names itself. Its /.well-known/openid-configuration is asked for.")}
          >
            <Input
              {...{ dir: "ltr", type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false }}
              value={issuer}
              onValueChange={setIssuer}
              placeholder={asIs("https://accounts.example.com")}
            />
          </Field>
          <Checkbox
            label={t("This provider is inside our network")}
            hint={t(
              "Its host may then have a private address, which this server otherwise asks nobody on. Leave it off for a provider on the internet: whoever directs that name could lead this server to machines of yours.",
            )}
            checked={in_private_network}
            onChange={setPrivate}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t("Client id")} error={wrong("client_id")}>
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
              hint={known?.has_secret === true ? t("Leave it empty to keep the one that is set.") : undefined}
            >
              <PasswordInput dir="ltr" value={client_secret} onValueChange={setSecret} autoComplete="new-password" />
            </Field>
          </div>
          <Field
            label={t("Allowed domains")}
            optional={newcomers === "invited"}
            error={wrong("domains")}
            hint={t("Only e-mail addresses of these sign in through the provider. Separate several by commas.")}
          >
            <Input
              {...{ dir: "ltr", autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
              value={domains}
              onValueChange={setDomains}
              placeholder={asIs("example.com, example.org")}
            />
          </Field>
          <Field
            label={t("Who is no member yet")}
            hint={t("Members are known by their e-mail address, once the provider has verified it.")}
          >
            <Select
              label={t("Who is no member yet")}
              className="w-full"
              value={newcomers}
              options={NEWCOMER_OPTIONS}
              onChange={setNewcomers}
            />
          </Field>
          <Checkbox
            label={t("Signing out here signs out at the provider, too")}
            hint={t("Where the provider offers it, and knows the post-logout redirect URI above.")}
            checked={signs_out_there}
            onChange={setSignsOut}
          />
          <Field label={t("Passwords")}>
            <ChoiceCards label={t("Passwords")} value={passwords} options={PASSWORD_OPTIONS} onChange={setPasswords} />
          </Field>
        </>
      )}
    </KeptForm>
  );
}
