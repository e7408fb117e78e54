import { APP_LIMIT_RANGES } from "@fanfare/contract/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { Section } from "../../ui/section.tsx";
import { useAppEdit, wordsFor } from "../use-app-edit.ts";

const KEPT = [
  {
    name: "events_kept_days",
    label: "Events of people",
    hint: "Their timeline. What was counted of them, runs and reached goals stay.",
  },
  {
    name: "decision_log_days",
    label: "The log of decisions",
    hint: "By it Fanfare explains why somebody saw something or did not.",
  },
] as const;
type Kept = (typeof KEPT)[number]["name"];

/** How long an app remembers what people did. */
export function RetentionSection({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, "Saved");
  const stored = detail.settings.limits;
  const [days, setDays] = useState<Readonly<Record<Kept, number>>>({
    events_kept_days: stored.events_kept_days,
    decision_log_days: stored.decision_log_days,
  });
  const changed = KEPT.some(({ name }) => days[name] !== stored[name]);
  const outside = (name: Kept): boolean => {
    const [least, most] = APP_LIMIT_RANGES[name];
    return Number.isNaN(days[name]) || days[name] < least || days[name] > most;
  };
  return (
    <Section
      title={`What ${detail.name} keeps`}
      description="What is older is forgotten for good, within hours. A shorter time takes effect on what is there already."
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
              error={outside(name) ? `${least} to ${most} days.` : wordsFor(problem, `/settings/limits/${name}`)}
            >
              <NumberInput
                value={days[name]}
                onChange={(value) => setDays({ ...days, [name]: value })}
                unit="days"
                min={least}
                max={most}
              />
            </Field>
          );
        })}
        <div>
          <Button type="submit" busy={busy} disabled={!changed}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
