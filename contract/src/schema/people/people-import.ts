/** Import of existing people: in batches from scripts, or as a CSV file that the server processes. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { COLUMN_USES } from "../../people/import-columns.ts";
import type { Cause } from "../../wording/cause.ts";

/**
 * `POST /api/people/import`. Creates unknown people. Adds attributes to known ones; null removes one.
 * Entries are validated one by one: invalid ones are rejected, and the others are stored.
 */
export const importPeopleRequestSchema = z.strictObject({
  people: z.array(z.unknown()).min(1).max(limits.people_import_batch_max),
});

export interface RejectedEntry {
  readonly index: number;
  /** `cause` in English. */
  readonly message: string;
  readonly cause: Cause;
}

/**
 * `uploading`: parts are missing. `ready`: waits for its columns. `running`: the server processes it in the background.
 * The others are final. `failed`: the file couldn't be read to its end.
 */
export type ImportState = "uploading" | "ready" | "running" | "done" | "cancelled" | "failed";

/** `POST /api/people-imports`: announces a file that is uploaded in parts. */
export const createPeopleImportRequestSchema = z.strictObject({
  file_name: z.string().max(limits.people_import_file_name_chars_max).default(""),
});

/** `PUT /api/people-imports/{id}/parts/{number}`: parts of a file in order, from 0. Repeating a part has no effect. */
export const importPartRequestSchema = z.strictObject({
  text: z.string().max(limits.people_import_part_chars_max),
  last: z.boolean().default(false),
});

const columnSchema = z.strictObject({
  use: z.enum(COLUMN_USES),
  attribute: z.string().max(limits.attribute_key_chars_max).default(""),
});
const columnsSchema = z.array(columnSchema).max(limits.people_import_columns_max);
/** Use of one column, in file order. */
export type ColumnChoice = z.output<typeof columnSchema>;

/**
 * `POST /api/people-imports/{id}/check`: reports rows that would be rejected, some at a time. Uses the guessed columns
 * if omitted.
 */
export const checkImportRequestSchema = z.strictObject({
  columns: columnsSchema.optional(),
  after: z.int().min(-1).default(-1),
});

export const startImportRequestSchema = z.strictObject({ columns: columnsSchema.optional() });
