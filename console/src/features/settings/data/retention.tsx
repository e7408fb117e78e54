import { APP_LIMIT_RANGES } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/accounts/app-settings";
import { useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { fieldMessage, useAppEdit } from "../use-app-edit.ts";

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

/** How long an app remembers what people did. */
export function RetentionSection({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, t("Retention saved"));
  const stored = detail.settings.limits;
  const [days, setDays] = useState<Readonly<Record<RetentionField, number>>>({
    events_kept_days: stored.events_kept_days,
    decision_log_days: stored.decision_log_days,
  });
  const changed = RETENTION_FIELDS.some(({ name }) => days[name] !== stored[name]);
  useUnsaved(changed);
  const outside = (name: RetentionField): boolean => {
    const [least, most] = APP_LIMIT_RANGES[name];
    return Number.isNaN(days[name]) || days[name] < least || days[name] > most;
  };
  return (
    <Section
      title={t("Data retention in {app}", { app: detail.name })}
      description={t("Older data is permanently deleted within hours. A shorter period also applies to existing data.")}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!RETENTION_FIELDS.some(({ name }) => outside(name))) void save({ settings: { limits: days } });
        }}
      >
        {RETENTION_FIELDS.map(({ name, label, hint }) => {
          const [least, most] = APP_LIMIT_RANGES[name];
          return (
            <Field
              key={name}
              label={label}
              hint={hint}
              error={
                outside(name)
                  ? t("Enter {least} to {most} days.", { least, most })
                  : fieldMessage(problem, `/settings/limits/${name}`)
              }
            >
              <NumberInput
                value={days[name]}
                onChange={(value) => setDays({ ...days, [name]: value })}
                unit={t("days")}
                min={least}
                max={most}
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
