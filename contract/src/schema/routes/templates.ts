import { appQuerySchema } from "../app-id.ts";
import { saveTemplateRequestSchema, updateTemplateRequestSchema } from "../content/template.ts";
import { templateDetailSchema, templatesResponseSchema } from "../responses/content/template.ts";
import { defineRoutes } from "./route.ts";

export const TEMPLATE_ROUTES = defineRoutes({
  "GET /api/templates": {
    access: "content.read",
    summary: "List saved templates",
    response: templatesResponseSchema,
  },
  "POST /api/templates": {
    access: "content.write",
    summary: "Save content as a template",
    query: appQuerySchema,
    body: saveTemplateRequestSchema,
    response: templateDetailSchema,
    status: 201,
    tagged: true,
    problems: ["content_not_found", "name_taken", "templates_full"],
  },
  "GET /api/templates/:id": {
    access: "content.read",
    summary: "Get a saved template",
    response: templateDetailSchema,
    tagged: true,
    problems: ["template_not_found"],
  },
  "PATCH /api/templates/:id": {
    access: "content.write",
    summary: "Rename a saved template, or change its description",
    body: updateTemplateRequestSchema,
    response: templateDetailSchema,
    tagged: true,
    revision: true,
    problems: ["template_not_found", "name_taken"],
  },
  "DELETE /api/templates/:id": {
    access: "content.write",
    summary: "Delete a saved template",
    problems: ["template_not_found"],
  },
});
