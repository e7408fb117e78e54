import {
  MAIL_SECURITY,
  type MailResponse,
  type MailSecurity,
  putMailRequestSchema,
} from "@fanfare/contract/schema/mail";
import { useState } from "react";
import { useDoors } from "../../doors.ts";
import { asIs, t } from "../../language/t.ts";
import { Field } from "../../ui/field.tsx";
import { Input, PasswordInput } from "../../ui/input.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { settingsCalls } from "../calls.ts";
import { KeptForm } from "../kept-form.tsx";
import { MAIL } from "../queries.ts";

const SECURITY: Readonly<Record<MailSecurity, { readonly label: string; readonly port: number }>> = {
  tls: { label: "TLS", port: 465 },
  starttls: { label: "STARTTLS", port: 587 },
  none: { label: t("Unencrypted"), port: 25 },
};

/** The form of the mail server, filled with what is known of it. */
export function MailServerSection({ known }: { readonly known: MailResponse["server"] }) {
  const { api } = useDoors();
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
    <KeptForm
      title={t("Mail server")}
      description={t("Any server that speaks SMTP. Its password rests encrypted and is never shown.")}
      query={MAIL}
      schema={putMailRequestSchema}
      body={body}
      save={() => settingsCalls(api).putMail(body, known?.revision)}
      saved={{ title: t("Mail server saved"), description: t("Send a letter to see that it works.") }}
      action={t("Save mail server")}
      forget={
        known === null
          ? undefined
          : {
              label: t("Forget this server"),
              question: {
                title: t("Forget the mail server?"),
                description: t(
                  "Its password goes with it. Invitations and links to a new password are handed over by hand again.",
                ),
                action: t("Forget mail server"),
              },
              done: t("No mail goes out any more"),
              forget: () => settingsCalls(api).forgetMail(),
            }
      }
    >
      {(wrong) => (
        <>
          <Field label={t("Encryption")} error={wrong("security")} hint={t("STARTTLS for port 587, TLS for 465.")}>
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
            <Field label={t("User")} optional error={wrong("user")}>
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
              hint={known?.has_password === true ? t("Leave it empty to keep the one that is set.") : undefined}
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
    </KeptForm>
  );
}
