import { APP_LIMIT_RANGES } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit } from "../use-app-edit.ts";

const RETENTION_FIELDS = [
  {
    name: "events_kept_days",
    label: t("Events"),
    hint: t("The timeline of each person. Totals, views, and completions are kept."),
  },
  {
    name: "decision_log_days",
    label: t("Decision log"),
    hint: t("Explains why people saw content or didn’t."),
  },
] as const;
type RetentionField = (typeof RETENTION_FIELDS)[number]["name"];

function daysSchema(name: RetentionField) {
  const [least, most] = APP_LIMIT_RANGES[name];
  const message = t("Enter {least} to {most} days.", { least, most });
  return z.number(message).min(least, message).max(most, message);
}

const formSchema = z.object({
  events_kept_days: daysSchema("events_kept_days"),
  decision_log_days: daysSchema("decision_log_days"),
});

/** Retention of an app's activity data. */
export function RetentionSection({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("Retention saved"));
  const { events_kept_days, decision_log_days } = detail.settings.limits;
  const { form, submit, busy, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { events_kept_days, decision_log_days },
    mode: "onChange",
    pointer: "/settings/limits",
    send: (limits) => edit({ settings: { limits } }),
  });
  const days = form.watch();
  const changed = RETENTION_FIELDS.some(({ name }) => days[name] !== detail.settings.limits[name]);
  useUnsaved(changed);
  return (
    <Section
      title={t("Data retention in {app}", { app: detail.name })}
      description={t("Older data is permanently deleted within hours. A shorter period also applies to existing data.")}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        {RETENTION_FIELDS.map(({ name, label, hint }) => {
          const [least, most] = APP_LIMIT_RANGES[name];
          return (
            <Field key={name} label={label} hint={hint} error={errorOf(name)}>
              <Controller
                control={form.control}
                name={name}
                render={({ field: { value, onChange } }) => (
                  <NumberInput value={value} onChange={onChange} unit={t("days")} min={least} max={most} />
                )}
              />
            </Field>
          );
        })}
        <div>
          <Button type="submit" busy={busy} disabled={!changed}>
            {t("Save")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
