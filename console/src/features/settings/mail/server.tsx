import { MAIL_SECURITY, type MailSecurity, putMailRequestSchema } from "@fanfare/contract/schema/accounts/mail";
import type { MailResponse } from "@fanfare/contract/schema/responses/accounts/mail";
import { Controller } from "react-hook-form";
import { useAppContext } from "../../../lib/app-context.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { MAIL } from "../../../lib/queries/settings.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input, PasswordInput } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { requestFrom, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { SettingsForm } from "../settings-form.tsx";

const SECURITY: Readonly<Record<MailSecurity, { readonly label: string; readonly port: number }>> = {
  tls: { label: "TLS", port: 465 },
  starttls: { label: "STARTTLS", port: 587 },
  none: { label: t("Unencrypted"), port: 25 },
};

interface MailValues {
  security: MailSecurity;
  host: string;
  /** As it is typed. */
  port: string;
  user: string;
  /** "" keeps the one that is stored. */
  password: string;
  from: string;
  from_name: string;
}

const formSchema = requestFrom(putMailRequestSchema, ({ port, user, password, ...rest }: MailValues) => ({
  ...rest,
  port: port.trim() === "" ? Number.NaN : Number(port),
  user: user.trim() === "" ? null : user,
  ...(password === "" ? {} : { password }),
}));

export function MailServerSection({ known }: { readonly known: MailResponse["server"] }) {
  const { api } = useAppContext();
  const defaultValues: MailValues = {
    security: known?.security ?? "starttls",
    host: known?.host ?? "",
    port: String(known?.port ?? SECURITY.starttls.port),
    user: known?.user ?? "",
    password: "",
    from: known?.from ?? "",
    from_name: known?.from_name ?? "Fanfare",
  };
  return (
    <SettingsForm
      title={t("Mail server")}
      description={t("Any SMTP server works. The password is stored encrypted and never shown.")}
      query={MAIL}
      schema={formSchema}
      defaultValues={defaultValues}
      save={(body) => api.call("PUT /api/mail", { body, revision: known?.revision })}
      saved={{ title: t("Mail server saved"), description: t("Send a test email to check the settings.") }}
      action={t("Save mail server")}
      clear={
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
              clear: () => api.call("DELETE /api/mail"),
            }
      }
    >
      {(fields) => (
        <>
          <ServerFields fields={fields} />
          <AccountFields fields={fields} has_password={known?.has_password === true} />
        </>
      )}
    </SettingsForm>
  );
}

function ServerFields({ fields: { form, errorOf } }: { readonly fields: ZodForm<MailValues> }) {
  return (
    <>
      <Field
        label={t("Encryption")}
        error={errorOf("security")}
        hint={t("Use STARTTLS for port 587, TLS for port 465.")}
      >
        <div>
          <Controller
            control={form.control}
            name="security"
            render={({ field: { value, onChange } }) => (
              <Segmented
                label={t("Encryption")}
                value={value}
                options={MAIL_SECURITY.map((each) => ({ value: each, label: SECURITY[each].label }))}
                onChange={(next) => {
                  const { port } = SECURITY[next];
                  if (form.getValues("port") === String(SECURITY[value].port)) {
                    form.setValue("port", String(port), { shouldDirty: true });
                  }
                  onChange(next);
                }}
              />
            )}
          />
        </div>
      </Field>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <Field label={t("Host")} error={errorOf("host")}>
          <Input
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={asIs("smtp.example.com")}
            {...form.register("host")}
          />
        </Field>
        <Field label={t("Port")} error={errorOf("port")}>
          <Input dir="ltr" inputMode="numeric" autoComplete="off" {...form.register("port")} />
        </Field>
      </div>
    </>
  );
}

interface AccountFieldsProps {
  readonly fields: ZodForm<MailValues>;
  readonly has_password: boolean;
}

function AccountFields({ fields: { form, errorOf }, has_password }: AccountFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("Username")} optional error={errorOf("user")}>
          <Input dir="ltr" autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register("user")} />
        </Field>
        <Field
          label={t("Password")}
          optional
          error={errorOf("password")}
          hint={has_password ? t("Leave empty to keep the current value.") : undefined}
        >
          <PasswordInput autoComplete="new-password" {...form.register("password")} />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("From address")} error={errorOf("from")}>
          <Input
            dir="ltr"
            type="email"
            inputMode="email"
            placeholder={asIs("tours@example.com")}
            {...form.register("from")}
          />
        </Field>
        <Field label={t("From name")} optional error={errorOf("from_name")}>
          <Input {...form.register("from_name")} />
        </Field>
      </div>
    </>
  );
}
