import { bodiesOf } from "@fanfare/contract/experiment";
import { tasksIn } from "../engage/checklists.ts";
import type { PublishedContents } from "../engage/published.ts";
import type { PeopleDeps, Person } from "../people/people.ts";
import { openRunOf } from "../store/runs.ts";
import type { ReadEvent } from "./read-event.ts";

/**
 * Whether these events do a task of a checklist that the person has begun, so that their open pages are told. A page that
 * did it itself has said so before, most often.
 */
export async function doesTask(
  { store }: Pick<PeopleDeps, "store">,
  { list }: PublishedContents,
  { row, merged }: Person,
  events: readonly Pick<ReadEvent, "name">[],
): Promise<boolean> {
  if (row === undefined || merged) return false;
  const names = new Set(events.map(({ name }) => name));
  for (const { content_id, edition } of list) {
    if (edition.body.type !== "checklist") continue;
    const all = bodiesOf(edition).flatMap((body) => (body.type === "checklist" ? body.tasks : []));
    const tasks = all.filter(({ done_when: it }) => it.kind === "event" && names.has(it.event));
    const run = tasks.length === 0 ? undefined : await openRunOf(store.db, row.id, content_id);
    if (run !== undefined && !tasks.every(({ id }) => tasksIn(run.done).includes(id))) return true;
  }
  return false;
}
