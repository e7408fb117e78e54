import type { ThemeDetail } from "@fanfare/contract/schema/responses/content/theme";
import { useQuery } from "@tanstack/react-query";
import { UsedBy } from "../../components/resource-editor/used-by.tsx";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withoutItem } from "../../lib/optimistic-update.ts";
import { themeQueries } from "../../lib/queries/themes.ts";

interface ThemeUsedByProps {
  readonly theme: ThemeDetail;
  /** Runs after the deletion. Unsaved changes no longer matter. */
  readonly onDeleted: () => void;
}

/** Uses of a theme. Live content and being the default prevent its deletion. */
export function ThemeUsedBy({ theme, onDeleted }: ThemeUsedByProps) {
  const { api } = useAppContext();
  const atOnce = useOptimisticUpdate();
  const query = useQuery(themeQueries.uses(api, theme.id));
  const contents = query.data?.contents;
  const is_used = theme.is_default || contents?.some(({ live }) => live) === true;
  return (
    <UsedBy
      title={t("Used by")}
      name={theme.name}
      query={query}
      notes={
        theme.is_default ? (
          <p className="text-sm text-ink-2">{t("All content without its own theme")}</p>
        ) : (
          contents?.length === 0 && (
            <p className="text-sm text-ink-3">
              {t("Not used yet. Select this theme in an Appearance tab, or set it as default.")}
            </p>
          )
        )
      }
      kept_because={is_used ? t("You can’t delete a theme that’s the default or used by live content.") : undefined}
      delete_label={t("Delete theme")}
      consequence={t("Drafts and old versions that use this theme will switch to the default theme.")}
      remove={({ done, back }) =>
        atOnce({
          shown: themeQueries.all(api),
          // Only the list: an open editor would otherwise refetch a deleted segment.
          stale: { ...themeQueries.all(api), exact: true },
          change: (list) => withoutItem(list, theme.id),
          act: () => api.call("DELETE /api/themes/:id", { params: { id: theme.id } }),
          ...{
            done,
            undo: { act: () => api.call("POST /api/themes/:id/restore", { params: { id: theme.id } }), done: back },
          },
        })
      }
      onDeleted={onDeleted}
      list="/$app/themes"
    />
  );
}
