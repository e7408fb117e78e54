import { createDashboardRequestSchema, updateDashboardRequestSchema } from "../../analytics/dashboard.ts";
import { createDashboardEmailRequestSchema } from "../../analytics/dashboard-email.ts";
import { createDashboardLinkRequestSchema } from "../../analytics/dashboard-link.ts";
import { appQuerySchema } from "../../app-id.ts";
import { dashboardSchema, dashboardsResponseSchema } from "../../responses/analytics/dashboard.ts";
import { dashboardEmailSchema, dashboardEmailsResponseSchema } from "../../responses/analytics/dashboard-email.ts";
import { dashboardLinksResponseSchema, newDashboardLinkSchema } from "../../responses/analytics/dashboard-link.ts";
import { defineRoutes } from "../route.ts";

export const DASHBOARD_ROUTES = defineRoutes({
  "GET /api/dashboards": {
    access: "dashboard.read",
    summary: "List dashboards of an app",
    query: appQuerySchema,
    response: dashboardsResponseSchema,
  },
  "POST /api/dashboards": {
    access: "dashboard.write",
    summary: "Create a dashboard",
    query: appQuerySchema,
    body: createDashboardRequestSchema,
    response: dashboardSchema,
    status: 201,
    tagged: true,
    problems: ["name_taken", "dashboards_full"],
  },
  "PATCH /api/dashboards/:id": {
    access: "dashboard.write",
    summary: "Rename a dashboard, or change its charts",
    query: appQuerySchema,
    body: updateDashboardRequestSchema,
    response: dashboardSchema,
    tagged: true,
    revision: true,
    problems: ["dashboard_not_found", "name_taken"],
  },
  "DELETE /api/dashboards/:id": {
    access: "dashboard.write",
    summary: "Delete a dashboard",
    query: appQuerySchema,
    problems: ["dashboard_not_found"],
  },
  "GET /api/dashboards/:id/links": {
    access: "dashboard.share",
    summary: "List links of a dashboard that haven't expired",
    query: appQuerySchema,
    response: dashboardLinksResponseSchema,
    problems: ["dashboard_not_found"],
  },
  "POST /api/dashboards/:id/links": {
    access: "dashboard.share",
    summary: "Create a link that shows a dashboard without an account",
    query: appQuerySchema,
    body: createDashboardLinkRequestSchema,
    response: newDashboardLinkSchema,
    status: 201,
    problems: ["dashboard_not_found", "dashboard_links_full"],
  },
  "DELETE /api/dashboards/:id/links/:link_id": {
    access: "dashboard.share",
    summary: "Revoke a link of a dashboard",
    query: appQuerySchema,
    problems: ["dashboard_not_found", "dashboard_link_not_found"],
  },
  "GET /api/dashboards/:id/emails": {
    access: "dashboard.write",
    summary: "List scheduled emails of a dashboard",
    query: appQuerySchema,
    response: dashboardEmailsResponseSchema,
    problems: ["dashboard_not_found"],
  },
  "POST /api/dashboards/:id/emails": {
    access: "dashboard.write",
    summary: "Schedule emails of a dashboard",
    query: appQuerySchema,
    body: createDashboardEmailRequestSchema,
    response: dashboardEmailSchema,
    status: 201,
    problems: ["dashboard_not_found", "dashboard_emails_full"],
  },
  "PUT /api/dashboards/:id/emails/:email_id": {
    access: "dashboard.write",
    summary: "Change scheduled emails of a dashboard",
    query: appQuerySchema,
    body: createDashboardEmailRequestSchema,
    response: dashboardEmailSchema,
    problems: ["dashboard_not_found", "dashboard_email_not_found"],
  },
  "DELETE /api/dashboards/:id/emails/:email_id": {
    access: "dashboard.write",
    summary: "Delete scheduled emails of a dashboard",
    query: appQuerySchema,
    problems: ["dashboard_not_found", "dashboard_email_not_found"],
  },
});
