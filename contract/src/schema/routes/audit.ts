import { auditExportQuerySchema, auditQuerySchema } from "../accounts/audit.ts";
import { auditPageSchema, auditVerificationSchema } from "../responses/accounts/audit.ts";
import { defineRoutes } from "./route.ts";

export const AUDIT_ROUTES = defineRoutes({
  "GET /api/audit": {
    access: "audit.read",
    summary: "List audit log entries, newest first",
    query: auditQuerySchema,
    former_query: { before: "after" },
    response: auditPageSchema,
  },
  "GET /api/audit/export": {
    access: "audit.read",
    summary: "Export the audit log as NDJSON or CSV",
    query: auditExportQuerySchema,
    files: ["application/x-ndjson", "text/csv"],
  },
  "GET /api/audit/verify": { access: "audit.read", summary: "Verify the audit log", response: auditVerificationSchema },
});
