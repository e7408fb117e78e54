import type { Segment } from "@fanfare/contract/schema/segment";
import { useQuery } from "@tanstack/react-query";
import { useAtOnce, without } from "../at-once.ts";
import { useDoors } from "../doors.ts";
import { UsedBy } from "../editor/used-by.tsx";
import { t } from "../language/t.ts";
import { segmentQueries } from "./queries.ts";

interface SegmentUsersProps {
  readonly segment: Segment;
  /** It is gone: nothing of it is to be saved any more. */
  readonly onDeleted: () => void;
}

/** Who asks for a segment. What is live, and other segments, keep it. */
export function SegmentUsers({ segment, onDeleted }: SegmentUsersProps) {
  const { api } = useDoors();
  const atOnce = useAtOnce();
  const query = useQuery(segmentQueries.uses(api, segment.id));
  const { contents = [], segments = [] } = query.data ?? {};
  const kept = segments.length > 0 || contents.some(({ live }) => live);
  return (
    <UsedBy
      title={t("Where it is used")}
      name={segment.name}
      query={query}
      notes={
        query.data !== undefined &&
        segments.length + contents.length === 0 && (
          <p className="text-sm text-ink-3">
            {t("Nowhere yet. Choose it in the audience of a content, or for a live update.")}
          </p>
        )
      }
      kept_because={kept ? t("What is live, and other segments, ask for it: change them first.") : undefined}
      delete_label={t("Delete segment")}
      consequence={t("Drafts that ask for it cannot be published until they ask for something else.")}
      remove={({ done, back }) =>
        atOnce({
          shown: segmentQueries.all(api),
          // The list alone: what is still open asks for nothing that is gone.
          stale: { ...segmentQueries.all(api), exact: true },
          change: (list) => without(list, segment.id),
          act: () => api.deleteSegment(segment.id),
          ...{ done, undo: { act: () => api.restoreSegment(segment.id), done: back } },
        })
      }
      onDeleted={onDeleted}
      list="/$app/segments"
    />
  );
}
