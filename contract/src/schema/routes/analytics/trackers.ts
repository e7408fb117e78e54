import { createTrackerRequestSchema, updateTrackerRequestSchema } from "../../analytics/tracker.ts";
import { appQuerySchema } from "../../app-id.ts";
import { trackerSchema, trackersResponseSchema, trackerUsesSchema } from "../../responses/analytics/tracker.ts";
import { defineRoutes } from "../route.ts";

export const TRACKER_ROUTES = defineRoutes({
  "GET /api/trackers": {
    access: "tracker.read",
    summary: "List trackers of an app",
    query: appQuerySchema,
    response: trackersResponseSchema,
  },
  "POST /api/trackers": {
    access: "tracker.write",
    summary: "Create a tracker as a draft",
    query: appQuerySchema,
    body: createTrackerRequestSchema,
    response: trackerSchema,
    status: 201,
    tagged: true,
    problems: ["name_taken", "trackers_full"],
  },
  "GET /api/trackers/:id": {
    access: "tracker.read",
    summary: "Get a tracker",
    query: appQuerySchema,
    response: trackerSchema,
    tagged: true,
    problems: ["tracker_not_found"],
  },
  "GET /api/trackers/:id/uses": {
    access: "tracker.read",
    summary: "List what uses a tracker's event",
    query: appQuerySchema,
    response: trackerUsesSchema,
    problems: ["tracker_not_found"],
  },
  "PATCH /api/trackers/:id": {
    access: "tracker.write",
    summary: "Update a tracker's draft",
    query: appQuerySchema,
    body: updateTrackerRequestSchema,
    response: trackerSchema,
    tagged: true,
    revision: true,
    problems: ["tracker_not_found", "name_taken"],
  },
  "POST /api/trackers/:id/publish": {
    access: "tracker.publish",
    summary: "Publish a tracker's draft",
    query: appQuerySchema,
    response: trackerSchema,
    tagged: true,
    revision: true,
    problems: ["tracker_not_found"],
  },
  "POST /api/trackers/:id/pause": {
    access: "tracker.publish",
    summary: "Pause a tracker",
    query: appQuerySchema,
    response: trackerSchema,
    tagged: true,
    problems: ["tracker_not_found"],
  },
  "DELETE /api/trackers/:id": {
    access: "tracker.publish",
    summary: "Delete a tracker",
    query: appQuerySchema,
    problems: ["tracker_not_found"],
  },
  "POST /api/trackers/:id/restore": {
    access: "tracker.publish",
    summary: "Restore a deleted tracker",
    query: appQuerySchema,
    response: trackerSchema,
    tagged: true,
    problems: ["tracker_not_found", "name_taken", "trackers_full"],
  },
});
