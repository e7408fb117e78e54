import {
  MAIL_SECURITY,
  type MailResponse,
  type MailSecurity,
  putMailRequestSchema,
} from "@fanfare/contract/schema/accounts/mail";
import { useState } from "react";
import { useAppContext } from "../../../lib/app-context.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { MAIL } from "../../../lib/queries/settings.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input, PasswordInput } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { SettingsForm } from "../settings-form.tsx";

const SECURITY: Readonly<Record<MailSecurity, { readonly label: string; readonly port: number }>> = {
  tls: { label: "TLS", port: 465 },
  starttls: { label: "STARTTLS", port: 587 },
  none: { label: t("Unencrypted"), port: 25 },
};

/** The form of the mail server, filled with what is known of it. */
export function MailServerSection({ known }: { readonly known: MailResponse["server"] }) {
  const { api } = useAppContext();
  const [security, setSecurity] = useState<MailSecurity>(known?.security ?? "starttls");
  const [host, setHost] = useState(known?.host ?? "");
  const [port, setPort] = useState(String(known?.port ?? SECURITY.starttls.port));
  const [user, setUser] = useState(known?.user ?? "");
  const [password, setPassword] = useState("");
  const [from, setFrom] = useState(known?.from ?? "");
  const [from_name, setFromName] = useState(known?.from_name ?? "Fanfare");

  const body = {
    ...{ host, port: port.trim() === "" ? Number.NaN : Number(port), security, from, from_name },
    user: user.trim() === "" ? null : user,
    ...(password === "" ? {} : { password }),
  };

  return (
    <SettingsForm
      title={t("Mail server")}
      description={t("Any SMTP server works. The password is stored encrypted and never shown.")}
      query={MAIL}
      schema={putMailRequestSchema}
      body={body}
      save={() => api.call("PUT /api/mail", { body, revision: known?.revision })}
      saved={{ title: t("Mail server saved"), description: t("Send a test email to check the settings.") }}
      action={t("Save mail server")}
      forget={
        known === null
          ? undefined
          : {
              label: t("Remove mail server"),
              question: {
                title: t("Remove mail server?"),
                description: t(
                  "This also deletes its password. You then share invitations and password reset links yourself.",
                ),
                action: t("Remove mail server"),
              },
              done: t("Mail server removed"),
              forget: () => api.call("DELETE /api/mail"),
            }
      }
    >
      {(wrong) => (
        <>
          <Field
            label={t("Encryption")}
            error={wrong("security")}
            hint={t("Use STARTTLS for port 587, TLS for port 465.")}
          >
            <div>
              <Segmented
                label={t("Encryption")}
                value={security}
                options={MAIL_SECURITY.map((value) => ({ value, label: SECURITY[value].label }))}
                onChange={(next) => {
                  if (port === String(SECURITY[security].port)) setPort(String(SECURITY[next].port));
                  setSecurity(next);
                }}
              />
            </div>
          </Field>
          <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <Field label={t("Host")} error={wrong("host")}>
              <Input
                dir="ltr"
                value={host}
                onValueChange={setHost}
                autoCapitalize="none"
                spellCheck={false}
                placeholder={asIs("smtp.example.com")}
              />
            </Field>
            <Field label={t("Port")} error={wrong("port")}>
              <Input dir="ltr" value={port} onValueChange={setPort} inputMode="numeric" autoComplete="off" />
            </Field>
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t("Username")} optional error={wrong("user")}>
              <Input
                dir="ltr"
                value={user}
                onValueChange={setUser}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
            <Field
              label={t("Password")}
              optional
              error={wrong("password")}
              hint={known?.has_password === true ? t("Leave empty to keep the current one.") : undefined}
            >
              <PasswordInput value={password} onValueChange={setPassword} autoComplete="new-password" />
            </Field>
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t("From address")} error={wrong("from")}>
              <Input
                dir="ltr"
                value={from}
                onValueChange={setFrom}
                type="email"
                inputMode="email"
                placeholder={asIs("tours@example.com")}
              />
            </Field>
            <Field label={t("From name")} optional error={wrong("from_name")}>
              <Input value={from_name} onValueChange={setFromName} />
            </Field>
          </div>
        </>
      )}
    </SettingsForm>
  );
}
