import { z } from "zod";
import type { NetPromoters } from "../../answer.ts";
import type { CapCover, CapGroup } from "../../cap-group.ts";
import { CELEBRATION_PRESETS } from "../../celebration.ts";
import { COLUMN_USES, type ImportColumn } from "../../import-columns.ts";
import { type LiveUpdateAudience, type LiveUpdateBody, type NoticeAction, TONES } from "../../live-update.ts";
import type { Answer } from "../../survey.ts";
import { exactly, listOf } from "./exactly.ts";

export const netPromotersSchema = exactly<NetPromoters>("NetPromoters")(
  z.strictObject({ detractors: z.number(), passives: z.number(), promoters: z.number(), score: z.number().nullable() }),
);

export const answerSchema = exactly<Answer>("Answer")(z.union([z.number(), listOf(z.string()), z.string()]));

export const importColumnSchema = exactly<ImportColumn>("ImportColumn")(
  z.strictObject({ name: z.string(), attribute: z.string(), use: z.enum(COLUMN_USES) }),
);

export const liveUpdateAudienceSchema = exactly<LiveUpdateAudience>("LiveUpdateAudience")(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("people"), external_ids: listOf(z.string()) }),
    z.strictObject({ kind: z.literal("groups"), groups: listOf(z.string()) }),
    z.strictObject({ kind: z.literal("segment"), segment_id: z.string() }),
    z.strictObject({ kind: z.literal("everyone") }),
  ]),
);

export const noticeActionSchema = exactly<NoticeAction>("NoticeAction")(
  z.strictObject({ label: z.string(), href: z.string().optional() }),
);

export const liveUpdateBodySchema = exactly<LiveUpdateBody>("LiveUpdateBody")(
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

export const capCoverSchema = exactly<CapCover>("CapCover")(
  z.strictObject({ types: listOf(z.string()), tags: listOf(z.string()) }),
);

export const capGroupSchema = exactly<CapGroup>("CapGroup")(
  z.strictObject({ name: z.string(), runs_max: z.number(), window_hours: z.number(), covers: capCoverSchema }),
);
