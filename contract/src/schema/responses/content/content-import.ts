import { z } from "zod";
import { CONTENT_TYPES } from "../../../content/body.ts";
import { IMPORT_REASON_CODES } from "../../../content-import/import-reasons.ts";
import { IMPORT_SOURCES } from "../../../content-import/import-source.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** A value that wasn't carried over as it is. */
const contentImportFindingSchema = responseSchema("ContentImportFinding", {
  reason: z.enum(IMPORT_REASON_CODES),
  /** In the terms of the file: `steps[2].popover.align`. */
  path: z.string(),
  line: z.int(),
  /** Number of the step that it's about. */
  step: z.int().nullable(),
  /** What exactly, such as the names of the HTML elements. */
  detail: z.string().nullable(),
  /** The reason in words, and what to do. */
  message: z.string(),
  remedy: z.string(),
});
export type ContentImportFinding = ResponseOf<typeof contentImportFindingSchema>;

const contentImportItemSchema = responseSchema("ContentImportItem", {
  /** Null in a plan, and for items that weren't chosen. */
  id: z.string().nullable(),
  slug: z.string(),
  name: z.string(),
  type: z.enum(CONTENT_TYPES),
  /** Titles of the steps, or of the hint. Empty for those without a title. */
  titles: readonlyArray(z.string()),
  /** Can be saved, but not published yet. */
  incomplete: z.boolean(),
  findings: readonlyArray(contentImportFindingSchema),
});
export type ContentImportItem = ResponseOf<typeof contentImportItemSchema>;

const contentImportFileSchema = responseSchema("ContentImportFile", {
  name: z.string(),
  source: z.enum(IMPORT_SOURCES),
  /** Values of the file, and how many of them were carried over as they are. */
  fields: z.int(),
  mapped: z.int(),
  items: readonlyArray(contentImportItemSchema),
  /** About the file, or about several items. */
  findings: readonlyArray(contentImportFindingSchema),
});
export type ContentImportFile = ResponseOf<typeof contentImportFileSchema>;

/** Files in the order of the request. */
export const contentImportSchema = responseSchema("ContentImport", { files: readonlyArray(contentImportFileSchema) });
export type ContentImport = ResponseOf<typeof contentImportSchema>;
