import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import type { ContentId } from "@fanfare/contract/lib/ids";
import type { GroupProgressItem } from "@fanfare/contract/schema/responses/analytics/group-progress";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Published } from "../../engage/decide/published-content.ts";
import { parseAttributes } from "../../people/rules/rule-facts.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import { draftsOf } from "../../store/statements/content/contents.ts";
import { type GroupProgressRow, groupProgressOf } from "../../store/statements/people/group-tasks.ts";
import type { Store } from "../../store/store.ts";

/** One page of the groups that did any task of a checklist. */
export async function groupProgressPage(
  deps: { readonly store: Pick<Store, "db">; readonly published: Published },
  app: AppRecord,
  content_id: ContentId,
  { after = "", limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly items: readonly GroupProgressItem[]; readonly next: string | null }> {
  const { db } = deps.store;
  const [rows, contents, [draft]] = await Promise.all([
    groupProgressOf(db, { app_id: app.id, content_id }, after, limit + 1),
    deps.published(app),
    draftsOf(db, [content_id]),
  ]);
  // Cast: the schema validated the draft before it was stored.
  const drafted = fromJson(draft?.draft ?? "null", (value) => value as Edition | null);
  const tasks = taskIds(contents.find(content_id)?.edition.body ?? drafted?.body);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { items: page.map((row) => presentProgress(row, tasks)), next };
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
    finished: all.length > 0 && all.every((id) => done.includes(id)),
    last_done_at: toIso(tasks.at(-1)?.done_at ?? 0),
  };
}
