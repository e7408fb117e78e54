import { type AppId, type ContentId, type GoalId, isId, type SegmentId } from "@fanfare/contract/ids";
import type { ExplainedContent, Mentioned } from "@fanfare/contract/schema/explain";
import { namesOf } from "../store/names.ts";
import type { Store } from "../store/store.ts";

/**
 * What the evidence of gates names by its id, each once, with what it is called now: the sentences keep the ids, which never
 * change, and whoever shows them to people puts the names in their place.
 */
export async function mentionedIn(
  { db }: Pick<Store, "db">,
  app_id: AppId,
  items: readonly Pick<ExplainedContent, "gates">[],
): Promise<readonly Mentioned[]> {
  const words = items.flatMap(({ gates }) => gates.flatMap(({ evidence }) => evidence.split(/[^\w-]+/)));
  const ids = { segment: new Set<SegmentId>(), content: new Set<ContentId>(), goal: new Set<GoalId>() };
  for (const word of words) {
    if (isId("seg", word)) ids.segment.add(word);
    else if (isId("cnt", word)) ids.content.add(word);
    else if (isId("gol", word)) ids.goal.add(word);
  }
  const { segment, content, goal } = ids;
  const names = await namesOf(db, app_id, { segment: [...segment], content: [...content], goal: [...goal] });
  const named = (kind: Mentioned["kind"]) => (id: string) => ({ kind, id, name: names.get(id) ?? null });
  return [
    ...[...segment].map(named("segment")),
    ...[...content].map(named("content")),
    ...[...goal].map(named("goal")),
  ];
}
