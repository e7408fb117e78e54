import type { Segment } from "@fanfare/contract/schema/responses/people/segment";
import { useQuery } from "@tanstack/react-query";
import { UsedBy } from "../../components/resource-editor/used-by.tsx";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withoutItem } from "../../lib/optimistic-update.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";

interface SegmentUsedByProps {
  readonly segment: Segment;
  /** Runs after the deletion. Unsaved changes no longer matter. */
  readonly onDeleted: () => void;
}

/** Uses of a segment. Live content and other segments prevent its deletion. */
export function SegmentUsedBy({ segment, onDeleted }: SegmentUsedByProps) {
  const { api } = useAppContext();
  const atOnce = useOptimisticUpdate();
  const query = useQuery(segmentQueries.uses(api, segment.id));
  const { contents = [], segments = [] } = query.data ?? {};
  const is_used = segments.length > 0 || contents.some(({ live }) => live);
  return (
    <UsedBy
      title={t("Used by")}
      name={segment.name}
      query={query}
      notes={
        query.data !== undefined &&
        segments.length + contents.length === 0 && (
          <p className="text-sm text-ink-3">{t("Not used yet. Use this segment in an audience or a message.")}</p>
        )
      }
      kept_because={is_used ? t("Live content or other segments use this segment. Change them first.") : undefined}
      delete_label={t("Delete segment")}
      consequence={t("Drafts that use this segment need another one before you publish.")}
      remove={({ done, back }) =>
        atOnce({
          shown: segmentQueries.all(api),
          // Only the list: an open editor would otherwise refetch a deleted segment.
          stale: { ...segmentQueries.all(api), exact: true },
          change: (list) => withoutItem(list, segment.id),
          act: () => api.call("DELETE /api/segments/:id", { params: { id: segment.id } }),
          ...{
            done,
            undo: { act: () => api.call("POST /api/segments/:id/restore", { params: { id: segment.id } }), done: back },
          },
        })
      }
      onDeleted={onDeleted}
      list="/$app/segments"
    />
  );
}
