import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import type { ContentId, GroupId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { GroupChecklist, GroupProgressItem } from "@fanfare/contract/schema/responses/analytics/group-progress";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Published } from "../../engage/decide/published-content.ts";
import { parseAttributes } from "../../people/rules/rule-facts.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import { draftsOf } from "../../store/statements/content/contents.ts";
import { checklistsOf, type GroupProgressRow, groupProgressOf } from "../../store/statements/people/group-tasks.ts";
import type { Store } from "../../store/store.ts";

interface ProgressDeps {
  readonly store: Pick<Store, "db">;
  readonly published: Published;
}

/** One page of the groups that did any task of a checklist. */
export async function groupProgressPage(
  deps: ProgressDeps,
  app: AppRecord,
  content_id: ContentId,
  { after = "", limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly items: readonly GroupProgressItem[]; readonly next: string | null }> {
  const { db } = deps.store;
  const [rows, tasks_of] = await Promise.all([
    groupProgressOf(db, { app_id: app.id, content_id }, after, limit + 1),
    currentTasks(deps, app, [content_id]),
  ]);
  const tasks = tasks_of(content_id);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { items: page.map((row) => presentProgress(row, tasks)), next };
}

/** The checklists of which a group did any task, the latest first. */
export async function groupChecklists(
  deps: ProgressDeps,
  app: AppRecord,
  group_id: GroupId,
): Promise<readonly GroupChecklist[]> {
  const rows = await checklistsOf(deps.store.db, group_id, limits.page_size_max);
  if (rows.length === 0) return [];
  const ids = rows.map(({ content_id }) => content_id);
  const tasks_of = await currentTasks(deps, app, ids);
  return rows.map(({ content_id, name, task_ids: done, last_done_at }) => {
    const tasks = tasks_of(content_id);
    const finished = isFinished(tasks, done);
    return { content_id, name, done, tasks, finished, last_done_at: toIso(last_done_at) };
  });
}

/** Returns a function for the task IDs of a checklist's live version, or of its draft if none is live. */
async function currentTasks(
  { store, published }: ProgressDeps,
  app: AppRecord,
  content_ids: readonly ContentId[],
): Promise<(content_id: ContentId) => readonly string[]> {
  const [contents, drafts] = await Promise.all([published(app), draftsOf(store.db, content_ids)]);
  return (content_id) => {
    const stored = drafts.find(({ id }) => id === content_id)?.draft ?? "null";
    // Cast: the schema validated the draft before it was stored.
    const drafted = fromJson(stored, (value) => value as Edition | null);
    return taskIds(contents.find(content_id)?.edition.body ?? drafted?.body);
  };
}

function isFinished(tasks: readonly string[], done: readonly string[]): boolean {
  return tasks.length > 0 && tasks.every((id) => done.includes(id));
}

function taskIds(body: Body | undefined): readonly string[] {
  return body?.type === "checklist" ? body.tasks.map(({ id }) => id) : [];
}

function presentProgress(
  { external_id, attributes, tasks }: GroupProgressRow,
  all: readonly string[],
): GroupProgressItem {
  const name = parseAttributes(attributes)["name"];
  const done = tasks.map(({ task_id }) => task_id);
  return {
    external_id,
    name: typeof name === "string" ? name : null,
    done,
    finished: isFinished(all, done),
    last_done_at: toIso(tasks.at(-1)?.done_at ?? 0),
  };
}
