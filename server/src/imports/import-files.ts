import { basename, extname } from "node:path";
import type { ImportSource } from "@fanfare/contract/content-import/import-source";
import { limits } from "@fanfare/contract/limits";
import { type ImportedFiles, importContent } from "./import-content.ts";
import { ImportFailure } from "./import-failure.ts";

export interface SentFile {
  readonly name: string;
  readonly text: string;
  /** Found by its fields if it's undefined. */
  readonly source?: ImportSource | undefined;
}

export interface ImportRequest {
  readonly files: readonly SentFile[];
  /** Slugs that aren't used again. */
  readonly taken: readonly string[];
}

export type ImportOutcome =
  | { readonly kind: "read"; readonly files: readonly ImportedFiles[] }
  /** `file`: its position. */
  | {
      readonly kind: "failed";
      readonly file: number;
      readonly failure: ImportFailure["kind"];
      readonly message: string;
    };

/** Reads files one by one, so that no two of their drafts have the same slug. The first failure ends it. */
export function importFiles({ files, taken }: ImportRequest): ImportOutcome {
  const used = new Set(taken);
  const read: ImportedFiles[] = [];
  for (const [index, { name: file, text, source }] of files.entries()) {
    try {
      const imported = importContent(source, { file, text, name: nameFrom(file), taken: used });
      for (const slug of imported.slugs) used.add(slug);
      read.push(imported);
      const items = read.reduce((sum, each) => sum + each.items.length, 0);
      if (items > limits.content_import_items_max) {
        throw new ImportFailure(
          "too_large",
          `There are more than ${limits.content_import_items_max} tours and hints. Import them in several steps.`,
        );
      }
    } catch (error) {
      if (!(error instanceof ImportFailure)) throw error;
      return { kind: "failed", file: index, failure: error.kind, message: error.message };
    }
  }
  return { kind: "read", files: read };
}

/**
 * A name for what has none in the file.
 *
 * @example
 * nameFrom("first-steps.tour.js"); // "First steps"
 */
export function nameFrom(file: string): string {
  const words = basename(file, extname(file))
    .replace(/\.(?:tour|steps)$/, "")
    .replace(/[-_.]+/g, " ")
    .trim();
  return words === "" ? "Imported" : words.charAt(0).toUpperCase() + words.slice(1);
}
