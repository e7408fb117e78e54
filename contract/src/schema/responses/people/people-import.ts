import { z } from "zod";
import type {
  ImportCheck,
  ImportPeopleResponse,
  LineProblem,
  PeopleImport,
  PeopleImportsResponse,
} from "../../people/people-import.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { importColumnSchema } from "../shared-schemas.ts";
import { causeSchema } from "../stored-schemas.ts";

const lineProblemSchema = exactSchema<LineProblem>("LineProblem")(
  z.strictObject({ line: z.number(), message: z.string(), cause: causeSchema }),
);

export const importCheckSchema = exactSchema<ImportCheck>("ImportCheck")(
  z.strictObject({ rows: z.number(), problems: readonlyArray(lineProblemSchema), next: z.number().nullable() }),
);

export const peopleImportSchema = exactSchema<PeopleImport>("PeopleImport")(
  z.strictObject({
    id: z.string(),
    state: z.enum(["uploading", "ready", "running", "done", "cancelled", "failed"]),
    file_name: z.string(),
    bytes: z.number(),
    parts: z.number(),
    rows: z.number(),
    rows_done: z.number(),
    made: z.number(),
    changed: z.number(),
    refused: z.number(),
    refused_kept: z.number(),
    refused_first: readonlyArray(lineProblemSchema),
    columns: readonlyArray(importColumnSchema),
    sample: readonlyArray(readonlyArray(z.string())),
    failure: z.string().nullable(),
    member_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
  }),
);

export const peopleImportsResponseSchema = exactSchema<PeopleImportsResponse>("PeopleImportsResponse")(
  z.strictObject({ items: readonlyArray(peopleImportSchema) }),
);

export const importPeopleResponseSchema = exactSchema<ImportPeopleResponse>("ImportPeopleResponse")(
  z.strictObject({
    made: z.number(),
    changed: z.number(),
    refused: readonlyArray(z.strictObject({ index: z.number(), message: z.string(), cause: causeSchema })),
  }),
);
