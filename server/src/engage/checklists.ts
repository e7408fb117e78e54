import { doneTasks } from "@fanfare/contract/checklist";
import { bodiesOf } from "@fanfare/contract/experiment";
import { z } from "zod";
import { fromJson } from "../store/columns.ts";
import type { JsonText } from "../store/schema.ts";
import type { Admitted } from "./decisions.ts";
import type { PersonFacts } from "./person-facts.ts";
import type { PublishedContent, PublishedContents } from "./published.ts";
import { editionFor } from "./variants.ts";

/** The column `done` of a run: ids of tasks. */
export function tasksIn(text: JsonText): readonly string[] {
  // So of almost every run.
  return text === "[]" ? [] : fromJson(text, (value) => z.array(z.string()).parse(value));
}

/**
 * The tasks of a checklist that this person has done: those of the open run, and those that their events and the contents
 * which they completed have done, in whatever page or back end. Undefined for anything else, and where there is none.
 */
export function tasksDone(
  contents: PublishedContents,
  facts: PersonFacts,
  { content, past, variant }: Pick<Admitted, "content" | "past" | "variant">,
): readonly string[] | undefined {
  const { body } = editionFor(content.edition, variant);
  if (body.type !== "checklist") return undefined;
  const done = doneTasks(body.tasks, {
    done: past.open?.done ?? [],
    happened: (event) => (facts.rules.event_count?.(event, undefined) ?? 0) > 0,
    completed(slug) {
      const content_id = contents.find(slug)?.content_id;
      return content_id !== undefined && facts.runs.get(content_id)?.history.completed === true;
    },
  });
  return done.length === 0 ? undefined : done;
}

/** The events that do a task of any of these. */
export function taskEvents(list: readonly Pick<PublishedContent, "edition">[]): readonly string[] {
  const tasks = list
    .flatMap(({ edition }) => bodiesOf(edition))
    .flatMap((body) => (body.type === "checklist" ? body.tasks : []));
  return [...new Set(tasks.flatMap(({ done_when }) => (done_when.kind === "event" ? [done_when.event] : [])))];
}
