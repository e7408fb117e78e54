import { doneTasks } from "@fanfare/contract/content/checklist";
import { variantBodies } from "@fanfare/contract/content/variants";
import type { EligibleContent } from "./decisions.ts";
import type { PersonFacts } from "./person-facts.ts";
import type { PublishedContent, PublishedContents } from "./published-content.ts";
import { variantEdition } from "./variants.ts";

/**
 * Completed tasks of a checklist: those of the open run, plus those completed by the person's events and completed
 * content. Undefined if there are none, or for other content.
 */
export function completedTasks(
  contents: PublishedContents,
  facts: PersonFacts,
  { content, past, variant }: Pick<EligibleContent, "content" | "past" | "variant">,
): readonly string[] | undefined {
  const { body } = variantEdition(content.edition, variant);
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

export function taskEvents(list: readonly Pick<PublishedContent, "edition">[]): readonly string[] {
  const tasks = list
    .flatMap(({ edition }) => variantBodies(edition))
    .flatMap((body) => (body.type === "checklist" ? body.tasks : []));
  return [...new Set(tasks.flatMap(({ done_when }) => (done_when.kind === "event" ? [done_when.event] : [])))];
}
