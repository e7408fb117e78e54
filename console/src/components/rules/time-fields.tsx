import type { WeeklyTime } from "@fanfare/contract/targeting/rule";
import { t } from "../../lib/i18n/t.ts";
import { DAY_NAMES } from "../../model/rules/rule-labels.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { ToggleChips } from "../../ui/forms/toggle-chips.tsx";

const ZONES = [
  { value: "person", label: t("person’s time zone") },
  { value: "utc", label: "UTC" },
] as const;

interface TimeFieldsProps {
  readonly leaf: WeeklyTime;
  readonly onChange: (leaf: WeeklyTime) => void;
}

/** Days of the week, with an optional time range. */
export function TimeFields({ leaf, onChange }: TimeFieldsProps) {
  const { days, from, to, ...rest } = leaf;
  const set = (change: Pick<WeeklyTime, "days" | "from" | "to">): void => {
    const next = { days, from, to, ...change };
    onChange({
      ...rest,
      ...(next.days === undefined || next.days.length === 0 ? {} : { days: next.days }),
      ...(next.from === undefined || next.from === "" ? {} : { from: next.from }),
      ...(next.to === undefined || next.to === "" ? {} : { to: next.to }),
    });
  };
  return (
    <>
      <ToggleChips
        label={t("Days")}
        options={DAY_NAMES.map((label, index) => ({ value: index + 1, label }))}
        chosen={days ?? []}
        onChange={(chosen) => set({ days: chosen })}
      />
      <Field label={t("From")} hide_label>
        <Input
          dir="ltr"
          type="time"
          className="w-32"
          value={from ?? ""}
          onChange={(event) => set({ from: event.target.value })}
        />
      </Field>
      <span className="text-sm text-ink-3">{t("to##hours")}</span>
      <Field label={t("To")} hide_label>
        <Input
          dir="ltr"
          type="time"
          className="w-32"
          value={to ?? ""}
          onChange={(event) => set({ to: event.target.value })}
        />
      </Field>
      <Select
        label={t("Time zone")}
        value={leaf.zone}
        options={ZONES}
        onChange={(zone) => onChange({ ...leaf, zone })}
        className="w-auto max-w-full"
      />
    </>
  );
}
