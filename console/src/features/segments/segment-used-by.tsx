import type { Segment } from "@fanfare/contract/schema/responses/people/segment";
import { useQuery } from "@tanstack/react-query";
import { UsedBy } from "../../components/resource-editor/used-by.tsx";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { useSegmentActions } from "./use-segment-actions.ts";

/** Effect of the deletion. */
export const DELETION = t("Drafts that use this segment need another one before you publish.");

interface SegmentUsedByProps {
  readonly segment: Segment;
  /** Runs after the deletion. Unsaved changes no longer matter. */
  readonly onDeleted: () => void;
}

/** Uses of a segment. Live content and other segments prevent its deletion. */
export function SegmentUsedBy({ segment, onDeleted }: SegmentUsedByProps) {
  const { api } = useAppContext();
  const { remove } = useSegmentActions();
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
      consequence={DELETION}
      remove={(labels) => remove(segment, labels)}
      onDeleted={onDeleted}
      list="/$app/segments"
    />
  );
}
