import { IMPORT_REASONS } from "@fanfare/contract/content-import/import-reasons";
import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { type ProblemCode, ProblemError } from "@fanfare/contract/problem";
import type { ContentImportRequest } from "@fanfare/contract/schema/content/content-import";
import type {
  ContentImport,
  ContentImportFinding,
  ContentImportItem,
} from "@fanfare/contract/schema/responses/content/content-import";
import type { ContentFile, ImportedFiles, ImportedItem } from "../../imports/import-content.ts";
import type { ImportFailure } from "../../imports/import-failure.ts";
import type { ImportFinding } from "../../imports/import-report.ts";
import type { ReadFiles } from "../../imports/import-thread.ts";
import { contentSlugs } from "../../store/statements/content/contents.ts";
import { isUniqueViolation, type Statement } from "../../store/store.ts";
import type { EditDeps } from "../content/content.ts";
import type { JsonObject } from "../content-folder/folder-files.ts";
import { newItemId, type ParsedItem, parseItem } from "../content-folder/item-writes.ts";
import { notifyConsoles } from "../signals/console-signal.ts";

export interface ContentImportDeps extends EditDeps {
  readonly readFiles: ReadFiles;
}

interface ImportBy {
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
  readonly source_locale: string;
}

/** An item of a file, as it would be stored. */
interface Draft {
  readonly item: ImportedItem;
  readonly parsed: ParsedItem;
}

interface DraftsOfFile {
  readonly name: string;
  readonly imported: ImportedFiles;
  readonly drafts: readonly Draft[];
}

/**
 * Returns what an import of these files would create, and what can't be carried over.
 *
 * @throws ProblemError `content_import_unreadable`, `content_import_empty`, or `content_import_too_large`.
 */
export async function planContentImport(
  deps: ContentImportDeps,
  { files }: ContentImportRequest,
  by: ImportBy,
): Promise<ContentImport> {
  const read = await readDrafts(deps, files, by);
  return { files: read.map((file) => presentFile(file, () => null)) };
}

/** Other content may take a slug between the look-up and the write. */
const TRIES_MAX = 3;

/**
 * Creates the chosen items as drafts, in one transaction.
 *
 * @throws ProblemError as {@link planContentImport}, or `slug_taken` if other content took each slug first.
 */
export async function runContentImport(
  deps: ContentImportDeps,
  { files }: ContentImportRequest,
  by: ImportBy,
): Promise<ContentImport> {
  for (let tries = 1; ; tries += 1) {
    const read = await readDrafts(deps, files, by);
    const ids = new Map<ImportedItem, string>();
    const statements: Statement[] = [];
    for (const [index, { name, imported, drafts }] of read.entries()) {
      const source = `${imported.from}: ${name}`;
      for (const { item, parsed } of chosenDrafts(drafts, files[index]?.items, by.source_locale)) {
        const id = newItemId("contents", deps);
        ids.set(item, id);
        statements.push(...(await parsed.write(deps, { ...by, source }, id, undefined)));
      }
    }
    try {
      if (statements.length > 0) await deps.store.write(statements);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (tries < TRIES_MAX) continue;
      throw new ProblemError("slug_taken", "Other content took the slugs of these drafts. Import the file again.");
    }
    notifyConsoles(deps);
    return { files: read.map((file) => presentFile(file, (item) => ids.get(item) ?? null)) };
  }
}

const PROBLEMS: Readonly<Record<ImportFailure["kind"], ProblemCode>> = {
  unreadable: "content_import_unreadable",
  empty: "content_import_empty",
  too_large: "content_import_too_large",
};

async function readDrafts(
  { store, readFiles }: ContentImportDeps,
  files: ContentImportRequest["files"],
  { source_locale }: ImportBy,
): Promise<readonly DraftsOfFile[]> {
  const outcome = await readFiles({ files, taken: await contentSlugs(store.db) });
  if (outcome.kind === "failed") {
    const { file, failure, message } = outcome;
    throw new ProblemError(PROBLEMS[failure], message, { fields: [{ pointer: `/files/${file}/text`, message }] });
  }
  return outcome.files.map((imported, index) => ({
    name: files[index]?.name ?? "",
    imported,
    drafts: imported.items.map((item) => ({ item, parsed: parseDraft(item.slug, item.value, source_locale) })),
  }));
}

function parseDraft(slug: string, value: ContentFile, source_locale: string): ParsedItem {
  // Cast: the value was read from JSON.
  const result = parseItem("contents", slug, value as unknown as JsonObject, source_locale);
  if ("item" in result) return result.item;
  throw new Error(`The import made a draft that can't be saved: ${JSON.stringify(result.issues)}`);
}

function chosenDrafts(
  drafts: readonly Draft[],
  positions: readonly number[] | undefined,
  source_locale: string,
): readonly Draft[] {
  if (positions === undefined) return drafts;
  const chosen = drafts.filter((_draft, index) => positions.includes(index));
  const slugs = new Set(chosen.map(({ item }) => item.slug));
  return chosen.map(({ item, parsed }) => {
    const { trigger } = item.value;
    if (trigger.kind !== "completed" || slugs.has(trigger.content)) return { item, parsed };
    // The tour that it would follow isn't created.
    const value: ContentFile = { ...item.value, trigger: { kind: "manual" } };
    return { item, parsed: parseDraft(item.slug, value, source_locale) };
  });
}

function presentFile(
  { name, imported, drafts }: DraftsOfFile,
  idOf: (item: ImportedItem) => string | null,
): ContentImport["files"][number] {
  const { from, report, findings } = imported;
  return {
    ...{ name, source: from, fields: report.fields, mapped: report.mapped },
    items: drafts.map(({ item, parsed }) => presentItem(item, parsed, idOf(item))),
    findings: findings.map(presentFinding),
  };
}

function presentItem(
  { slug, value, findings }: ImportedItem,
  parsed: ParsedItem,
  id: string | null,
): ContentImportItem {
  const { name, body } = value;
  const titles = body.type === "tour" ? body.steps.map(({ title }) => title) : [body.panel.title];
  return {
    ...{ id, slug, name, type: body.type, titles, incomplete: parsed.incomplete },
    findings: findings.map(presentFinding),
  };
}

/** `steps[2]` is step 3. */
const STEP = /(?:^|\.)steps\[(\d+)\]/;

function presentFinding({ reason, path, line, detail }: ImportFinding): ContentImportFinding {
  const [, step] = STEP.exec(path) ?? [];
  const { reason: message, remedy } = IMPORT_REASONS[reason];
  return {
    ...{ reason, path, line, step: step === undefined ? null : Number(step) + 1, detail: detail ?? null },
    ...{ message, remedy },
  };
}
