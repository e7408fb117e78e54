import type { ThemeDetail } from "@fanfare/contract/schema/theme";
import { useQuery } from "@tanstack/react-query";
import { useAtOnce, without } from "../at-once.ts";
import { useDoors } from "../doors.ts";
import { UsedBy } from "../editor/used-by.tsx";
import { t } from "../language/t.ts";
import { themeQueries } from "./queries.ts";

interface ThemeUsersProps {
  readonly theme: ThemeDetail;
  /** It is gone: nothing of it is to be saved any more. */
  readonly onDeleted: () => void;
}

/** Who chooses a theme. What is live keeps it, and so does being the default. */
export function ThemeUsers({ theme, onDeleted }: ThemeUsersProps) {
  const { api } = useDoors();
  const atOnce = useAtOnce();
  const query = useQuery(themeQueries.uses(api, theme.id));
  const contents = query.data?.contents;
  const kept = theme.is_default || contents?.some(({ live }) => live) === true;
  return (
    <UsedBy
      title={t("Who wears it")}
      name={theme.name}
      query={query}
      notes={
        theme.is_default ? (
          <p className="text-sm text-ink-2">{t("All contents that choose no theme.")}</p>
        ) : (
          contents?.length === 0 && (
            <p className="text-sm text-ink-3">
              {t("Nobody yet. Choose it in the appearance of a content, or make it the default.")}
            </p>
          )
        )
      }
      kept_because={kept ? t("Give what is live another theme first.") : undefined}
      delete_label={t("Delete theme")}
      consequence={t("Drafts and old versions that choose it wear the workspace’s own theme from then on.")}
      remove={({ done, back }) =>
        atOnce({
          shown: themeQueries.all(api),
          // The list alone: what is still open asks for nothing that is gone.
          stale: { ...themeQueries.all(api), exact: true },
          change: (list) => without(list, theme.id),
          act: () => api.deleteTheme(theme.id),
          ...{ done, undo: { act: () => api.restoreTheme(theme.id), done: back } },
        })
      }
      onDeleted={onDeleted}
      list="/$app/themes"
    />
  );
}
