import type { ContentType } from "@fanfare/contract/content/body";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { Combobox } from "../../ui/combobox/combobox.tsx";
import { inputClass } from "../../ui/forms/input.tsx";
import { TYPE_INFO } from "./content-types.tsx";

interface ContentPickerProps {
  readonly label: string;
  /** Whether `value` is the content's ID or slug. */
  readonly by: "id" | "slug";
  /** "" if none is selected. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly invalid?: boolean;
  /** Only this type can be picked. All if omitted. */
  readonly type?: ContentType | undefined;
}

/** Picks one content item of the workspace by name or slug. */
export function ContentPicker({ label, by, value, onChange, invalid = false, type }: ContentPickerProps) {
  const { api } = useAppContext();
  const app = useApp();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed);
  const found = useQuery(queries.found(api, { app_id: app.id, q, sort: "name", limit: 20, ...(type && { type }) }));
  const chosen = useChosen(by, value);
  const items = (found.data?.items ?? []).map((content) => ({
    id: content[by],
    label: content.name,
    hint: `${TYPE_INFO[content.type].label} · ${content.slug}`,
    icon: TYPE_INFO[content.type].icon,
  }));
  return (
    <Combobox
      label={label}
      items={items}
      value={items.find(({ id }) => id === value) ?? null}
      onChange={({ id }) => onChange(id)}
      onQuery={setTyped}
      placeholder={t("Search by name or slug")}
      searching={found.isPending}
      none={t("No content yet")}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={t("{label}: {chosen}", { label, chosen: chosen ?? t("none") })}
          data-invalid={invalid ? "" : undefined}
          className={inputClass("flex w-full cursor-default items-center gap-2 pe-2 text-start")}
        >
          <span className={chosen === undefined ? "min-w-0 flex-1 truncate text-ink-3" : "min-w-0 flex-1 truncate"}>
            {chosen ?? t("Select content")}
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
        </button>
      )}
    />
  );
}

/** Name of the selected content. Falls back to its ID or slug while the name is unknown. */
function useChosen(by: "id" | "slug", value: string): string | undefined {
  const { api } = useAppContext();
  const app = useApp();
  const set = value !== "";
  const one = useQuery({ ...queries.content(api, app.id, value), enabled: set && by === "id" });
  const list = useQuery({
    ...queries.found(api, { app_id: app.id, q: value, limit: 50 }),
    enabled: set && by === "slug",
  });
  if (!set) return undefined;
  const slugged = list.data?.items.find(({ slug }) => slug === value);
  return (by === "id" ? one.data?.name : slugged?.name) ?? value;
}
