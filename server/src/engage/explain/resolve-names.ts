import { type AppId, type ContentId, type GoalId, isId, type SegmentId } from "@fanfare/contract/lib/ids";
import type { ExplainedContent, NamedReference } from "@fanfare/contract/schema/responses/people/explain";
import { valuesOfCauses } from "@fanfare/contract/wording/cause";
import { namesOf } from "../../store/statements/content/resource-names.ts";
import type { Store } from "../../store/store.ts";

/** Returns the current names of the segments, content, and goals in the causes, each once. The causes keep the IDs. */
export async function resolveNames(
  { db }: Pick<Store, "db">,
  app_id: AppId,
  items: readonly Pick<ExplainedContent, "gates">[],
): Promise<readonly NamedReference[]> {
  const values = items.flatMap(({ gates }) => gates.flatMap(({ causes }) => valuesOfCauses(causes)));
  const ids = { segment: new Set<SegmentId>(), content: new Set<ContentId>(), goal: new Set<GoalId>() };
  for (const value of values) {
    if (isId("seg", value)) ids.segment.add(value);
    else if (isId("cnt", value)) ids.content.add(value);
    else if (isId("gol", value)) ids.goal.add(value);
  }
  const { segment, content, goal } = ids;
  const names = await namesOf(db, app_id, { segment: [...segment], content: [...content], goal: [...goal] });
  const named = (kind: NamedReference["kind"]) => (id: string) => ({ kind, id, name: names.get(id) ?? null });
  return [
    ...[...segment].map(named("segment")),
    ...[...content].map(named("content")),
    ...[...goal].map(named("goal")),
  ];
}
