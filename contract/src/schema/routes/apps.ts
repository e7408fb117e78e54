import { updateAppRequestSchema } from "../accounts/app-settings.ts";
import { newAppSchema, newSecretSchema } from "../accounts/new-app.ts";
import { appDetailSchema, appStatusSchema } from "../responses/accounts/app-settings.ts";
import {
  appSecretsResponseSchema,
  createdAppResponseSchema,
  newSecretResponseSchema,
} from "../responses/accounts/new-app.ts";
import { appsResponseSchema } from "../responses/content/content.ts";
import { defineRoutes } from "./route.ts";

export const APP_ROUTES = defineRoutes({
  "GET /api/apps": { access: "app.read", summary: "List apps", response: appsResponseSchema },
  "POST /api/apps": {
    access: "app.create",
    summary: "Create an app and get its secret once",
    body: newAppSchema,
    response: createdAppResponseSchema,
    status: 201,
    problems: ["app_taken"],
  },
  "DELETE /api/apps/:id": {
    access: "app.delete",
    summary: "Delete an app and all of its data",
    problems: ["app_not_found", "app_last"],
  },
  "GET /api/apps/:id": {
    access: "app.read",
    summary: "Get an app and its settings",
    response: appDetailSchema,
    tagged: true,
    problems: ["app_not_found"],
  },
  "GET /api/apps/:id/status": {
    access: "app.read",
    summary: "Get current connections and first page view",
    response: appStatusSchema,
    problems: ["app_not_found"],
  },
  "PATCH /api/apps/:id": {
    access: "app.write",
    summary: "Update an app",
    body: updateAppRequestSchema,
    response: appDetailSchema,
    tagged: true,
    revision: true,
    problems: ["app_not_found"],
  },
});

export const SECRET_ROUTES = defineRoutes({
  "GET /api/apps/:id/secrets": {
    access: "secret.read",
    summary: "List an app's secrets, without their values",
    response: appSecretsResponseSchema,
    problems: ["app_not_found"],
  },
  "POST /api/apps/:id/secrets": {
    access: "secret.write",
    summary: "Create a secret; returned once",
    body: newSecretSchema,
    response: newSecretResponseSchema,
    status: 201,
    problems: ["app_not_found", "secrets_full"],
  },
  "DELETE /api/apps/:id/secrets/:secret_id": {
    access: "secret.write",
    summary: "Revoke a secret",
    problems: ["app_not_found", "secret_not_found", "secret_last"],
  },
});
