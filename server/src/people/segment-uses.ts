import type { SegmentUses } from "@fanfare/contract/schema/segment";
import { contentsNaming } from "../store/contents-naming.ts";
import { allSegments, type SegmentRow } from "../store/segments.ts";
import type { Store } from "../store/store.ts";

/** Who asks for a segment: other segments, and contents that are live with it or have it in their draft. */
export async function segmentUses(db: Store["db"], { id }: Pick<SegmentRow, "id">): Promise<SegmentUses> {
  const [segments, contents] = await Promise.all([allSegments(db), contentsNaming(db, id)]);
  return {
    segments: segments.filter((each) => each.id !== id && each.rule.includes(id)).map(({ id, name }) => ({ id, name })),
    contents,
  };
}
