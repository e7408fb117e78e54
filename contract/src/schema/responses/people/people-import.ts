import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { importColumnSchema } from "../shared-schemas.ts";
import { causeSchema } from "../stored-schemas.ts";

/** A row that can't be stored, with its first line in the file. */
const lineProblemSchema = responseSchema("LineProblem", {
  line: z.number(),
  /** `cause` in English. */
  message: z.string(),
  cause: causeSchema,
});
export type LineProblem = ResponseOf<typeof lineProblemSchema>;

/** `next` is the start of the next check request. Null at the end. */
export const importCheckSchema = responseSchema("ImportCheck", {
  rows: z.number(),
  problems: readonlyArray(lineProblemSchema),
  next: z.number().nullable(),
});
export type ImportCheck = ResponseOf<typeof importCheckSchema>;

export const peopleImportSchema = responseSchema("PeopleImport", {
  id: z.string(),
  state: z.enum(["uploading", "ready", "running", "done", "cancelled", "failed"]),
  file_name: z.string(),
  /** Uploaded so far. */
  bytes: z.number(),
  parts: z.number(),
  rows: z.number(),
  rows_done: z.number(),
  made: z.number(),
  changed: z.number(),
  refused: z.number(),
  /** Rejected rows that can be downloaded. */
  refused_kept: z.number(),
  /** The first rejected rows. Only in responses for a single import. */
  refused_first: readonlyArray(lineProblemSchema),
  /** Guessed from the file, or as chosen at the start. */
  columns: readonlyArray(importColumnSchema),
  /** The first rows, until the import starts. */
  sample: readonlyArray(readonlyArray(z.string())),
  failure: z.string().nullable(),
  member_id: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
});
export type PeopleImport = ResponseOf<typeof peopleImportSchema>;

/** `GET /api/people-imports`, newest first. */
export const peopleImportsResponseSchema = responseSchema("PeopleImportsResponse", {
  items: readonlyArray(peopleImportSchema),
});

/** Result of a batch. `refused` has the index (from 0) and reason of each rejected entry. */
export const importPeopleResponseSchema = responseSchema("ImportPeopleResponse", {
  made: z.number(),
  changed: z.number(),
  refused: readonlyArray(z.strictObject({ index: z.number(), message: z.string(), cause: causeSchema })),
});
export type ImportPeopleResponse = ResponseOf<typeof importPeopleResponseSchema>;
