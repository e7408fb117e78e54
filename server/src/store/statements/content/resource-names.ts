import type { AppId, ContentId, GoalId, SegmentId } from "@fanfare/contract/lib/ids";
import type { Db } from "../../schema/schema.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface NamedIds {
  readonly segment: readonly SegmentId[];
  readonly content: readonly ContentId[];
  readonly goal: readonly GoalId[];
}

/** Returns resource names by key. Omits deleted resources. */
export async function namesOf(
  db: Db,
  app_id: AppId,
  { segment, content, goal }: NamedIds,
): Promise<ReadonlyMap<string, string>> {
  const reads: Promise<readonly Named[]>[] = [];
  if (segment.length > 0) {
    const segments = db.selectFrom("segments").select(["id", "name"]).where("id", "in", segment);
    reads.push(segments.where("archived_at", "is", null).execute());
  }
  if (content.length > 0) {
    reads.push(db.selectFrom("contents").select(["id", "name"]).where("id", "in", content).execute());
  }
  if (goal.length > 0) {
    const goals = db.selectFrom("goals").select(["id", "name"]).where("id", "in", goal);
    reads.push(goals.where("app_id", "=", app_id).where("archived_at", "is", null).execute());
  }
  return new Map((await Promise.all(reads)).flat().map(({ id, name }) => [id, name]));
}
