import { z } from "zod";
import { VARIANTS } from "../../../content/experiment.ts";
import { LIVE_UPDATE_PRIORITIES } from "../../../realtime/live-update.ts";
import { MESSAGE_EMAIL_STATES } from "../../../realtime/message-email.ts";
import { MESSAGE_PUSH_STATES } from "../../../realtime/message-push.ts";
import { RECIPIENT_STATES } from "../../../realtime/recipient.ts";
import { estimateSchema, liftSchema } from "../analytics/experiment.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import {
  deliveryTimingSchema,
  liveUpdateAudienceSchema,
  liveUpdateBodySchema,
  messageEmailSchema,
  messageExperimentSchema,
  messagePushSchema,
} from "../shared-schemas.ts";
import { causeSchema } from "../stored-schemas.ts";

/** Deliveries by state. Earlier states include later ones: an acted-on delivery also counts as seen and delivered. */
const liveUpdateCountsSchema = responseSchema("LiveUpdateCounts", {
  /** Size of the audience. Null if it's only known on delivery (groups, everyone). */
  people: z.number().nullable(),
  sent: z.number(),
  delivered: z.number(),
  seen: z.number(),
  acted: z.number(),
  dismissed: z.number(),
  collapsed: z.number(),
  /** Sent to a page that didn't report it as shown before it expired. */
  expired: z.number(),
  /** People it was sent to, on any number of devices. */
  reached: z.number(),
  /** People it was sent to, each counted once, by the furthest state on any of their devices. */
  furthest: z.strictObject({
    sent: z.number(),
    delivered: z.number(),
    /** Not seen before it expired or was sent again. */
    expired: z.number(),
    collapsed: z.number(),
    seen: z.number(),
    dismissed: z.number(),
    acted: z.number(),
  }),
  /** People of the audience it wasn't sent to, who get it on their next page. 0 once it expired or was sent again, or if unknown. */
  waiting: z.number(),
  /** People of the audience it can't be sent to, because they aren't verified. 0 once it expired, or if unknown. */
  undeliverable: z.number(),
  /** People of the audience it wasn't sent to before it expired or was sent again. */
  missed: z.number(),
  /** Emails to people who hadn't seen it. Null if it has no email. */
  emails: z
    .strictObject({
      /** Queued so far. */
      waiting: z.number(),
      sent: z.number(),
      failed: z.number(),
      /** Not needed: the person saw it meanwhile, or can't get it. */
      skipped: z.number(),
      /** People who unsubscribed with the link of its email. */
      unsubscribed: z.number(),
    })
    .nullable(),
  /** Notifications to people who hadn't seen it. Null if it has none. */
  pushes: z
    .strictObject({
      /** Queued so far. */
      waiting: z.number(),
      /** Accepted by a push service, for at least one browser of the person. */
      sent: z.number(),
      failed: z.number(),
      /** Not needed: the person saw it meanwhile, or can't get it. */
      skipped: z.number(),
      /** People who clicked the notification. */
      opened: z.number(),
    })
    .nullable(),
});
export type LiveUpdateCounts = ResponseOf<typeof liveUpdateCountsSchema>;

export const liveUpdateSchema = responseSchema("LiveUpdate", {
  id: z.string(),
  audience: liveUpdateAudienceSchema,
  body: liveUpdateBodySchema,
  priority: z.enum(LIVE_UPDATE_PRIORITIES),
  require_ack: z.boolean(),
  collapse_key: z.string().nullable(),
  devices: z.enum(["one", "all"]),
  timing: deliveryTimingSchema.nullable(),
  experiment: messageExperimentSchema.nullable(),
  email: messageEmailSchema.nullable(),
  push: messagePushSchema.nullable(),
  /** When the first people get it. Null once it's sent. */
  scheduled_for: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The first live update, if this one was sent again to people who hadn't seen it. */
  resend_of: z.string().nullable(),
  /** Whether it was sent again. People who haven't seen it get only the newest one. */
  resent: z.boolean(),
  counts: liveUpdateCountsSchema,
});
export type LiveUpdate = ResponseOf<typeof liveUpdateSchema>;

const measuredSchema = z.strictObject({
  people: z.number(),
  /** Share of the people who saw the variant, or for `seen`, of those it was sent to. */
  share: estimateSchema,
  /** Compared with variant A. Null for variant A itself. */
  lift: liftSchema.nullable(),
});

/** People per variant of a live update's A/B test, each person once. */
export const liveUpdateExperimentSchema = responseSchema("LiveUpdateExperiment", {
  variants: readonlyArray(
    z.strictObject({
      id: z.enum(VARIANTS),
      weight: z.number(),
      body: liveUpdateBodySchema,
      /** People it was sent to. */
      sent: z.number(),
      seen: measuredSchema,
      acted: measuredSchema,
      /** People who completed the goal after they saw the variant. Null without a goal. */
      completed: measuredSchema.nullable(),
    }),
  ),
  /** Null without a goal, or if it was deleted. */
  goal: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});
export type LiveUpdateExperiment = ResponseOf<typeof liveUpdateExperimentSchema>;

/** Who of an audience a message can reach now. */
export const liveUpdateReachSchema = responseSchema("LiveUpdateReach", {
  /** Size of the audience. For everyone, the people who are known now. Null if it's only known on delivery (groups). */
  people: z.number().nullable(),
  /** Whether everyone is more than `people`, which is then `limits.people_counted_max`. */
  more: z.boolean(),
  /** People of the audience by state. All 0 for everyone and groups. */
  states: z.strictObject({
    verified: z.number(),
    anonymous: z.number(),
    unverified: z.number(),
    merged: z.number(),
    unknown: z.number(),
  }),
  /** The first people it can't reach now, or who aren't known. */
  examples: readonlyArray(z.strictObject({ external_id: z.string(), state: z.enum(RECIPIENT_STATES) })),
});
export type LiveUpdateReach = ResponseOf<typeof liveUpdateReachSchema>;

/** Whether messages can be sent by email. */
export const messageEmailSettingsSchema = responseSchema("MessageEmailSettings", {
  state: z.enum(["ready", "mail_off", "no_public_url"]),
});
export type MessageEmailSettings = ResponseOf<typeof messageEmailSettingsSchema>;

/** Whether messages can be sent as push notifications. */
export const messagePushSettingsSchema = responseSchema("MessagePushSettings", {
  state: z.enum(["ready", "no_public_url"]),
  /** People of the app with a subscribed browser. */
  subscribed_people: z.number(),
});
export type MessagePushSettings = ResponseOf<typeof messagePushSettingsSchema>;

/** The subscribed browsers of one person, and the notifications of messages to them. */
export const personPushesSchema = responseSchema("PersonPushes", {
  /** Newest first. */
  subscriptions: readonlyArray(
    z.strictObject({
      id: z.string(),
      /** Host of the browser's push service. */
      service: z.string(),
      created_at: z.iso.datetime(),
      /** When a page last confirmed it. */
      confirmed_at: z.iso.datetime(),
    }),
  ),
  /** For the newest live updates with a notification whose audience they are in, newest first. */
  items: readonlyArray(
    z.strictObject({
      live_update_id: z.string(),
      body: liveUpdateBodySchema,
      state: z.enum(MESSAGE_PUSH_STATES),
      cause: causeSchema,
      /** When it's due, or when it reached its state. */
      at: z.iso.datetime(),
    }),
  ),
});
export type PersonPushes = ResponseOf<typeof personPushesSchema>;

/** The emails of messages to one person. */
export const personEmailsSchema = responseSchema("PersonEmails", {
  /** When the person unsubscribed from the emails of this app. Only their own link undoes it. */
  unsubscribed_at: z.iso.datetime().nullable(),
  /** For the newest live updates with an email whose audience they are in, newest first. */
  items: readonlyArray(
    z.strictObject({
      live_update_id: z.string(),
      body: liveUpdateBodySchema,
      state: z.enum(MESSAGE_EMAIL_STATES),
      cause: causeSchema,
      /** When it's due, or when it reached its state. */
      at: z.iso.datetime(),
    }),
  ),
});
export type PersonEmails = ResponseOf<typeof personEmailsSchema>;

/** Soonest first. */
export const scheduledLiveUpdatesSchema = responseSchema("ScheduledLiveUpdates", {
  items: readonlyArray(liveUpdateSchema),
});

export const liveUpdatesResponseSchema = pageSchema("LiveUpdatesResponse", liveUpdateSchema);
