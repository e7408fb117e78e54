import type { Schedule } from "@fanfare/contract/schedule";
import { t } from "../language/t.ts";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useBuilder, useProblemAt } from "./context.ts";

const ZONES = [
  { value: "utc", label: "UTC" },
  { value: "person", label: t("Each person’s clock") },
] as const;

/** From when to when, on whose clock. */
export function ScheduleFields() {
  const { state, dispatch } = useBuilder();
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
        <Field label={t("From")} optional error={starts}>
          <Input type="datetime-local" value={starts_at} onChange={(event) => set({ starts_at: event.target.value })} />
        </Field>
        <Field label={t("Until")} optional error={ends}>
          <Input type="datetime-local" value={ends_at} onChange={(event) => set({ ends_at: event.target.value })} />
        </Field>
      </div>
      <Segmented
        label={t("Whose clock")}
        value={zone}
        options={ZONES}
        onChange={(next) => set({ zone: next })}
        className="self-start"
      />
      {whole !== undefined && <Callout tone="problem">{whole}</Callout>}
    </>
  );
}
