import { defaultThemeRequestSchema, putThemeRequestSchema } from "../content/theme.ts";
import { themeDetailSchema, themesResponseSchema, themeUsesSchema } from "../responses/content/theme.ts";
import { defineRoutes } from "./route.ts";

export const THEME_ROUTES = defineRoutes({
  "GET /api/themes": { access: "content.read", summary: "List themes", response: themesResponseSchema },
  "POST /api/themes": {
    access: "theme.write",
    summary: "Create a theme",
    body: putThemeRequestSchema,
    response: themeDetailSchema,
    status: 201,
    tagged: true,
    problems: ["name_taken", "themes_full", "theme_unreadable"],
  },
  "GET /api/themes/:id": {
    access: "content.read",
    summary: "Get a theme",
    response: themeDetailSchema,
    tagged: true,
    problems: ["theme_not_found"],
  },
  "PUT /api/themes/:id": {
    access: "theme.write",
    summary: "Update a theme",
    body: putThemeRequestSchema,
    response: themeDetailSchema,
    tagged: true,
    revision: true,
    problems: ["theme_not_found", "name_taken", "theme_unreadable"],
  },
  "DELETE /api/themes/:id": {
    access: "theme.write",
    summary: "Delete a theme",
    problems: ["theme_not_found", "theme_used"],
  },
  "POST /api/themes/:id/restore": {
    access: "theme.write",
    summary: "Restore a deleted theme",
    response: themeDetailSchema,
    tagged: true,
    problems: ["theme_not_found", "name_taken", "themes_full"],
  },
  "GET /api/themes/:id/uses": {
    access: "content.read",
    summary: "List content that uses a theme",
    response: themeUsesSchema,
    problems: ["theme_not_found"],
  },
  "PUT /api/default-theme": {
    access: "theme.write",
    summary: "Set the default theme",
    body: defaultThemeRequestSchema,
    problems: ["theme_not_found"],
  },
});
