import { z } from "zod";
import type {
  ImportCheck,
  ImportPeopleResponse,
  LineProblem,
  PeopleImport,
  PeopleImportsResponse,
} from "../people-import.ts";
import { exactly, listOf } from "./exactly.ts";
import { importColumnSchema } from "./parts.ts";

export const lineProblemSchema = exactly<LineProblem>("LineProblem")(
  z.strictObject({ line: z.number(), message: z.string() }),
);

export const importCheckSchema = exactly<ImportCheck>("ImportCheck")(
  z.strictObject({ rows: z.number(), problems: listOf(lineProblemSchema), next: z.number().nullable() }),
);

export const peopleImportSchema = exactly<PeopleImport>("PeopleImport")(
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
    refused_first: listOf(lineProblemSchema),
    columns: listOf(importColumnSchema),
    sample: listOf(listOf(z.string())),
    failure: z.string().nullable(),
    member_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
  }),
);

export const peopleImportsResponseSchema = exactly<PeopleImportsResponse>("PeopleImportsResponse")(
  z.strictObject({ items: listOf(peopleImportSchema) }),
);

export const importPeopleResponseSchema = exactly<ImportPeopleResponse>("ImportPeopleResponse")(
  z.strictObject({
    made: z.number(),
    changed: z.number(),
    refused: listOf(z.strictObject({ index: z.number(), message: z.string() })),
  }),
);
