import { z } from "zod";
import { CONTENT_TYPES } from "../../../content/body.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { draftSchema } from "../stored-schemas.ts";

const templateShape = {
  id: z.string(),
  name: z.string(),
  /** When to use it. May be empty. */
  description: z.string(),
  type: z.enum(CONTENT_TYPES),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.number(),
};

export const templateSummarySchema = responseSchema("TemplateSummary", templateShape);
export type TemplateSummary = ResponseOf<typeof templateSummarySchema>;

/** `GET /api/templates`: the templates that members saved, by name. */
export const templatesResponseSchema = responseSchema("TemplatesResponse", {
  items: readonlyArray(templateSummarySchema),
});

/** `GET /api/templates/{id}`, with `ETag: "{revision}"`. `DELETE` responds with 204. */
export const templateDetailSchema = responseSchema("TemplateDetail", { ...templateShape, draft: draftSchema });
export type TemplateDetail = ResponseOf<typeof templateDetailSchema>;
