import type { AlertKind } from "@fanfare/contract/alerts/alert";
import { notificationSettingsSchema } from "@fanfare/contract/schema/accounts/notifications";
import type { NotificationsResponse } from "@fanfare/contract/schema/responses/accounts/notifications";
import { useQuery } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import type { z } from "zod";
import { EmailLanguageField } from "../../../components/mail/email-language-field.tsx";
import { useAppContext } from "../../../lib/app-context.ts";
import { language } from "../../../lib/i18n/language.ts";
import { t } from "../../../lib/i18n/t.ts";
import { NOTIFICATIONS, settingsQueries } from "../../../lib/queries/settings.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { FormCheckbox } from "../../../ui/forms/form-checkbox.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { requestFrom, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { Section } from "../../../ui/page/section.tsx";
import { SettingsForm } from "../settings-form.tsx";

const KIND_LABELS: Readonly<Record<AlertKind, string>> = {
  target_lost: t("Targets aren’t found"),
  completion_halved: t("Fewer people complete a tour"),
  deliveries_failing: t("Deliveries are failing"),
  deliveries_stopped: t("Webhooks or destinations were turned off"),
  backup_failed: t("Backups fail"),
  backup_overdue: t("Backups are overdue"),
};
const QUIET_DEFAULT = { from: "20:00", to: "08:00" } as const;

interface NotificationValues extends Omit<z.input<typeof notificationSettingsSchema>, "quiet_hours"> {
  is_quiet: boolean;
  from: string;
  to: string;
}

const formSchema = requestFrom(notificationSettingsSchema, ({ is_quiet, from, to, ...rest }: NotificationValues) => ({
  ...rest,
  quiet_hours: is_quiet ? { from, to } : null,
}));

/** Which emails the signed-in member gets. */
export function NotificationsSection() {
  const { api } = useAppContext();
  const query = useQuery(settingsQueries.notifications(api));
  if (query.data !== undefined) return <NotificationsForm known={query.data} />;
  return (
    <Section title={t("Email notifications")} description={t("Choose what Fanfare emails you about.")}>
      <Loading query={query} inside />
    </Section>
  );
}

function NotificationsForm({ known }: { readonly known: NotificationsResponse }) {
  const { api } = useAppContext();
  const { settings, kinds, can_send } = known;
  const defaultValues: NotificationValues = {
    alerts: settings?.alerts.filter((kind) => kinds.includes(kind)) ?? [],
    language: settings?.language ?? language.tag,
    weekly_summary: settings?.weekly_summary ?? false,
    time_zone: settings?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    is_quiet: settings?.quiet_hours != null,
    ...(settings?.quiet_hours ?? QUIET_DEFAULT),
  };
  return (
    <SettingsForm
      title={t("Email notifications")}
      description={t("Choose what Fanfare emails you about.")}
      query={NOTIFICATIONS}
      schema={formSchema}
      defaultValues={defaultValues}
      save={(body) => api.call("PUT /api/me/notifications", { body })}
      saved={{ title: t("Notifications saved"), description: t("Each email has a link to unsubscribe.") }}
      action={t("Save notifications")}
      clear={undefined}
    >
      {(fields) => (
        <>
          {!can_send && (
            <Callout tone="caution">
              {t("This server can’t send emails yet. An owner needs to set up a mail server and FANFARE_PUBLIC_URL.")}
            </Callout>
          )}
          <KindFields fields={fields} kinds={kinds} />
          <SummaryField fields={fields} />
          <TimeFields fields={fields} />
        </>
      )}
    </SettingsForm>
  );
}

interface FieldsProps {
  readonly fields: ZodForm<NotificationValues>;
}

function KindFields({ fields: { form }, kinds }: FieldsProps & Pick<NotificationsResponse, "kinds">) {
  return (
    <Controller
      control={form.control}
      name="alerts"
      render={({ field: { value, onChange } }) => (
        <fieldset className="flex flex-col">
          <legend className="text-sm font-medium">{t("Alerts")}</legend>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={KIND_LABELS[kind]}
              checked={value.includes(kind)}
              // Keeps the table's order, regardless of the order of selection.
              onChange={(on) => onChange(kinds.filter((each) => (each === kind ? on : value.includes(each))))}
            />
          ))}
        </fieldset>
      )}
    />
  );
}

function SummaryField({ fields: { form } }: FieldsProps) {
  return (
    <FormCheckbox
      control={form.control}
      name="weekly_summary"
      label={t("Weekly summary")}
      hint={t("On Mondays: views, completions, goals, open alerts, and answers, compared with the week before.")}
    />
  );
}

function TimeFields({ fields: { form, errorOf } }: FieldsProps) {
  return (
    <>
      <Controller control={form.control} name="language" render={({ field }) => <EmailLanguageField {...field} />} />
      <FormCheckbox
        control={form.control}
        name="is_quiet"
        label={t("Quiet hours")}
        hint={t("Emails wait until the end. Alerts that are resolved until then aren’t sent.")}
      />
      {form.watch("is_quiet") && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("From##time")} error={errorOf("from")}>
            <Input type="time" {...form.register("from")} />
          </Field>
          <Field label={t("Until")} error={errorOf("to")}>
            <Input type="time" {...form.register("to")} />
          </Field>
        </div>
      )}
      <Field label={t("Time zone")} error={errorOf("time_zone")}>
        <Input dir="ltr" {...form.register("time_zone")} />
      </Field>
    </>
  );
}
