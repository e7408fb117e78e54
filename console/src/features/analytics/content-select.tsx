import type { ContentType } from "@fanfare/contract/content/body";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { ComboboxSelect } from "../../ui/combobox/combobox-select.tsx";

/** As many as one answer holds; the list filters among them. */
const CONTENTS_MAX = 200;

interface Item {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

export interface ContentSelection {
  readonly items: readonly Item[];
  readonly chosen: Item | undefined;
  /** Also of one that is not in the list. */
  readonly content_id: string | undefined;
  /** There is no content in this app. */
  readonly none: boolean;
  /** The list did not come, and the address names none. */
  readonly failed: UseQueryResult | undefined;
}

/** The content that a report is about: the one of the address, else the first that is live, else the first. */
export function useContentSelection(content_id: string, type: ContentType | "all" = "all"): ContentSelection {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(queries.found(api, { app_id: app.id, type, limit: CONTENTS_MAX }));
  const { data } = query;
  const items = (data?.items ?? []).map(({ id, name, slug }) => ({ id, label: name, hint: slug }));
  const live = data?.items.find(({ status }) => status === "live" || status === "changed");
  const first = items.find(({ id }) => id === live?.id) ?? items[0];
  const chosen = items.find(({ id }) => id === content_id) ?? (content_id === "" ? first : undefined);
  return {
    ...{ items, chosen, content_id: content_id === "" ? chosen?.id : content_id },
    none: data !== undefined && items.length === 0,
    failed: query.isError && data === undefined && content_id === "" ? query : undefined,
  };
}

interface ContentSelectProps {
  readonly choice: ContentSelection;
  readonly onChange: (id: string) => void;
}

export function ContentSelect({ choice: { items, chosen }, onChange }: ContentSelectProps) {
  return (
    <ComboboxSelect
      label={t("Content")}
      items={[...items]}
      value={chosen ?? null}
      onChange={({ id }) => onChange(id)}
      placeholder={t("Search content")}
      empty={t("No results")}
      choose={t("Select content")}
      className="h-8 text-sm sm:w-72"
    />
  );
}
