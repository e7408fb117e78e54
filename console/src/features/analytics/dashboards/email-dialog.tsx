import { DAY_MS, limits } from "@fanfare/contract/limits";
import {
  createDashboardEmailRequestSchema,
  DASHBOARD_EMAIL_DAYS,
  type DashboardEmailFailure,
  type DashboardEmailSchedule,
} from "@fanfare/contract/schema/analytics/dashboard-email";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import type { DashboardEmail } from "@fanfare/contract/schema/responses/analytics/dashboard-email";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Controller } from "react-hook-form";
import { EmailLanguageField } from "../../../components/mail/email-language-field.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { formatExact } from "../../../lib/i18n/format.ts";
import { language, type languages } from "../../../lib/i18n/language.ts";
import { asIs, t, tCount } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { requestFrom, useZodForm, type ZodForm } from "../../../ui/forms/use-zod-form.ts";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { DialogList } from "../../../ui/overlay/dialog-list.tsx";
import { dashboardEmailsQuery } from "./dashboard-queries.ts";

interface EmailDialogProps extends DialogState {
  readonly dashboard: Pick<Dashboard, "id" | "name">;
}

type Every = DashboardEmailSchedule["every"];

interface EmailValues {
  every: Every;
  weekday: string;
  month_day: string;
  time: string;
  time_zone: string;
  language: (typeof languages)[number]["tag"];
  days: string;
  /** Separated by commas or spaces. */
  recipients: string;
}

const EVERY: readonly { readonly value: Every; readonly label: string }[] = [
  { value: "day", label: t("Every day") },
  { value: "week", label: t("Every week") },
  { value: "month", label: t("Every month") },
];
const weekday_name = new Intl.DateTimeFormat(language.tag, { weekday: "long", timeZone: "UTC" });
/** January 5, 1970 was a Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, index) => ({
  value: String(index + 1),
  label: asIs(weekday_name.format((4 + index) * DAY_MS)),
}));
const MONTH_DAYS = Array.from({ length: limits.dashboard_email_month_day_max }, (_, index) => ({
  value: String(index + 1),
  label: asIs(String(index + 1)),
}));
const FAILURES: Readonly<Record<DashboardEmailFailure, string>> = {
  mail_off: t("Not sent: no mail server is set up."),
  mail_refused: t("Not sent to everyone: the mail server rejected it."),
  no_public_url: t("Not sent: FANFARE_PUBLIC_URL isn’t set."),
  not_allowed: t("Not sent to everyone: its author or a recipient no longer has the permission."),
};

const formSchema = requestFrom(
  createDashboardEmailRequestSchema,
  ({ every, weekday, month_day, time, days, recipients, ...rest }: EmailValues) => ({
    ...rest,
    schedule: every === "day" ? { every, time } : { every, time, day: Number(every === "week" ? weekday : month_day) },
    days: DASHBOARD_EMAIL_DAYS.find((each) => String(each) === days),
    recipients: recipients.split(/[\s,;]+/).filter((email) => email !== ""),
  }),
);

/** Schedules emails of the dashboard, edits, and deletes them. */
export function EmailDialog({ dashboard, open, onOpenChange }: EmailDialogProps) {
  const id = useId();
  const [edited, setEdited] = useState<DashboardEmail>();
  const fields = useEmailForm(dashboard.id, edited, () => setEdited(undefined));
  const show = (email: DashboardEmail | undefined): void => {
    setEdited(email);
    fields.form.reset(email === undefined ? newValues() : valuesOf(email), { keepFieldsRef: true });
    fields.form.setFocus("recipients");
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Email dashboard")}
      description={t("Sends the charts of {name} as tables and CSV files. Each email has a link to unsubscribe.", {
        name: dashboard.name,
      })}
      actions={
        <>
          {edited !== undefined && <Button onClick={() => show(undefined)}>{t("Cancel editing")}</Button>}
          <Button type="submit" form={id} variant="primary" busy={fields.busy}>
            {edited === undefined ? t("Schedule emails") : t("Save emails")}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={fields.submit} noValidate className="flex flex-col gap-5">
        <FormProblem problem={fields.problem} />
        <EmailFields fields={fields} />
      </form>
      <Emails dashboard_id={dashboard.id} edited={edited} onEdit={show} />
    </Dialog>
  );
}

const newValues = (): EmailValues => ({
  ...{ every: "week", weekday: "1", month_day: "1", time: "08:00", days: "30", recipients: "" },
  ...{ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: language.tag },
});

function valuesOf({ schedule, time_zone, language: tag, days, recipients }: DashboardEmail): EmailValues {
  const { every, time } = schedule;
  return {
    ...newValues(),
    ...{ every, time, time_zone, language: tag, days: String(days) },
    ...(schedule.every === "week" ? { weekday: String(schedule.day) } : {}),
    ...(schedule.every === "month" ? { month_day: String(schedule.day) } : {}),
    recipients: recipients.map(({ email }) => email).join(", "),
  };
}

/** `edited`: the emails to change. Undefined: new ones. */
function useEmailForm(
  dashboard_id: string,
  edited: DashboardEmail | undefined,
  onSaved: () => void,
): ZodForm<EmailValues> {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  return useZodForm({
    schema: formSchema,
    defaultValues: newValues(),
    async send(body, form) {
      const query = { app_id: app.id };
      if (edited === undefined) {
        await api.call("POST /api/dashboards/:id/emails", { params: { id: dashboard_id }, query, body });
        toast.done({ title: t("Emails scheduled") });
      } else {
        const params = { id: dashboard_id, email_id: edited.id };
        await api.call("PUT /api/dashboards/:id/emails/:email_id", { params, query, body });
        toast.done({ title: t("Scheduled emails saved") });
      }
      form.reset(newValues());
      onSaved();
      await client.invalidateQueries(dashboardEmailsQuery(api, app.id, dashboard_id));
    },
  });
}

function EmailFields({ fields }: FieldsProps) {
  const { form, errorOf } = fields;
  return (
    <>
      <Field label={t("Recipients")} hint={t("Email addresses, separated by commas.")} error={errorOf("recipients")}>
        <Input dir="ltr" placeholder={asIs("ada@shop.example, bo@shop.example")} {...form.register("recipients")} />
      </Field>
      <ScheduleFields fields={fields} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice fields={fields} name="days" label={t("Period")} options={PERIODS} />
        <Controller control={form.control} name="language" render={({ field }) => <EmailLanguageField {...field} />} />
      </div>
    </>
  );
}

const PERIODS = DASHBOARD_EMAIL_DAYS.map((days) => ({
  value: String(days),
  label: tCount(days, "{n} day", "{n} days"),
}));

interface FieldsProps {
  readonly fields: ZodForm<EmailValues>;
}

function ScheduleFields({ fields }: FieldsProps) {
  const { form, errorOf } = fields;
  const every = form.watch("every");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choice fields={fields} name="every" label={t("Send##when")} options={EVERY} />
      {every === "week" && <Choice fields={fields} name="weekday" label={t("Day")} options={WEEKDAYS} />}
      {every === "month" && <Choice fields={fields} name="month_day" label={t("Day of month")} options={MONTH_DAYS} />}
      <Field label={t("Time##of day")} error={errorOf("time")}>
        <Input type="time" {...form.register("time")} />
      </Field>
      <Field label={t("Time zone")} error={errorOf("time_zone")}>
        <Input dir="ltr" {...form.register("time_zone")} />
      </Field>
    </div>
  );
}

interface ChoiceProps extends FieldsProps {
  readonly name: "every" | "weekday" | "month_day" | "days";
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Choice({ fields: { form, errorOf }, name, label, options }: ChoiceProps) {
  return (
    <Field label={label} error={errorOf(name)}>
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange } }) => <Select value={value} options={options} onChange={onChange} />}
      />
    </Field>
  );
}

interface EmailsProps {
  readonly dashboard_id: string;
  readonly edited: DashboardEmail | undefined;
  /** Undefined: none anymore. */
  readonly onEdit: (email: DashboardEmail | undefined) => void;
}

function Emails({ dashboard_id, edited, onEdit }: EmailsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const query = dashboardEmailsQuery(api, app.id, dashboard_id);
  const { data } = useQuery(query);
  const remove = useMutation({
    mutationFn: (email_id: string) =>
      api.call("DELETE /api/dashboards/:id/emails/:email_id", {
        ...{ params: { id: dashboard_id, email_id }, query: { app_id: app.id } },
      }),
    onSuccess(_, id) {
      if (edited?.id === id) onEdit(undefined);
      toast.done({ title: t("Scheduled emails deleted") });
    },
    onError: (error, id) => toast.problem(asProblem(error), t("Couldn’t delete emails"), () => remove.mutate(id)),
    onSettled: () => client.invalidateQueries(query),
  });
  return (
    <DialogList
      title={t("Scheduled emails")}
      items={data?.items}
      name={recipientsText}
      detail={(email) => <EmailFacts email={email} />}
      extra={(email) => (
        <Button
          size="sm"
          aria-label={t("Edit emails to {recipients}", { recipients: recipientsText(email) })}
          onClick={() => onEdit(email)}
        >
          {t("Edit emails")}
        </Button>
      )}
      action={t("Delete emails")}
      actionOn={(email) => t("Delete emails to {recipients}", { recipients: recipientsText(email) })}
      act={remove}
    />
  );
}

function recipientsText({ recipients }: DashboardEmail): string {
  return recipients.length === 0 ? t("No recipients") : recipients.map(({ email }) => email).join(", ");
}

function EmailFacts({ email: { schedule, next_at, last_sent_at, failure } }: { readonly email: DashboardEmail }) {
  return (
    <>
      {EVERY.find(({ value }) => value === schedule.every)?.label} ·{" "}
      {t("Next {when}", { when: formatExact(Date.parse(next_at)) })}
      {last_sent_at !== null && ` · ${t("Sent {when}", { when: formatExact(Date.parse(last_sent_at)) })}`}
      {failure !== null && <span className="block text-negative-text">{FAILURES[failure]}</span>}
    </>
  );
}
