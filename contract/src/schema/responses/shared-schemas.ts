import { z } from "zod";
import { CELEBRATION_PRESETS } from "../../content/celebration-preset.ts";
import type { Answer } from "../../content/survey.ts";
import type { NetPromoters } from "../../content/survey-answer.ts";
import { TONES } from "../../content/tone.ts";
import type { CapCover, CapGroup } from "../../gates/cap-group.ts";
import { COLUMN_USES, type ImportColumn } from "../../people/import-columns.ts";
import type { DeliveryTiming } from "../../realtime/delivery-timing.ts";
import type { LiveUpdateAudience, LiveUpdateBody, NoticeAction } from "../../realtime/live-update.ts";
import type { MessageEmail } from "../../realtime/message-email.ts";
import type { MessageExperiment } from "../../realtime/message-experiment.ts";
import type { MessagePush } from "../../realtime/message-push.ts";
import { exactSchema, readonlyArray } from "./response-schema.ts";

export const netPromotersSchema = exactSchema<NetPromoters>("NetPromoters")(
  z.strictObject({
    ...{ detractors: z.number(), passives: z.number(), promoters: z.number(), score: z.number().nullable() },
    interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  }),
);

export const answerSchema = exactSchema<Answer>("Answer")(
  z.union([
    z.number(),
    readonlyArray(z.string()),
    z.string(),
    z.strictObject({ options: readonlyArray(z.string()), other: z.string() }),
    z.strictObject({ rows: z.record(z.string(), z.string()).readonly() }),
  ]),
);

export const importColumnSchema = exactSchema<ImportColumn>("ImportColumn")(
  z.strictObject({ name: z.string(), attribute: z.string(), use: z.enum(COLUMN_USES) }),
);

export const liveUpdateAudienceSchema = exactSchema<LiveUpdateAudience>("LiveUpdateAudience")(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("people"), external_ids: readonlyArray(z.string()) }),
    z.strictObject({ kind: z.literal("groups"), groups: readonlyArray(z.string()) }),
    z.strictObject({ kind: z.literal("segment"), segment_id: z.string() }),
    z.strictObject({ kind: z.literal("everyone") }),
  ]),
);

export const deliveryTimingSchema = exactSchema<DeliveryTiming>("DeliveryTiming")(
  z.strictObject({
    time_zone: z.string(),
    send_at: z.string().nullable(),
    zone: z.enum(["fixed", "person"]),
    quiet_hours: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  }),
);

const noticeActionSchema = exactSchema<NoticeAction>("NoticeAction")(
  z.strictObject({ label: z.string(), href: z.string().optional() }),
);

export const liveUpdateBodySchema = exactSchema<LiveUpdateBody>("LiveUpdateBody")(
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.enum(["toast", "banner"]),
      title: z.string().optional(),
      text: z.string(),
      tone: z.enum(TONES),
      action: noticeActionSchema.optional(),
    }),
    z.strictObject({ kind: z.literal("badge"), badge: z.string(), count: z.number(), label: z.string().optional() }),
    z.strictObject({
      kind: z.literal("celebration"),
      preset: z.enum(CELEBRATION_PRESETS),
      text: z.string().optional(),
    }),
    z.strictObject({ kind: z.literal("data"), name: z.string(), data: z.unknown().optional() }),
  ]),
);

export const messageExperimentSchema = exactSchema<MessageExperiment>("MessageExperiment")(
  z.strictObject({
    weight: z.number(),
    variants: readonlyArray(z.strictObject({ weight: z.number(), body: liveUpdateBodySchema })),
    goal_id: z.string().nullable(),
  }),
);

export const messagePushSchema = exactSchema<MessagePush>("MessagePush")(z.strictObject({ after_minutes: z.number() }));

export const messageEmailSchema = exactSchema<MessageEmail>("MessageEmail")(
  z.strictObject({ after_hours: z.number() }),
);

const capCoverSchema = exactSchema<CapCover>("CapCover")(
  z.strictObject({ types: readonlyArray(z.string()), tags: readonlyArray(z.string()) }),
);

export const capGroupSchema = exactSchema<CapGroup>("CapGroup")(
  z.strictObject({ name: z.string(), runs_max: z.number(), window_hours: z.number(), covers: capCoverSchema }),
);
