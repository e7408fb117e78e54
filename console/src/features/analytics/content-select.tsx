import type { ContentType } from "@fanfare/contract/content/body";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { ComboboxSelect } from "../../ui/combobox/combobox-select.tsx";

/** Maximum page size of the API. */
const CONTENTS_MAX = 200;

interface Item {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

export interface ContentSelection {
  readonly items: readonly Item[];
  readonly chosen: Item | undefined;
  /** Also set for content that isn't in the list. */
  readonly content_id: string | undefined;
  /** Whether the app has no content. */
  readonly none: boolean;
  /** The failed query, if the list didn't load and the URL selects no content. */
  readonly failed: UseQueryResult | undefined;
}

/** The content that has been live longest, which people have had the most time to see. */
export function liveLongest<Item extends Pick<ContentSummary, "status" | "published_at">>(
  items: readonly Item[],
): Item | undefined {
  return items
    .filter(({ status }) => status === "live" || status === "changed")
    .toSorted((one, other) => (one.published_at ?? "").localeCompare(other.published_at ?? ""))[0];
}

/** Selects the content of a report: from the URL, otherwise what has been live longest, otherwise the first item. */
export function useContentSelection(content_id: string, type: ContentType | "all" = "all"): ContentSelection {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(queries.found(api, { app_id: app.id, type, limit: CONTENTS_MAX }));
  const { data } = query;
  const items = (data?.items ?? []).map(({ id, name, slug }) => ({ id, label: name, hint: slug }));
  const live = liveLongest(data?.items ?? []);
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
      choose={t("Select content")}
      className="h-8 text-sm sm:max-w-72 sm:min-w-0 sm:flex-[1_1_11rem]"
    />
  );
}
