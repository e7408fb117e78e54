import { type GroupProgressFact, sharedProgress, sharesWith } from "@fanfare/contract/gates/group-progress";
import type { AppId, ContentId, GroupId } from "@fanfare/contract/lib/ids";
import type { Attributes } from "@fanfare/contract/people/attribute";
import type { Person } from "../../people/person/find-person.ts";
import { parseAttributes } from "../../people/rules/rule-facts.ts";
import { groupTasks } from "../../store/statements/people/group-tasks.ts";
import { groupsNamed, membershipsOf } from "../../store/statements/people/person-facts.ts";
import type { Store } from "../../store/store.ts";
import type { PublishedContent } from "../decide/published-content.ts";

/** A group that a person shares progress with. One that only an identity token names has no row yet. */
export interface ProgressGroup {
  readonly id: GroupId | undefined;
  readonly external_id: string;
  readonly attributes: Attributes;
}

/** One checklist's progress in a person's groups. */
export interface SharedChecklist {
  readonly groups: readonly ProgressGroup[];
  /** Tasks that any of the groups did. */
  readonly done: readonly string[];
  /** Same, by group. */
  readonly done_in: (group: ProgressGroup) => readonly string[];
}

export interface GroupProgressFacts {
  readonly verified: boolean;
  /** By checklist that shares progress. */
  readonly checklists: ReadonlyMap<ContentId, SharedChecklist>;
}

export const NO_GROUP_PROGRESS: GroupProgressFacts = { verified: false, checklists: new Map() };

type Sharing = Pick<PublishedContent, "content_id" | "edition">;

/**
 * The groups whose progress a person shares, by which only a verified identity counts: those that the identity token
 * names, or without any the stored memberships. A merged visitor isn't the person, and shares nothing.
 */
export async function progressGroups(
  db: Store["db"],
  app_id: AppId,
  { row, verified, merged }: Pick<Person, "row" | "verified" | "merged">,
  claims: readonly string[],
): Promise<readonly ProgressGroup[]> {
  if (!verified || merged) return [];
  if (claims.length > 0) {
    const known = new Map((await groupsNamed(db, app_id, claims)).map((group) => [group.external_id, group]));
    return [...new Set(claims)].map((external_id) => {
      const group = known.get(external_id);
      return { id: group?.id, external_id, attributes: group === undefined ? {} : parseAttributes(group.attributes) };
    });
  }
  const memberships = row === undefined ? [] : await membershipsOf(db, [row.id]);
  return memberships.map(({ group_id, external_id, attributes }) => ({
    ...{ id: group_id, external_id, attributes: parseAttributes(attributes) },
  }));
}

/** Those that share the progress of this content. */
export function groupsSharing(groups: readonly ProgressGroup[], { edition }: Pick<Sharing, "edition">) {
  const shared = sharedProgress(edition);
  return shared === undefined ? [] : groups.filter(({ attributes }) => sharesWith(shared, attributes));
}

/** Loads what the person's groups did. Reads nothing if no content shares progress. */
export async function loadGroupProgress(
  db: Store["db"],
  app_id: AppId,
  sharing: readonly Sharing[],
  { person, claims }: { readonly person: Person; readonly claims: readonly string[] },
): Promise<GroupProgressFacts> {
  if (sharing.length === 0) return NO_GROUP_PROGRESS;
  const groups = await progressGroups(db, app_id, person, claims);
  const ids = groups.flatMap(({ id }) => id ?? []);
  const content_ids = sharing.map(({ content_id }) => content_id);
  const rows = ids.length === 0 ? [] : await groupTasks(db, ids, content_ids);
  const tasks_of = Map.groupBy(rows, ({ group_id, content_id }) => `${group_id} ${content_id}`);
  const shared = ({ content_id, edition }: Sharing): SharedChecklist => {
    const own = groupsSharing(groups, { edition });
    const done_in = ({ id }: ProgressGroup) =>
      (tasks_of.get(`${id} ${content_id}`) ?? []).map(({ task_id }) => task_id);
    return { groups: own, done: [...new Set(own.flatMap(done_in))], done_in };
  };
  return {
    verified: person.verified && !person.merged,
    checklists: new Map(sharing.map((content) => [content.content_id, shared(content)])),
  };
}

/** For the gates. Undefined for content that shares no progress. */
export function groupProgressFact(
  { verified, checklists }: GroupProgressFacts,
  content_id: ContentId,
  started: boolean,
): GroupProgressFact | undefined {
  const shared = checklists.get(content_id);
  if (shared === undefined) return undefined;
  const groups = shared.groups.map((group) => ({
    ...{ external_id: group.external_id, tasks: shared.done_in(group).length },
  }));
  return { verified, groups, done: shared.done, started };
}
