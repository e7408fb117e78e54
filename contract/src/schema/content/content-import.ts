import { z } from "zod";
import { IMPORT_SOURCES } from "../../content-import/import-source.ts";
import { limits } from "../../limits.ts";

/** A file of another tool. Its name's extension decides how it's read. Pasted text has no extension. */
const importFileSchema = z.strictObject({
  name: z.string().trim().min(1).max(limits.content_import_file_name_chars_max),
  text: z.string().min(1, "This file is empty.").max(limits.content_import_chars_max),
  /** Found by the fields of the file if it's missing. */
  source: z.enum(IMPORT_SOURCES).optional(),
});

const filesOf = <Schema extends z.ZodType>(file: Schema) =>
  z.strictObject({ files: z.array(file).min(1).max(limits.content_import_files_max) });

/** `POST /api/content-imports/plan?app_id=` responds with what `POST /api/content-imports` would create. */
export const planContentImportRequestSchema = filesOf(importFileSchema);

/** `POST /api/content-imports?app_id=` creates all chosen items as drafts, or nothing. */
export const contentImportRequestSchema = filesOf(
  importFileSchema.extend({
    /** Positions of the items to create, as the plan lists them. All if it's missing. */
    items: z.array(z.int().min(0)).max(limits.content_import_items_max).optional(),
  }),
);
export type ContentImportRequest = z.output<typeof contentImportRequestSchema>;
