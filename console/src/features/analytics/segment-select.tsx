import { limits } from "@fanfare/contract/limits";
import type { FunnelSegment } from "@fanfare/contract/schema/responses/analytics/funnel";
import { useQuery } from "@tanstack/react-query";
import { useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { ComboboxSelect } from "../../ui/combobox/combobox-select.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";

interface SegmentSelectProps {
  /** Segment ID. "" is everyone. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function SegmentSelect({ value, onChange }: SegmentSelectProps) {
  const { api } = useAppContext();
  const { data } = useQuery(segmentQueries.all(api));
  const items = data?.items ?? [];
  if (items.length === 0 && value === "") return null;
  const everyone = { id: "", label: t("Everyone") };
  const segments = items.map(({ id, name }) => ({ id, label: name }));
  const chosen = value === "" ? everyone : segments.find(({ id }) => id === value);
  return (
    <ComboboxSelect
      label={t("People")}
      items={[everyone, ...segments]}
      value={chosen ?? { id: value, label: t("Deleted segment") }}
      onChange={({ id }) => onChange(id)}
      placeholder={t("Search segments")}
      choose={t("Select a segment")}
      className="h-8 text-sm max-sm:w-[calc(50%-0.25rem)] max-sm:grow sm:w-36"
    />
  );
}

export function SegmentNote({ segment: { people, met, whole } }: { readonly segment: FunnelSegment }) {
  return (
    <Callout>
      {tCount(
        people,
        "Based on 1 person currently in this segment, of {met} people who saw this content in this period.",
        "Based on {n} people currently in this segment, of {met} people who saw this content in this period.",
        { met },
      )}
      {!whole && ` ${t("Limited to people in the last {runs} views.", { runs: limits.segment_funnel_runs_max })}`}
    </Callout>
  );
}
