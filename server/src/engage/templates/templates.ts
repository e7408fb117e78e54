import type { ContentType } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { type AppId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { SavedTemplate, TemplateChange } from "@fanfare/contract/schema/content/template";
import type { TemplateDetail, TemplateSummary } from "@fanfare/contract/schema/responses/content/template";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { staleRevision, withUniqueName } from "../../accounts/edit-conflict.ts";
import { fromJson, toIso, toJson } from "../../store/columns.ts";
import {
  deleteTemplate,
  listTemplates,
  type TemplateRow,
  templateById,
  updateTemplate,
} from "../../store/statements/content/templates.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { WriteDeps } from "../../store/store.ts";
import { getContent } from "../content/content.ts";

interface TemplateActor {
  readonly member_id: MemberId | null;
}

/**
 * Saves the draft of content as a template. Its schedule stays out, because it would be over for most uses.
 *
 * @throws ProblemError `content_not_found`, `templates_full`, or `name_taken`.
 */
export async function saveTemplate(
  deps: WriteDeps,
  { member_id, app_id }: TemplateActor & { readonly app_id: AppId },
  { content_id, name, description }: SavedTemplate,
): Promise<TemplateRow> {
  const { store, clock, rng } = deps;
  const content = await getContent(deps, content_id, app_id);
  const { length } = await listTemplates(store.db);
  if (length >= limits.templates_max) {
    throw new ProblemError("templates_full", `The workspace has reached the limit of ${length} saved templates.`);
  }
  const { schedule: _, ...draft } = readDraft(content.draft);
  const id = newId("tpl", clock, rng);
  const now_ms = clock.now();
  const row: TemplateRow = {
    ...{ id, name, description, type: draft.body.type, draft: toJson(draft), revision: 1 },
    ...{ created_at: now_ms, updated_at: now_ms, updated_by: member_id },
  };
  await withUniqueName(name, () =>
    store.write([
      { query: insertRow(store.db, "templates", row), expect: 1 },
      auditStatement(deps, {
        ...{ member_id, action: "template.create", resource: { type: "template", id } },
        detail: { name, content_id },
      }),
    ]),
  );
  return row;
}

/** @throws ProblemError `template_not_found`, `revision_stale`, or `name_taken`. */
export async function editTemplate(
  deps: WriteDeps,
  { member_id }: TemplateActor,
  at: { readonly id: string; readonly revision: number },
  change: TemplateChange,
): Promise<TemplateRow> {
  const { store, clock } = deps;
  const known = await existingTemplate(deps, at.id);
  if (known.revision !== at.revision) throw staleRevision(known);
  const { name = known.name, description = known.description } = change;
  const changed = { name, description, updated_at: clock.now(), updated_by: member_id };
  const resource = { type: "template", id: known.id } as const;
  const written = await withUniqueName(name, () =>
    store.write([
      { query: updateTemplate(store.db, known, changed), expect: 1 },
      auditStatement(deps, { member_id, action: "template.update", resource, detail: { name } }),
    ]),
  );
  if (written.outcome === "unmet") throw staleRevision(await existingTemplate(deps, known.id));
  return { ...known, ...changed, revision: known.revision + 1 };
}

/** @throws ProblemError `template_not_found`. */
export async function removeTemplate(deps: WriteDeps, { member_id }: TemplateActor, id: string): Promise<void> {
  const { name, id: known } = await existingTemplate(deps, id);
  const resource = { type: "template", id: known } as const;
  const written = await deps.store.write([
    { query: deleteTemplate(deps.store.db, known), expect: 1 },
    auditStatement(deps, { member_id, action: "template.delete", resource, detail: { name } }),
  ]);
  if (written.outcome === "unmet") throw noTemplate();
}

/** @throws ProblemError `template_not_found`. */
export async function existingTemplate({ store }: Pick<WriteDeps, "store">, id: string): Promise<TemplateRow> {
  const row = isId("tpl", id) ? await templateById(store.db, id) : undefined;
  if (row === undefined) throw noTemplate();
  return row;
}

export function presentTemplate({
  id,
  name,
  description,
  type,
  revision,
  ...row
}: Omit<TemplateRow, "draft">): TemplateSummary {
  return {
    // Cast: the content's schema validated the type before it was stored.
    ...{ id, name, description, type: type as ContentType, revision },
    ...{ created_at: toIso(row.created_at), updated_at: toIso(row.updated_at) },
  };
}

export function presentTemplateDetail(row: TemplateRow): TemplateDetail {
  return { ...presentTemplate(row), draft: readDraft(row.draft) };
}

/** Cast: the schema validated the draft before it was stored. */
function readDraft(draft: TemplateRow["draft"]): Edition {
  return fromJson(draft, (value) => value as Edition);
}

function noTemplate(): ProblemError {
  return new ProblemError("template_not_found", "Template not found. It may have been deleted.");
}
