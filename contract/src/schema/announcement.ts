import { z } from "zod";
import { ANNOUNCEMENT_FORMS, type AnnouncementBody, type AnnouncementForm } from "../announcement.ts";
import { limits } from "../limits.ts";
import { TONES } from "../live-update.ts";
import { choicesShape, closingShape } from "./choices.ts";
import { NEVER_KEPT } from "./draft.ts";
import { haveOwnIds, panelSchema } from "./panel.ts";

const SEVERAL: readonly AnnouncementForm[] = ["carousel", "tabs"];
/** Whoever is in one of them got there by F6: Escape is the way back. */
const BESIDE_THE_PAGE: readonly AnnouncementForm[] = ["toast", "banner"];

export const announcementBodySchema = z
  .strictObject({
    type: z.literal("announcement"),
    form: z.enum(ANNOUNCEMENT_FORMS),
    panels: z
      .array(panelSchema)
      .min(1, "An announcement needs something to say.")
      .max(limits.panels_max)
      .refine(haveOwnIds, { error: "Two panels have the same id.", params: NEVER_KEPT }),
    tone: z.enum(TONES).default("info"),
    feed: z.boolean().optional(),
    ...choicesShape(false),
    ...closingShape,
  })
  .refine(({ form, panels }) => panels.length === 1 || SEVERAL.includes(form), {
    path: ["panels"],
    message: "This form has one panel. Use a carousel or tabs for several.",
  })
  .refine((body) => body.escape === undefined || !BESIDE_THE_PAGE.includes(body.form), {
    path: ["escape"],
    message: "A toast or a banner goes with Escape: only what stands over the page can stay.",
  }) satisfies z.ZodType<AnnouncementBody>;
