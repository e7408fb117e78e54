import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { ruleQueries } from "../../lib/queries/rules.ts";
import { Combobox } from "../../ui/combobox/combobox.tsx";
import { inputClass } from "../../ui/forms/input.tsx";

interface SegmentPickerProps {
  /** "" while none is chosen. */
  readonly value: string;
  readonly onChange: (segment_id: string) => void;
}

/** One of the workspace's segments. */
export function SegmentPicker({ value, onChange }: SegmentPickerProps) {
  const { api } = useAppContext();
  const { data } = useQuery(ruleQueries.segments(api));
  const items = (data?.items ?? []).map(({ id, name }) => ({ id, label: name }));
  const chosen = items.find(({ id }) => id === value);
  const words = chosen?.label ?? (value === "" ? undefined : value);
  return (
    <div className="min-w-44 flex-1">
      <Combobox
        label={t("Segment")}
        items={items}
        value={chosen ?? null}
        onChange={({ id }) => onChange(id)}
        placeholder={t("Search segments")}
        empty={t("No results")}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            aria-label={t("Segment: {name}", { name: words ?? t("none##segment") })}
            className={inputClass("flex w-full cursor-default items-center gap-2 pe-2 text-start")}
          >
            <span className={words === undefined ? "min-w-0 flex-1 truncate text-ink-3" : "min-w-0 flex-1 truncate"}>
              {words ?? t("Select a segment")}
            </span>
            <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
          </button>
        )}
      />
    </div>
  );
}
