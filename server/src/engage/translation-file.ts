import type { Edition } from "@fanfare/contract/content";
import { CsvError, type CsvRow, createCsvReader, csvLine, withoutGuard } from "@fanfare/contract/csv";
import { VARIANTS, type VariantId } from "@fanfare/contract/experiment";
import type { AppId, MemberId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content";
import { readDraft } from "@fanfare/contract/schema/draft";
import {
  TRANSLATION_COLUMNS,
  type TranslationImport,
  type TranslationRefusal,
} from "@fanfare/contract/schema/translations";
import { textsOf } from "@fanfare/contract/texts";
import { tagIn, withTexts, wordingsOf } from "@fanfare/contract/wording";
import type { Store } from "../store/store.ts";
import { changeContent, type EditDeps } from "./content.ts";
import { type Draft, eachDraft, rowsFor } from "./translations.ts";

/** A file for who translates into a language: one text a line, the translation in the last column. Read in parts. */
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
    /** Who pulls and is given nothing is never asked again: contents that have no row are passed over here. */
    async pull(controller) {
      for (;;) {
        const { value, done } = await drafts.next();
        if (done === true) return controller.close();
        const lines = rowsFor(value, tagIn(value.edition, language), show).map(csvLine).join("");
        if (lines !== "") return controller.enqueue(encoder.encode(lines));
      }
    },
    async cancel() {
      await drafts.return(undefined);
    },
  });
}

/** A row of a file that came back. */
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
 * Takes a file of translations: texts that are still as they were when the file was made get theirs. Drafts alone change;
 * what is live stays until somebody publishes.
 *
 * @throws ProblemError `body_invalid` for what is no such file.
 */
export async function takeTranslations(deps: EditDeps, call: ImportCall): Promise<TranslationImport> {
  const by_slug = readFile(call.csv);
  const refusals: TranslationRefusal[] = [];
  let [contents, texts, unchanged] = [0, 0, 0];
  for await (const draft of eachDraft(deps.store)) {
    const rows = by_slug.get(draft.slug);
    if (rows === undefined) continue;
    by_slug.delete(draft.slug);
    const taken = take(draft, rows, call.language);
    refusals.push(...taken.refusals);
    unchanged += taken.unchanged;
    if (taken.texts === 0) continue;
    const unsaved = await save(deps, draft, taken.edition, call);
    if (unsaved === undefined) {
      contents += 1;
      texts += taken.texts;
    } else {
      const { line = 0, key = "" } = rows.find((row) => row.key === unsaved.key) ?? rows[0] ?? {};
      refusals.push({ line, content: draft.slug, key, reason: unsaved.reason });
    }
  }
  for (const [content, rows] of by_slug) {
    for (const { line, key } of rows) {
      refusals.push({ line, content, key, reason: "No content has this slug, or it is archived." });
    }
  }
  const first = refusals.toSorted((a, b) => a.line - b.line).slice(0, limits.translation_refusals_max);
  return { contents, texts, unchanged, refused: refusals.length, refusals: first };
}

interface Taken {
  readonly edition: Edition;
  readonly texts: number;
  readonly unchanged: number;
  readonly refusals: readonly TranslationRefusal[];
}

/** One content with what a file says of it. */
function take({ slug, edition }: Draft, rows: readonly FileRow[], language: string): Taken {
  const tag = tagIn(edition, language);
  const refusals: TranslationRefusal[] = [];
  let changed = edition;
  let [texts, unchanged] = [0, 0];
  for (const { line, variant, key, text, translation } of rows) {
    const refuse = (reason: string): void => void refusals.push({ line, content: slug, key, reason });
    const wording = wordingsOf(changed).find((each) => each.variant === variant);
    const source = wording && textsOf(wording.body).get(key);
    if (wording === undefined || source === undefined) refuse("The content has no such text any more.");
    else if (translation === "" || wording.translations[tag]?.[key] === translation) unchanged += 1;
    else if (edition.locale?.toLowerCase() === tag.toLowerCase()) refuse("The content is written in this language.");
    else if (source !== text) refuse("The text has changed since the file was made. Translate it anew.");
    else {
      changed = withTexts(changed, variant, tag, { [key]: translation });
      texts += 1;
    }
  }
  return { edition: changed, texts, unchanged, refusals };
}

/** Why a content was not saved, and at which of its texts. */
interface Unsaved {
  readonly key?: string | undefined;
  readonly reason: string;
}

/** Undefined when it is saved. */
async function save(
  deps: EditDeps,
  { id, revision }: Draft,
  draft: Edition,
  { app_id, member_id }: ImportCall,
): Promise<Unsaved | undefined> {
  const read = readDraft(editionSchema, draft);
  // What was incomplete before stays so; what the file brings has to be right.
  const [issue] = read.outcome === "valid" ? [] : read.issues.filter(({ path }) => path.includes("translations"));
  if (issue !== undefined || read.outcome === "invalid") {
    return { key: issue?.path.at(-1)?.toString(), reason: issue?.message ?? "The content cannot be saved." };
  }
  try {
    await changeContent(deps, { id, revision, app_id }, { draft: read.value }, member_id);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    switch (error.code) {
      case "revision_stale":
        return { reason: "Somebody has edited the content just now. Send the file again." };
      case "body_too_large":
        return { reason: error.message };
      default:
        throw error;
    }
  }
}

/** The rows of a file by the content that they speak of. */
function readFile(text: string): Map<string, FileRow[]> {
  const [head, ...rows] = readCsv(text);
  const columns = TRANSLATION_COLUMNS.map((name) => head?.fields.indexOf(name) ?? -1);
  const lacking = TRANSLATION_COLUMNS.filter((_, index) => columns[index] === -1);
  if (lacking.length > 0) {
    throw invalid(
      `The first line must name the columns ${TRANSLATION_COLUMNS.join(", ")}; ${lacking.join(", ")} is missing.`,
    );
  }
  const found = new Map<string, FileRow[]>();
  for (const { line, fields } of rows) {
    const [content = "", variant = "", key = "", source = "", translation = ""] = columns.map((column) =>
      withoutGuard(fields[column] ?? ""),
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
