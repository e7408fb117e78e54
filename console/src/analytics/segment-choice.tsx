import { limits } from "@fanfare/contract/limits";
import type { FunnelSegment } from "@fanfare/contract/schema/analytics";
import { useQuery } from "@tanstack/react-query";
import { useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { segmentQueries } from "../segments/queries.ts";
import { Callout } from "../ui/callout.tsx";
import { ComboboxSelect } from "../ui/combobox-select.tsx";

interface SegmentChoiceProps {
  /** "" is everybody. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** With whose eyes a report is read: everybody's, or those of the people of one segment. */
export function SegmentChoice({ value, onChange }: SegmentChoiceProps) {
  const { api } = useDoors();
  const { data } = useQuery(segmentQueries.all(api));
  const items = data?.items ?? [];
  if (items.length === 0 && value === "") return null;
  const everybody = { id: "", label: t("Everybody") };
  const segments = items.map(({ id, name }) => ({ id, label: name }));
  const chosen = value === "" ? everybody : segments.find(({ id }) => id === value);
  return (
    <ComboboxSelect
      label={t("People")}
      items={[everybody, ...segments]}
      value={chosen ?? { id: value, label: t("Another segment") }}
      onChange={({ id }) => onChange(id)}
      placeholder={t("Find a segment")}
      empty={t("None has this name.")}
      choose={t("Choose a segment")}
      className="h-8 text-sm sm:w-36"
    />
  );
}

/** Whom a report of a segment counts. */
export function SegmentNote({ segment: { people, met, whole } }: { readonly segment: FunnelSegment }) {
  return (
    <Callout>
      {tCount(
        people,
        "Of {met} people who saw it in these days, 1 is in this segment today and counted here.",
        "Of {met} people who saw it in these days, {n} are in this segment today and counted here.",
        { met },
      )}{" "}
      {whole
        ? t("What they did is counted as long as their events are kept.")
        : t("There were more showings than are looked at: these are the people of the last {runs}.", {
            runs: limits.segment_funnel_runs_max,
          })}
    </Callout>
  );
}
