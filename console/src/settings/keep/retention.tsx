import { APP_LIMIT_RANGES } from "@fanfare/contract/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useUnsaved } from "../../ui/leave-guard.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { Section } from "../../ui/section.tsx";
import { useAppEdit, wordsFor } from "../use-app-edit.ts";

const KEPT = [
  {
    name: "events_kept_days",
    label: t("Events of people"),
    hint: t("Their timeline. What was counted of them, runs and reached goals stay."),
  },
  {
    name: "decision_log_days",
    label: t("The log of decisions"),
    hint: t("By it Fanfare explains why somebody saw something or did not."),
  },
] as const;
type Kept = (typeof KEPT)[number]["name"];

/** How long an app remembers what people did. */
export function RetentionSection({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, t("Saved"));
  const stored = detail.settings.limits;
  const [days, setDays] = useState<Readonly<Record<Kept, number>>>({
    events_kept_days: stored.events_kept_days,
    decision_log_days: stored.decision_log_days,
  });
  const changed = KEPT.some(({ name }) => days[name] !== stored[name]);
  useUnsaved(changed);
  const outside = (name: Kept): boolean => {
    const [least, most] = APP_LIMIT_RANGES[name];
    return Number.isNaN(days[name]) || days[name] < least || days[name] > most;
  };
  return (
    <Section
      title={t("What {app} keeps", { app: detail.name })}
      description={t(
        "What is older is forgotten for good, within hours. A shorter time takes effect on what is there already.",
      )}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!KEPT.some(({ name }) => outside(name))) void save({ settings: { limits: days } });
        }}
      >
        {KEPT.map(({ name, label, hint }) => {
          const [least, most] = APP_LIMIT_RANGES[name];
          return (
            <Field
              key={name}
              label={label}
              hint={hint}
              error={
                outside(name)
                  ? t("{least} to {most} days.", { least, most })
                  : wordsFor(problem, `/settings/limits/${name}`)
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
