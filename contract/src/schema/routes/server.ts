import { z } from "zod";
import {
  backupsResponseSchema,
  healthResponseSchema,
  nodesResponseSchema,
  serverStatusSchema,
} from "../responses/accounts/server-health.ts";
import { defineRoutes } from "./route.ts";

/** The OpenAPI document itself. */
const documentSchema = z.looseObject({ openapi: z.literal("3.1.0") });

export const OPENAPI_ROUTES = defineRoutes({
  "GET /api/openapi.json": {
    access: "anyone",
    summary: "Get this OpenAPI document",
    response: documentSchema,
    files: ["application/json"],
  },
});

export const SERVER_ROUTES = defineRoutes({
  "GET /api/status": {
    access: "self.read",
    summary: "Get whether the server is degraded, and since when",
    response: serverStatusSchema,
  },
  "GET /api/health": { access: "health.read", summary: "Run server health checks", response: healthResponseSchema },
  "GET /api/nodes": {
    access: "health.read",
    summary: "List the servers of this installation",
    response: nodesResponseSchema,
  },
  "POST /api/nodes/:id/drain": {
    access: "node.drain",
    summary: "Close a server's connections, finish its requests, and stop it",
    response: nodesResponseSchema,
    status: 202,
    problems: ["node_not_found"],
  },
  "GET /api/backups": {
    access: "backup.read",
    summary: "List backups and the one in progress",
    response: backupsResponseSchema,
  },
  "POST /api/backups": {
    access: "backup.write",
    summary: "Start a backup",
    response: backupsResponseSchema,
    status: 202,
    problems: ["backup_refused", "backup_running"],
  },
  "GET /api/backups/:name/database": {
    access: "backup.read",
    summary: "Download a backup without the master key",
    files: ["application/vnd.sqlite3"],
    problems: ["backup_not_found"],
  },
});
