import { t } from "../../lib/i18n/t.ts";
import { inputClass } from "../../ui/forms/input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { customPeriod, type Period } from "./period.ts";

const OPTIONS = [
  { value: "7", label: t("Last 7 days") },
  { value: "30", label: t("Last 30 days") },
  { value: "90", label: t("Last 90 days") },
  { value: "365", label: t("Last 365 days") },
  { value: "custom", label: t("Custom period") },
] as const;

interface PeriodSelectProps {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
}

export function PeriodSelect({ value, onChange }: PeriodSelectProps) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <>
      <Select
        label={t("Period")}
        value={value.days}
        options={OPTIONS}
        onChange={(days) => onChange(days === "custom" ? customPeriod(value, Date.now()) : { days, from: "", to: "" })}
        className="h-8 w-full text-sm sm:w-40"
      />
      {value.days === "custom" && (
        <div className="flex items-center gap-2 max-sm:w-full">
          <input
            type="date"
            aria-label={t("First day")}
            max={today}
            value={value.from}
            onChange={({ target }) => onChange({ ...value, from: target.value })}
            className={inputClass("h-8 flex-1 text-sm")}
          />
          <span aria-hidden="true" className="text-ink-3">
            –
          </span>
          <input
            type="date"
            aria-label={t("Last day")}
            max={today}
            value={value.to}
            onChange={({ target }) => onChange({ ...value, to: target.value })}
            className={inputClass("h-8 flex-1 text-sm")}
          />
        </div>
      )}
    </>
  );
}
