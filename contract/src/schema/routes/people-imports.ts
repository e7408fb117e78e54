import { appQuerySchema } from "../app-id.ts";
import {
  checkImportRequestSchema,
  createPeopleImportRequestSchema,
  importPartRequestSchema,
  startImportRequestSchema,
} from "../people/people-import.ts";
import {
  importCheckSchema,
  peopleImportSchema,
  peopleImportsResponseSchema,
} from "../responses/people/people-import.ts";
import { defineRoutes } from "./route.ts";

export const PEOPLE_IMPORT_ROUTES = defineRoutes({
  "GET /api/people-imports": {
    access: "person.read",
    summary: "List people imports, newest first",
    query: appQuerySchema,
    response: peopleImportsResponseSchema,
  },
  "POST /api/people-imports": {
    access: "person.write",
    summary: "Start a CSV import of people",
    query: appQuerySchema,
    body: createPeopleImportRequestSchema,
    response: peopleImportSchema,
    status: 201,
    problems: ["import_running"],
  },
  "GET /api/people-imports/:id": {
    access: "person.read",
    summary: "Get the progress of an import",
    query: appQuerySchema,
    response: peopleImportSchema,
    problems: ["import_not_found"],
  },
  "PUT /api/people-imports/:id/parts/:number": {
    access: "person.write",
    summary: "Upload the next part of an import file",
    query: appQuerySchema,
    body: importPartRequestSchema,
    response: peopleImportSchema,
    problems: ["import_not_found", "import_refused", "import_unreadable"],
  },
  "POST /api/people-imports/:id/check": {
    access: "person.write",
    summary: "Validate a batch of import rows",
    query: appQuerySchema,
    body: checkImportRequestSchema,
    response: importCheckSchema,
    unkeyed: true,
    problems: ["import_not_found", "import_refused"],
  },
  "POST /api/people-imports/:id/start": {
    access: "person.write",
    summary: "Start an import",
    query: appQuerySchema,
    body: startImportRequestSchema,
    response: peopleImportSchema,
    problems: ["import_not_found", "import_refused", "import_running"],
  },
  "POST /api/people-imports/:id/cancel": {
    access: "person.write",
    summary: "Cancel an import and keep the stored rows",
    query: appQuerySchema,
    response: peopleImportSchema,
    problems: ["import_not_found", "import_refused"],
  },
  "GET /api/people-imports/:id/refused": {
    access: "person.write",
    summary: "Download rejected rows as CSV",
    query: appQuerySchema,
    files: ["text/csv"],
    problems: ["import_not_found"],
  },
});
