import { type AppId, type ContentId, newId, type PersonId } from "@fanfare/contract/lib/ids";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import { addGroupTask, sharedBefore } from "../../store/statements/people/group-tasks.ts";
import { insertGroup } from "../../store/statements/people/groups.ts";
import type { Statement, StatementResult } from "../../store/store.ts";
import type { EligibleContent } from "../decide/decisions.ts";
import type { PersonFacts } from "../decide/person-facts.ts";
import type { ProgressGroup, SharedChecklist } from "./group-progress.ts";
import type { SignalGroups } from "./signal-groups.ts";

/** Tasks that a person did, and the groups for which they count. */
export interface Contribution {
  readonly content_id: ContentId;
  readonly task_ids: readonly string[];
  readonly groups: readonly ProgressGroup[];
}

/**
 * Statements that count these tasks for the groups. Idempotent, in any order. A group that only identity tokens name is
 * created. The rows of the last statements are what is new: see {@link newlyDone}.
 */
export function contributionStatements(
  { clock, rng, store: { db } }: PeopleDeps,
  { app_id, person_id }: { readonly app_id: AppId; readonly person_id: PersonId },
  contributions: readonly Contribution[],
): readonly Statement[] {
  const now_ms = clock.now();
  const all = contributions.flatMap(({ groups }) => groups);
  const missing = new Set(all.filter(({ id }) => id === undefined).map(({ external_id }) => external_id));
  const times = { created_at: now_ms, updated_at: now_ms };
  return [
    ...[...missing].sort().map((external_id) => {
      const row = { id: newId("grp", clock, rng), app_id, external_id, attributes: "{}", search_name: null, ...times };
      return { query: insertGroup(db, row) };
    }),
    ...contributions.flatMap(({ content_id, task_ids, groups }) =>
      groups.length === 0
        ? []
        : [...task_ids].sort().map((task_id) => {
            const task = { app_id, content_id, task_id, done_by: person_id, done_at: now_ms };
            const names = groups.map(({ external_id }) => external_id);
            return { query: addGroupTask(db, task, names) };
          }),
    ),
  ];
}

/** External IDs of the groups to notify: of contributions that changed anything. */
export function groupsToNotify(
  contributions: readonly Contribution[],
  results: readonly StatementResult[],
): readonly string[] {
  const is_new = results.some(({ rows }) => rows.length > 0);
  const names = contributions.flatMap(({ groups }) => groups.map(({ external_id }) => external_id));
  return is_new ? [...new Set(names)] : [];
}

/**
 * Counts the tasks of a person's open runs that no group has: those done before the checklist was shared, before the
 * person had a group, or as an anonymous visitor. Tasks that already count in another group stay there.
 */
export async function shareEarlierTasks(
  deps: PeopleDeps & { readonly signalGroups: SignalGroups },
  app: AppRecord,
  { row, merged, channel_id }: Pick<Person, "row" | "merged" | "channel_id">,
  facts: Pick<PersonFacts, "group_progress">,
  shown: readonly Pick<EligibleContent, "content" | "past">[],
): Promise<void> {
  const { store } = deps;
  const left = shown.flatMap(({ content: { content_id }, past }): readonly Contribution[] => {
    const shared = facts.group_progress.checklists.get(content_id);
    return shared === undefined ? [] : missingTasks(content_id, past.open?.done ?? [], shared);
  });
  if (left.length === 0 || row === undefined || merged) return;
  const before = await sharedBefore(
    store.db,
    row.id,
    left.map(({ content_id }) => content_id),
  );
  const contributions = left.filter(({ content_id }) => !before.has(content_id));
  if (contributions.length === 0) return;
  const statements = contributionStatements(deps, { app_id: app.id, person_id: row.id }, contributions);
  const written = await store.write(statements);
  if (written.outcome !== "committed") return;
  await deps.signalGroups(app.id, groupsToNotify(contributions, written.results), { channel_id, socket_id: null });
}

function missingTasks(
  content_id: ContentId,
  own: readonly string[],
  { groups, done_in }: SharedChecklist,
): readonly Contribution[] {
  return groups.flatMap((group) => {
    const known = done_in(group);
    const task_ids = own.filter((id) => !known.includes(id));
    return task_ids.length === 0 ? [] : [{ content_id, task_ids, groups: [group] }];
  });
}
