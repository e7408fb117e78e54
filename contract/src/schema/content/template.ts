import { z } from "zod";
import { limits } from "../../limits.ts";
import { contentNameSchema } from "./content.ts";

const descriptionSchema = z.string().trim().max(limits.template_description_chars_max);

/** `POST /api/templates?app_id=`: saves the draft of content, without its schedule. */
export const saveTemplateRequestSchema = z.strictObject({
  content_id: z.string().min(1).max(limits.id_chars_max),
  name: contentNameSchema,
  description: descriptionSchema.default(""),
});

/** `PATCH /api/templates/{id}` with `If-Match: "{revision}"`. Absent fields stay unchanged. */
export const updateTemplateRequestSchema = z.strictObject({
  name: contentNameSchema.optional(),
  description: descriptionSchema.optional(),
});
export type SavedTemplate = z.output<typeof saveTemplateRequestSchema>;
export type TemplateChange = z.output<typeof updateTemplateRequestSchema>;
