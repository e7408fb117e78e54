import { z } from "zod";
import {
  ANNOUNCEMENT_FORMS,
  type AnnouncementBody,
  type AnnouncementForm,
  type BannerPosition,
  type Countdown,
  ELEMENT_SIDES,
  type ElementPosition,
} from "../../content/announcement.ts";
import { TONES } from "../../content/tone.ts";
import { limits } from "../../limits.ts";
import { closeShape, dismissalShape } from "./dismissal.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import { haveUniqueIds, panelSchema } from "./panel.ts";
import { targetSchema, waitSchema } from "./target.ts";
import { textWithVariables } from "./text.ts";
import { wallTimeSchema, zoneSchema } from "./wall-time.ts";

const MULTI_PANEL_FORMS: readonly AnnouncementForm[] = ["carousel", "tabs"];
/** People reach these with F6, and Escape returns to the page. */
const NON_BLOCKING_FORMS: readonly AnnouncementForm[] = ["toast", "banner"];

export const elementPositionSchema = z.strictObject({
  place: z.enum(ELEMENT_SIDES),
  target: targetSchema,
  wait_ms: waitSchema,
}) satisfies z.ZodType<ElementPosition>;

const positionSchema = z.discriminatedUnion("place", [
  z.strictObject({ place: z.enum(["top", "bottom"]), sticky: z.literal(true).optional() }),
  elementPositionSchema,
]) satisfies z.ZodType<BannerPosition>;

const countdownSchema = z.strictObject({
  ends_at: wallTimeSchema,
  zone: zoneSchema,
  ended_text: textWithVariables(
    z.string().trim().min(1, "Enter text.").max(limits.countdown_text_chars_max),
  ).optional(),
}) satisfies z.ZodType<Countdown>;

export const announcementBodySchema = z
  .strictObject({
    type: z.literal("announcement"),
    form: z.enum(ANNOUNCEMENT_FORMS),
    panels: z
      .array(panelSchema)
      .min(1, "Add text to the announcement.")
      .max(limits.panels_max)
      .refine(haveUniqueIds, { error: "Two panels have the same ID.", params: NEVER_SAVABLE }),
    tone: z.enum(TONES).default("info"),
    feed: z.boolean().optional(),
    position: positionSchema.optional(),
    countdown: countdownSchema.optional(),
    ...dismissalShape(false),
    ...closeShape,
  })
  .refine(({ form, panels }) => panels.length === 1 || MULTI_PANEL_FORMS.includes(form), {
    path: ["panels"],
    message: "This format has only one panel. For more panels, use a carousel or tabs.",
  })
  .refine(({ form, position }) => position === undefined || form === "banner", {
    path: ["position"],
    message: "Only banners have a position on the page.",
  })
  .refine(({ form, countdown }) => countdown === undefined || form === "banner", {
    path: ["countdown"],
    message: "Only banners can count down.",
  })
  .refine((body) => body.escape === undefined || !NON_BLOCKING_FORMS.includes(body.form), {
    path: ["escape"],
    message: "Escape always closes toasts and banners. Only announcements over the page can stay open.",
  }) satisfies z.ZodType<AnnouncementBody>;
