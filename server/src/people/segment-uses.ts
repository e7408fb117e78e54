import type { SegmentUses } from "@fanfare/contract/schema/segment";
import { allSegments, draftsNaming, liveEditionsNaming, type SegmentRow } from "../store/segments.ts";
import type { Store } from "../store/store.ts";

/** Who asks for a segment: other segments, and contents that are live with it or have it in their draft. */
export async function segmentUses(db: Store["db"], { id }: Pick<SegmentRow, "id">): Promise<SegmentUses> {
  const [segments, live, drafts] = await Promise.all([
    allSegments(db),
    liveEditionsNaming(db, id),
    draftsNaming(db, id),
  ]);
  const is_live = new Set(live.map((content) => content.id));
  return {
    segments: segments.filter((each) => each.id !== id && each.rule.includes(id)).map(({ id, name }) => ({ id, name })),
    contents: [
      ...live.map((content) => ({ ...content, live: true })),
      ...drafts.filter((content) => !is_live.has(content.id)).map((content) => ({ ...content, live: false })),
    ],
  };
}
