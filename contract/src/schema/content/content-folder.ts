import { z } from "zod";
import { limits } from "../../limits.ts";

const fileSchema = z.strictObject({
  path: z.string().min(1).max(limits.folder_path_chars_max),
  text: z.string().max(limits.edition_bytes_max * 2),
});
const filesSchema = z.array(fileSchema).max(limits.folder_files_max);

/** `POST /api/content-folder/plan` responds with what `PUT /api/content-folder` would do. */
export const planFolderRequestSchema = z.strictObject({
  files: filesSchema,
  /** Archive content that an earlier push had, and these files don't. */
  prune: z.boolean().default(false),
  /** Also return where changed content is live, and how many people its audience has. */
  audiences: z.boolean().default(false),
});

/** `PUT /api/content-folder?app_id=` saves all items as drafts, or nothing. */
export const pushFolderRequestSchema = z.strictObject({
  ...planFolderRequestSchema.omit({ audiences: true }).shape,
  /** Overwrite changes that were made on the server since the last push. */
  overwrite: z.boolean().default(false),
  /** Where the files come from, such as a repository and commit. Shown in the audit log. */
  source: z.string().trim().min(1).max(limits.folder_source_chars_max).default("fanfare content push"),
});

export const folderResponseSchema = z.strictObject({ files: z.array(fileSchema).readonly() });

/** `GET /api/schemas/{file}`: a JSON Schema, such as of `content.json`. */
export const fileSchemaSchema = z.looseObject({ $schema: z.literal("https://json-schema.org/draft/2020-12/schema") });

export const folderPlanSchema = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        path: z.string(),
        change: z.enum(["create", "update", "drift", "archive"]),
        by: z.string().nullable(),
        at: z.iso.datetime().nullable(),
      }),
    )
    .readonly(),
  unchanged: z.int(),
  /** Content whose draft can't be published yet. */
  incomplete: z.array(z.string()).readonly(),
  /** Content of the files whose draft isn't live in the app. */
  unpublished: z.array(z.strictObject({ path: z.string(), id: z.string(), revision: z.int() })).readonly(),
  /** Of changed content. Empty unless asked for. */
  audiences: z
    .array(
      z.strictObject({
        path: z.string(),
        /** IDs of the apps that show a version of it. */
        live_in: z.array(z.string()).readonly(),
        /**
         * People of the app who match the audience of the files. Null without the permission to read people, and for
         * content that is archived or incomplete.
         */
        people: z.strictObject({ count: z.int(), unknown: z.int(), of: z.int(), exact: z.boolean() }).nullable(),
      }),
    )
    .readonly(),
});
export type FolderPlan = z.output<typeof folderPlanSchema>;
export type FolderAudience = FolderPlan["audiences"][number];
