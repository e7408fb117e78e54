import { doneTasks } from "@fanfare/contract/content/checklist";
import { tasksFor } from "@fanfare/contract/content/task-audience";
import { variantBodies } from "@fanfare/contract/content/variants";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { matchesRule } from "@fanfare/contract/targeting/rule-match";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import { skippedTasks } from "../../store/statements/analytics/funnel-rows.ts";
import type { EligibleContent } from "./decisions.ts";
import type { PersonFacts } from "./person-facts.ts";
import type { PublishedContent, PublishedContents } from "./published-content.ts";
import { variantEdition } from "./variants.ts";

export interface CompletedTasks {
  readonly done: readonly string[] | undefined;
  /** Those of them that only other people of the person's groups did. */
  readonly group_done?: readonly string[] | undefined;
}

/**
 * Completed tasks of a checklist: those of the open run, plus those completed by the person's events and completed
 * content, and by the person's groups if it shares progress. Undefined if there are none, or for other content.
 */
export function completedTasks(
  contents: PublishedContents,
  facts: PersonFacts,
  { content, past, variant }: Pick<EligibleContent, "content" | "past" | "variant">,
): CompletedTasks {
  const { body } = variantEdition(content.edition, variant);
  if (body.type !== "checklist") return { done: undefined };
  const tasks = tasksFor(body.tasks, facts.rules);
  const matching = tasks.filter(
    ({ done_when }) => done_when.kind === "rule" && matchesRule(done_when.rule, facts.rules) === true,
  );
  const own = doneTasks(tasks, {
    done: [...(past.open?.done ?? []), ...matching.map(({ id }) => id)],
    happened: (event) => (facts.rules.event_count?.(event, undefined) ?? 0) > 0,
    completed(slug) {
      const content_id = contents.find(slug)?.content_id;
      return content_id !== undefined && facts.runs.get(content_id)?.history.completed === true;
    },
  });
  const shared = body.group_progress && facts.group_progress.checklists.get(content.content_id);
  const group_done = tasks.map(({ id }) => id).filter((id) => shared?.done.includes(id) && !own.includes(id));
  const done = tasks.map(({ id }) => id).filter((id) => own.includes(id) || group_done.includes(id));
  return {
    done: done.length === 0 ? undefined : done,
    group_done: group_done.length === 0 ? undefined : group_done,
  };
}

/**
 * By run: the tasks that the person skipped in their open runs of checklists. Those that the live version no longer
 * lets people skip are left out.
 */
export async function tasksSkipped(
  { store: { db } }: Pick<PeopleDeps, "store">,
  { row, merged }: Pick<Person, "row" | "merged">,
  contents: readonly Pick<EligibleContent, "content" | "past" | "variant">[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const runs = contents.flatMap(({ content, past, variant }) => {
    const { body } = variantEdition(content.edition, variant);
    const is_asked = past.open !== null && body.type === "checklist" && body.skippable === true;
    return is_asked ? [{ content_id: content.content_id, run_id: past.open.run_id }] : [];
  });
  if (runs.length === 0 || row === undefined || merged) return new Map();
  const skipped = Map.groupBy(await skippedTasks(db, row.id, runs), ({ run_id }) => run_id);
  return new Map([...skipped].map(([run_id, rows]) => [run_id, rows.map(({ step_id }) => step_id).sort()]));
}

const tasksOf = (list: readonly Pick<PublishedContent, "edition">[]) =>
  list
    .flatMap(({ edition }) => variantBodies(edition))
    .flatMap((body) => (body.type === "checklist" ? body.tasks : []));

export function taskEvents(list: readonly Pick<PublishedContent, "edition">[]): readonly string[] {
  const events = tasksOf(list).flatMap(({ done_when }) => (done_when.kind === "event" ? [done_when.event] : []));
  return [...new Set(events)];
}

/** The conditions that complete tasks, and their audiences, in any variant. */
export function taskRules(list: readonly Pick<PublishedContent, "edition">[]): readonly Rule[] {
  return tasksOf(list).flatMap(({ done_when, audience }) => [
    ...(done_when.kind === "rule" ? [done_when.rule] : []),
    ...(audience === undefined ? [] : [audience]),
  ]);
}
