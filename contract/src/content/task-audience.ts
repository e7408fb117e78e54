import type { Ternary } from "../lib/three-valued.ts";
import type { RuleFacts } from "../targeting/rule-facts.ts";
import { matchesRule } from "../targeting/rule-match.ts";
import type { Body } from "./body.ts";
import type { Task } from "./checklist.ts";

/**
 * Returns the tasks for a person: those without an audience, and those whose audience includes the person. What is
 * unknown doesn't include anyone.
 *
 * @example
 * tasksFor(body.tasks, { attributes: { role: "admin" } });
 */
export function tasksFor(tasks: readonly Task[], facts: RuleFacts): readonly Task[] {
  return tasks.filter((task) => isTaskFor(task, facts) === true);
}

export function isTaskFor({ audience }: Task, facts: RuleFacts): Ternary {
  return audience === undefined ? true : matchesRule(audience, facts);
}

/** The tasks of a checklist in which any has an audience. Undefined for other content. */
export function audienceTasks(body: Body | undefined): readonly Task[] | undefined {
  if (body?.type !== "checklist") return undefined;
  return body.tasks.some(({ audience }) => audience !== undefined) ? body.tasks : undefined;
}
