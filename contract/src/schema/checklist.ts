import { z } from "zod";
import type { ChecklistBody } from "../checklist.ts";
import { limits } from "../limits.ts";
import { CHECKLIST_STATION } from "../stations.ts";
import { blocksSchema } from "./block.ts";
import { choicesShape } from "./choices.ts";
import { NEVER_KEPT } from "./draft.ts";
import { buttonSchema, haveOwnIds, stationIdSchema, titleSchema } from "./panel.ts";
import { slugSchema } from "./slug.ts";

const taskSchema = z
  .strictObject({
    id: stationIdSchema.refine((id) => id !== CHECKLIST_STATION, {
      error: "This id is the checklist's own.",
      params: NEVER_KEPT,
    }),
    title: titleSchema,
    blocks: blocksSchema.default([]),
    button: buttonSchema.optional(),
    done_when: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("completed"), content: slugSchema }),
      z.strictObject({ kind: z.literal("event"), event: z.string().min(1).max(limits.event_name_chars_max) }),
      z.strictObject({ kind: z.literal("button") }),
      z.strictObject({ kind: z.literal("person") }),
    ]),
  })
  .refine(({ done_when, button }) => done_when.kind !== "button" || button !== undefined, {
    path: ["button"],
    message: "This task is done by its button: give it one.",
  });

export const checklistBodySchema = z.strictObject({
  type: z.literal("checklist"),
  title: titleSchema,
  blocks: blocksSchema.default([]),
  tasks: z
    .array(taskSchema)
    .min(1, "A checklist needs at least one task.")
    .max(limits.tasks_max)
    .refine(haveOwnIds, { error: "Two tasks have the same id.", params: NEVER_KEPT }),
  opens: z.enum(["open", "closed"]).default("open"),
  ...choicesShape(true),
}) satisfies z.ZodType<ChecklistBody>;
