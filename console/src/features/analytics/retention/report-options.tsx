import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { ruleQueries } from "../../../lib/queries/rules.ts";
import { ComboboxSelect } from "../../../ui/combobox/combobox-select.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";

interface EventSelectProps {
  /** Event name. "" is the default. */
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Which event makes a person active in a week. */
export function ActiveEventSelect(props: EventSelectProps) {
  return <EventSelect {...props} label={t("Active by")} otherwise={t("Active by any event")} />;
}

/** From which time on a cohort is counted. */
export function StartEventSelect(props: EventSelectProps) {
  return <EventSelect {...props} label={t("Cohorts by")} otherwise={t("First seen")} />;
}

function EventSelect({ value, onChange, label, otherwise }: EventSelectProps & { label: string; otherwise: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(ruleQueries.events(api, app.id));
  const names = new Set((data?.items ?? []).map(({ name }) => name));
  if (value !== "") names.add(value);
  const items = [{ id: "", label: otherwise }, ...[...names].map((name) => ({ id: name, label: name }))];
  return (
    <ComboboxSelect
      label={label}
      items={items}
      value={items.find(({ id }) => id === value) ?? null}
      onChange={({ id }) => onChange(id)}
      placeholder={t("Search events")}
      choose={otherwise}
      className="h-8 text-sm max-sm:w-[calc(50%-0.25rem)] max-sm:grow sm:w-48"
    />
  );
}

interface SegmentShareProps {
  readonly report: { readonly checked: number; readonly whole: boolean };
  /** Counted people. */
  readonly people: number;
  readonly of_segment: boolean;
}

/** How many people a report is based on, if it isn't all of them. */
export function SegmentShare({ report: { checked, whole }, people, of_segment }: SegmentShareProps) {
  return (
    <>
      {of_segment && (
        <Callout>
          {tCount(
            people,
            "Based on 1 person currently in this segment, of {checked} people.",
            "Based on {n} people currently in this segment, of {checked} people.",
            { checked },
          )}
        </Callout>
      )}
      {!whole && (
        <Callout tone="caution">
          {t("Limited to the latest {n} entries. Choose a shorter period to include all.", {
            n: number(limits.report_entries_max),
          })}
        </Callout>
      )}
    </>
  );
}
