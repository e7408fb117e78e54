import type { Schedule } from "@fanfare/contract/targeting/schedule";
import { t } from "../../../lib/i18n/t.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

export const ZONES = [
  { value: "utc", label: "UTC" },
  { value: "person", label: t("Each person’s time zone") },
] as const;

export function ScheduleFields() {
  const { state, dispatch } = useEditor();
  const { schedule } = state.draft.edition;
  const { starts_at = "", ends_at = "", zone = "utc" } = schedule ?? {};
  const whole = useProblemAt("schedule");
  const starts = useProblemAt("schedule.starts_at");
  const ends = useProblemAt("schedule.ends_at");
  const set = (change: Partial<Schedule>): void => {
    const next = { starts_at, ends_at, zone, ...change };
    const set_times = {
      ...(next.starts_at === "" || next.starts_at === undefined ? {} : { starts_at: next.starts_at }),
      ...(next.ends_at === "" || next.ends_at === undefined ? {} : { ends_at: next.ends_at }),
    };
    const empty = Object.keys(set_times).length === 0 && next.zone === "utc";
    dispatch({ kind: "set_rules", change: { schedule: empty ? undefined : { ...set_times, zone: next.zone } } });
  };
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("Starts at")} optional error={starts}>
          <Input type="datetime-local" value={starts_at} onChange={(event) => set({ starts_at: event.target.value })} />
        </Field>
        <Field label={t("Ends at")} optional error={ends}>
          <Input type="datetime-local" value={ends_at} onChange={(event) => set({ ends_at: event.target.value })} />
        </Field>
      </div>
      <Segmented
        label={t("Time zone")}
        value={zone}
        options={ZONES}
        onChange={(next) => set({ zone: next })}
        className="self-start"
      />
      {whole !== undefined && <Callout tone="problem">{whole}</Callout>}
    </>
  );
}
