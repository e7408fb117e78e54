import type { Body } from "../content/body.ts";
import type { ChecklistBody, GroupProgress } from "../content/checklist.ts";
import type { Edition } from "../content/content.ts";
import { variantBodies } from "../content/variants.ts";
import { type Attributes, getAttribute } from "../people/attribute.ts";

/** What is known about the shared progress of one checklist for one person. */
export interface GroupProgressFact {
  /** Without a verified identity, progress is the person's own. */
  readonly verified: boolean;
  /** The groups that share it with the person, with the number of tasks that each did. */
  readonly groups: readonly { readonly external_id: string; readonly tasks: number }[];
  /** IDs of the tasks that these groups did. */
  readonly done: readonly string[];
  /** The person has started the checklist. */
  readonly started: boolean;
}

/** How the checklist is shared, in any variant. Undefined for other content. */
export function sharedProgress(edition: Pick<Edition, "body" | "experiment">): GroupProgress | undefined {
  return variantBodies(edition)
    .map(groupProgressOf)
    .find((each) => each !== undefined);
}

function groupProgressOf(body: Body): GroupProgress | undefined {
  return body.type === "checklist" ? body.group_progress : undefined;
}

export function sharesWith({ only }: GroupProgress, attributes: Attributes): boolean {
  return only === undefined || getAttribute(attributes, only.attribute) === only.value;
}

/** The groups did every task before the person started the checklist, so nothing is left to show. */
export function isDoneByGroup(
  tasks: ChecklistBody["tasks"],
  { done, started }: Pick<GroupProgressFact, "done" | "started">,
): boolean {
  return !started && tasks.length > 0 && tasks.every(({ id }) => done.includes(id));
}
