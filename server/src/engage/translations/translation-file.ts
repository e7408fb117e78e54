import type { Edition } from "@fanfare/contract/content/content";
import { VARIANTS, type VariantId } from "@fanfare/contract/content/experiment";
import { CsvError, type CsvRow, createCsvReader, csvLine, removeFormulaGuard } from "@fanfare/contract/lib/csv";
import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { TRANSLATION_COLUMNS } from "@fanfare/contract/schema/content/translations";
import type { RejectedTranslation, TranslationImport } from "@fanfare/contract/schema/responses/content/translations";
import { tagProblems } from "@fanfare/contract/translation/marked-text";
import { collectSources } from "@fanfare/contract/translation/texts";
import { matchingTag, setTranslation, translatableBodies } from "@fanfare/contract/translation/translatable-body";
import { translationOf, withTranslation } from "@fanfare/contract/translation/translation";
import type { Cause } from "@fanfare/contract/wording/cause";
import { refusal, refusalText } from "@fanfare/contract/wording/refusals";
import { toJson } from "../../store/columns.ts";
import type { Store } from "../../store/store.ts";
import { type EditDeps, editContent } from "../content/content.ts";
import { contentTooLarge } from "../content/draft-columns.ts";
import { type Draft, eachDraft, rowsFor } from "./translations.ts";

/** Streams a CSV file for translators: one text per row, with the translation in the last column. */
export function translationFile(
  store: Pick<Store, "db">,
  language: string,
  show: "all" | "gaps",
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const drafts = eachDraft(store);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(csvLine(TRANSLATION_COLUMNS)));
    },
    /** A pull that enqueues nothing isn't repeated, so skip content without rows here. */
    async pull(controller) {
      for (;;) {
        const { value, done } = await drafts.next();
        if (done === true) return controller.close();
        const lines = rowsFor(value, matchingTag(value.edition, language), show).map(csvLine).join("");
        if (lines !== "") return controller.enqueue(encoder.encode(lines));
      }
    },
    async cancel() {
      await drafts.return(undefined);
    },
  });
}

interface FileRow {
  readonly line: number;
  readonly variant: VariantId;
  readonly key: string;
  readonly text: string;
  readonly translation: string;
}

interface ImportCall {
  readonly csv: string;
  readonly language: string;
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
}

/**
 * Imports a translation file. Skips texts that changed since the export. Changes only drafts; live content changes on
 * the next publish.
 *
 * @throws ProblemError `body_invalid` for an invalid file.
 */
export async function importTranslations(deps: EditDeps, call: ImportCall): Promise<TranslationImport> {
  const by_slug = readFile(call.csv);
  const refusals: RejectedTranslation[] = [];
  let [contents, texts, unchanged] = [0, 0, 0];
  for await (const draft of eachDraft(deps.store)) {
    const rows = by_slug.get(draft.slug);
    if (rows === undefined) continue;
    by_slug.delete(draft.slug);
    const taken = applyTexts(draft, rows, call.language);
    refusals.push(...taken.refusals);
    unchanged += taken.unchanged;
    if (taken.texts === 0) continue;
    const unsaved = await save(deps, draft, taken.edition, call);
    if (unsaved === undefined) {
      contents += 1;
      texts += taken.texts;
    } else {
      const { line = 0, key = "" } = rows.find((row) => row.key === unsaved.key) ?? rows[0] ?? {};
      refusals.push(rejected({ line, content: draft.slug, key }, unsaved.cause));
    }
  }
  for (const [content, rows] of by_slug) {
    for (const { line, key } of rows) {
      refusals.push(rejected({ line, content, key }, refusal("content_missing")));
    }
  }
  const first = refusals.toSorted((a, b) => a.line - b.line).slice(0, limits.translation_refusals_max);
  return { contents, texts, unchanged, refused: refusals.length, refusals: first };
}

const rejected = (row: Pick<RejectedTranslation, "line" | "content" | "key">, cause: Cause): RejectedTranslation => ({
  ...row,
  reason: refusalText(cause),
  cause,
});

interface AppliedTexts {
  readonly edition: Edition;
  readonly texts: number;
  readonly unchanged: number;
  readonly refusals: readonly RejectedTranslation[];
}

function applyTexts({ slug, edition }: Draft, rows: readonly FileRow[], language: string): AppliedTexts {
  const tag = matchingTag(edition, language);
  const refusals: RejectedTranslation[] = [];
  let changed = edition;
  let [texts, unchanged] = [0, 0];
  for (const { line, variant, key, text, translation } of rows) {
    const refuse = (cause: Cause): void => void refusals.push(rejected({ line, content: slug, key }, cause));
    const wording = translatableBodies(changed).find((each) => each.variant === variant);
    const source = wording && collectSources(wording.body).get(key);
    if (wording === undefined || source === undefined) {
      refuse(refusal("text_missing"));
      continue;
    }
    const known = translationOf(wording.translations[tag] ?? {}, key, source);
    const [wrong] = source.spans === undefined ? [] : tagProblems(translation, source.spans);
    if (translation === "" || known === translation) unchanged += 1;
    else if (edition.locale?.toLowerCase() === tag.toLowerCase()) refuse(refusal("source_language"));
    else if (source.text !== text) refuse(refusal("text_changed"));
    else if (wrong !== undefined) refuse(refusal(wrong.kind, { tag: wrong.tag }));
    else {
      changed = setTranslation(changed, variant, tag, (own) => withTranslation(own, key, source, translation));
      texts += 1;
    }
  }
  return { edition: changed, texts, unchanged, refusals };
}

interface SaveFailure {
  readonly key?: string | undefined;
  readonly cause: Cause;
}

/** Returns undefined on success. */
async function save(
  deps: EditDeps,
  { id, revision }: Draft,
  draft: Edition,
  { app_id, member_id }: ImportCall,
): Promise<SaveFailure | undefined> {
  const read = parseDraft(editionSchema, draft);
  // Drafts may stay incomplete, but imported texts must be valid.
  const [issue] = read.outcome === "valid" ? [] : read.issues.filter(({ path }) => path.includes("translations"));
  if (issue !== undefined || read.outcome === "invalid") {
    const cause =
      issue === undefined ? refusal("content_unsavable") : refusal("row_invalid", { message: issue.message });
    return { key: issue?.path.at(-1)?.toString(), cause };
  }
  try {
    await editContent(deps, { id, revision, app_id }, { draft: read.value }, member_id);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    switch (error.code) {
      case "revision_stale":
        return { cause: refusal("content_edited") };
      case "body_too_large":
        return { cause: contentTooLarge(Buffer.byteLength(toJson(read.value))) };
      default:
        throw error;
    }
  }
}

/** Groups a file's rows by content slug. */
function readFile(text: string): Map<string, FileRow[]> {
  const [head, ...rows] = readCsv(text);
  const columns = TRANSLATION_COLUMNS.map((name) => head?.fields.indexOf(name) ?? -1);
  const lacking = TRANSLATION_COLUMNS.filter((_, index) => columns[index] === -1);
  if (lacking.length > 0) {
    throw invalid(
      `The header row must contain the columns ${TRANSLATION_COLUMNS.join(", ")}. Missing: ${lacking.join(", ")}.`,
    );
  }
  const found = new Map<string, FileRow[]>();
  for (const { line, fields } of rows) {
    const [content = "", variant = "", key = "", source = "", translation = ""] = columns.map((column) =>
      removeFormulaGuard(fields[column] ?? ""),
    );
    const known = VARIANTS.find((each) => each === variant) ?? "a";
    const of_content = found.get(content) ?? [];
    found.set(content, of_content);
    of_content.push({ line, variant: known, key, text: source, translation });
  }
  return found;
}

function readCsv(text: string): readonly CsvRow[] {
  try {
    const reader = createCsvReader(limits.translation_row_chars_max);
    return [...reader.push(text), ...reader.end()];
  } catch (error) {
    if (error instanceof CsvError) throw invalid(error.message);
    throw error;
  }
}

function invalid(detail: string): ProblemError {
  return new ProblemError("body_invalid", detail);
}
