import { useCallback, useEffect, useRef } from "react";
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
  return (
    <>
      <Select
        label={t("Period")}
        value={value.days}
        options={OPTIONS}
        onChange={(days) => onChange(days === "custom" ? customPeriod(value, Date.now()) : { days, from: "", to: "" })}
        className="h-8 w-[calc(50%-0.25rem)] grow text-sm sm:w-36 sm:grow-0"
      />
      {value.days === "custom" && (
        <div className="flex items-center gap-2 max-sm:w-full">
          <DayInput label={t("First day")} value={value.from} onChange={(from) => onChange({ ...value, from })} />
          <span aria-hidden="true" className="text-ink-3">
            –
          </span>
          <DayInput label={t("Last day")} value={value.to} onChange={(to) => onChange({ ...value, to })} />
        </div>
      )}
    </>
  );
}

interface DayInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** Keeps what is typed while it isn't a day yet. Follows `value` otherwise, for example after the browser's Back. */
function DayInput({ label, value, onChange }: DayInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const restore = useCallback((): void => {
    if (input.current !== null) input.current.value = value;
  }, [value]);
  useEffect(() => {
    if (document.activeElement !== input.current) restore();
  }, [restore]);
  return (
    <input
      ref={input}
      type="date"
      aria-label={label}
      defaultValue={value}
      onChange={({ target }) => target.value !== "" && onChange(target.value)}
      onBlur={restore}
      className={inputClass("h-8 flex-1 text-sm")}
    />
  );
}
