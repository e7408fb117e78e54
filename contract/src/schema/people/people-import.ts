/** People that a customer knows already: told in batches by scripts, or as a CSV file that the server works off. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { COLUMN_USES, type ImportColumn } from "../../people/import-columns.ts";
import type { Cause } from "../../wording/cause.ts";
import { appIdSchema } from "../app-id.ts";

/**
 * `POST /api/people/import`. Whoever is not known yet is made; attributes are added to those known, and null takes one away.
 * Each entry is judged by itself: a wrong one is refused, and the others are stored.
 */
export const importPeopleRequestSchema = z.strictObject({
  app_id: appIdSchema,
  people: z.array(z.unknown()).min(1).max(limits.people_import_batch_max),
});

export interface RejectedEntry {
  readonly index: number;
  /** `cause` in English. */
  readonly message: string;
  readonly cause: Cause;
}

/** What became of a batch. `refused` names entries by their place in it, from 0, and says why. */
export interface ImportPeopleResponse {
  readonly made: number;
  readonly changed: number;
  readonly refused: readonly RejectedEntry[];
}

/**
 * `uploading`: parts are missing. `ready`: it waits for its columns. `running`: the server works it off, whoever looks.
 * The others are ends; `failed` is a file that cannot be read to its end.
 */
export type ImportState = "uploading" | "ready" | "running" | "done" | "cancelled" | "failed";

/** `POST /api/people-imports`: a file that will come in parts. */
export const createPeopleImportRequestSchema = z.strictObject({
  app_id: appIdSchema,
  file_name: z.string().max(limits.people_import_file_name_chars_max).default(""),
});

/** `PUT /api/people-imports/{id}/parts/{number}`: the parts of a file in order, from 0. One that was told already changes nothing. */
export const importPartRequestSchema = z.strictObject({
  text: z.string().max(limits.people_import_part_chars_max),
  last: z.boolean().default(false),
});

const columnSchema = z.strictObject({
  use: z.enum(COLUMN_USES),
  attribute: z.string().max(limits.attribute_key_chars_max).default(""),
});
const columnsSchema = z.array(columnSchema).max(limits.people_import_columns_max);
/** What becomes of a column; they are told in the order of the file. */
export type ColumnChoice = z.output<typeof columnSchema>;

/** `POST /api/people-imports/{id}/check`: what would be refused, some rows at a time. Not given: the columns as guessed. */
export const checkImportRequestSchema = z.strictObject({
  columns: columnsSchema.optional(),
  after: z.int().min(-1).default(-1),
});

/** `POST /api/people-imports/{id}/start`. */
export const startImportRequestSchema = z.strictObject({ columns: columnsSchema.optional() });

/** A row that cannot be stored, by the line of the file that it begins on. */
export interface LineProblem {
  readonly line: number;
  /** `cause` in English. */
  readonly message: string;
  readonly cause: Cause;
}

/** `next` is where the following call of the check begins; null at the end. */
export interface ImportCheck {
  readonly rows: number;
  readonly problems: readonly LineProblem[];
  readonly next: number | null;
}

export interface PeopleImport {
  readonly id: string;
  readonly state: ImportState;
  readonly file_name: string;
  /** Of the file, as far as it has come. */
  readonly bytes: number;
  readonly parts: number;
  readonly rows: number;
  readonly rows_done: number;
  readonly made: number;
  readonly changed: number;
  readonly refused: number;
  /** Those whose rows can be downloaded. */
  readonly refused_kept: number;
  /** The first of them; only where one import is asked for. */
  readonly refused_first: readonly LineProblem[];
  /** As guessed from the file, or as it was begun with. */
  readonly columns: readonly ImportColumn[];
  /** The first rows, while it waits. */
  readonly sample: readonly (readonly string[])[];
  /** Why it failed. */
  readonly failure: string | null;
  readonly member_id: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

/** `GET /api/people-imports`: the newest first. */
export interface PeopleImportsResponse {
  readonly items: readonly PeopleImport[];
}
