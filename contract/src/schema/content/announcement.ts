import { z } from "zod";
import { ANNOUNCEMENT_FORMS, type AnnouncementBody, type AnnouncementForm } from "../../content/announcement.ts";
import { TONES } from "../../content/tone.ts";
import { limits } from "../../limits.ts";
import { closeShape, dismissalShape } from "./dismissal.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import { haveUniqueIds, panelSchema } from "./panel.ts";

const MULTI_PANEL_FORMS: readonly AnnouncementForm[] = ["carousel", "tabs"];
/** People reach these with F6, and Escape returns to the page. */
const NON_BLOCKING_FORMS: readonly AnnouncementForm[] = ["toast", "banner"];

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
    ...dismissalShape(false),
    ...closeShape,
  })
  .refine(({ form, panels }) => panels.length === 1 || MULTI_PANEL_FORMS.includes(form), {
    path: ["panels"],
    message: "This format has only one panel. For more panels, use a carousel or tabs.",
  })
  .refine((body) => body.escape === undefined || !NON_BLOCKING_FORMS.includes(body.form), {
    path: ["escape"],
    message: "Escape always closes toasts and banners. Only announcements over the page can stay open.",
  }) satisfies z.ZodType<AnnouncementBody>;
