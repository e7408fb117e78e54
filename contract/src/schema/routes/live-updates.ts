import { appQuerySchema } from "../app-id.ts";
import {
  liveUpdateInputSchema,
  liveUpdateReachRequestSchema,
  liveUpdatesQuerySchema,
} from "../realtime/live-update.ts";
import {
  liveUpdateExperimentSchema,
  liveUpdateReachSchema,
  liveUpdateSchema,
  liveUpdatesResponseSchema,
  messageEmailSettingsSchema,
  messagePushSettingsSchema,
  scheduledLiveUpdatesSchema,
} from "../responses/realtime/live-update.ts";
import { defineRoutes } from "./route.ts";

export const LIVE_UPDATE_ROUTES = defineRoutes({
  "GET /api/live-updates": {
    access: "live_update.read",
    summary: "List live updates",
    query: liveUpdatesQuerySchema,
    former_query: { before: "after" },
    response: liveUpdatesResponseSchema,
  },
  "POST /api/live-updates": {
    access: "live_update.send",
    summary: "Send or schedule a live update",
    query: appQuerySchema,
    body: liveUpdateInputSchema,
    response: liveUpdateSchema,
    status: 201,
    problems: [
      "segment_not_found",
      "goal_not_found",
      "live_updates_full",
      "mail_off",
      "push_not_ready",
      "rate_limited",
    ],
  },
  "POST /api/live-updates/reach": {
    access: "live_update.read",
    summary: "Check who can receive a live update",
    query: appQuerySchema,
    body: liveUpdateReachRequestSchema,
    response: liveUpdateReachSchema,
    problems: ["segment_not_found"],
  },
  "GET /api/live-updates/scheduled": {
    access: "live_update.read",
    summary: "List live updates that aren't sent yet",
    query: appQuerySchema,
    response: scheduledLiveUpdatesSchema,
  },
  "GET /api/live-updates/email": {
    access: "live_update.read",
    summary: "Check whether live updates can be sent by email",
    query: appQuerySchema,
    response: messageEmailSettingsSchema,
  },
  "GET /api/live-updates/push": {
    access: "live_update.read",
    summary: "Check whether live updates can be sent as push notifications",
    query: appQuerySchema,
    response: messagePushSettingsSchema,
  },
  "GET /api/live-updates/:id/experiment": {
    access: "live_update.read",
    summary: "Compare the variants of a live update",
    query: appQuerySchema,
    response: liveUpdateExperimentSchema,
    problems: ["live_update_not_found"],
  },
  "POST /api/live-updates/:id/resend": {
    access: "live_update.send",
    summary: "Send a live update again to people who haven't seen it",
    query: appQuerySchema,
    response: liveUpdateSchema,
    status: 201,
    problems: ["live_update_not_found", "live_update_seen", "segment_not_found", "live_updates_full", "rate_limited"],
  },
  "PUT /api/live-updates/:id": {
    access: "live_update.send",
    summary: "Change a live update that isn't sent yet",
    query: appQuerySchema,
    body: liveUpdateInputSchema,
    response: liveUpdateSchema,
    problems: [
      "live_update_not_found",
      "segment_not_found",
      "goal_not_found",
      "mail_off",
      "push_not_ready",
      "rate_limited",
    ],
  },
  "DELETE /api/live-updates/:id": {
    access: "live_update.send",
    summary: "Cancel a live update that isn't sent yet",
    query: appQuerySchema,
    problems: ["live_update_not_found"],
  },
  "GET /api/live-updates/:id": {
    access: "live_update.read",
    summary: "Get a live update and its delivery counts",
    query: appQuerySchema,
    response: liveUpdateSchema,
    problems: ["live_update_not_found"],
  },
});
