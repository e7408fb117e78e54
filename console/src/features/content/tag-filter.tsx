import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Tag, X } from "lucide-react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { Combobox } from "../../ui/combobox/combobox.tsx";
import { Button } from "../../ui/elements/button.tsx";
import type { ContentCounts } from "./counts.tsx";

interface TagFilterProps {
  /** "" if none is selected. */
  readonly value: string;
  readonly counts: ContentCounts | undefined;
  readonly onChange: (tag: string) => void;
}

/** Filters by tag. Hidden if no content has tags. */
export function TagFilter({ value, counts, onChange }: TagFilterProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(queries.tags(api, app.id));
  const items = (data?.items ?? []).map(({ tag }) => ({ id: tag, label: tag, count: counts?.tag.countOf(tag) ?? "" }));
  if (value !== "") {
    return (
      <Button
        aria-label={t("Tag: {tag}. Show all tags", { tag: value })}
        onClick={() => onChange("")}
        className="max-w-full"
      >
        <span dir="auto" className="truncate">
          {value}
        </span>
        <X className="text-ink-3" />
      </Button>
    );
  }
  // Visible while loading, because appearing late would shift the list down.
  if (data !== undefined && items.length === 0) return null;
  return (
    <Combobox
      label={t("Tags")}
      items={items}
      value={null}
      placeholder={t("Search tags")}
      onChange={({ id }) => onChange(id)}
      trigger={(props) => (
        <Button {...props} icon={<Tag />} className="max-sm:flex-1 max-sm:justify-start">
          <span className="max-sm:flex-1 max-sm:text-start">{t("All tags")}</span>
          <ChevronDown className="text-ink-3" />
        </Button>
      )}
    />
  );
}
