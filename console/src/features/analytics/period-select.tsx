import { DAY_MS } from "@fanfare/contract/limits";
import { t } from "../../lib/i18n/t.ts";
import { Select } from "../../ui/forms/select.tsx";
import type { AnalyticsSearch } from "./search.ts";

const OPTIONS = [
  { value: "7", label: t("Last 7 days") },
  { value: "30", label: t("Last 30 days") },
  { value: "90", label: t("Last 90 days") },
  { value: "365", label: t("Last 365 days") },
] as const;

export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Whole days keep the query key stable until the day ends. */
export function lastDays(days: number): DateRange {
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
  return { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() };
}

interface PeriodSelectProps {
  readonly value: AnalyticsSearch["days"];
  readonly onChange: (days: AnalyticsSearch["days"]) => void;
}

export function PeriodSelect({ value, onChange }: PeriodSelectProps) {
  return (
    <Select
      label={t("Period")}
      value={value}
      options={OPTIONS}
      onChange={onChange}
      className="h-8 w-full text-sm sm:w-40"
    />
  );
}
