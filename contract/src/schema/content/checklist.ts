import { z } from "zod";
import type { ChecklistBody } from "../../content/checklist.ts";
import { CHECKLIST_POSITION } from "../../content/positions.ts";
import { limits } from "../../limits.ts";
import { keySchema } from "../client/v1.ts";
import { slugSchema } from "../slug.ts";
import { blocksSchema } from "./block.ts";
import { dismissalShape } from "./dismissal.ts";
import { NEVER_SAVABLE } from "./draft.ts";
import { buttonSchema, haveUniqueIds, positionIdSchema, titleSchema } from "./panel.ts";
import { segmentRuleSchema } from "./rule.ts";

const taskSchema = z
  .strictObject({
    id: positionIdSchema.refine((id) => id !== CHECKLIST_POSITION, {
      error: "This ID is reserved for the checklist.",
      params: NEVER_SAVABLE,
    }),
    title: titleSchema,
    blocks: blocksSchema.default([]),
    button: buttonSchema.optional(),
    done_when: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("completed"), content: slugSchema }),
      z.strictObject({ kind: z.literal("event"), event: z.string().min(1).max(limits.event_name_chars_max) }),
      z.strictObject({ kind: z.literal("rule"), rule: segmentRuleSchema }),
      z.strictObject({ kind: z.literal("button") }),
      z.strictObject({ kind: z.literal("person") }),
    ]),
    audience: segmentRuleSchema.optional(),
  })
  .refine(({ done_when, button }) => done_when.kind !== "button" || button !== undefined, {
    path: ["button"],
    message: "Add a button. This task is completed by its button.",
  });

export const checklistBodySchema = z.strictObject({
  type: z.literal("checklist"),
  title: titleSchema,
  blocks: blocksSchema.default([]),
  tasks: z
    .array(taskSchema)
    .min(1, "Add at least one task.")
    .max(limits.tasks_max)
    .refine(haveUniqueIds, { error: "Two tasks have the same ID.", params: NEVER_SAVABLE }),
  opens: z.enum(["open", "closed"]).default("open"),
  sequential: z.literal(true).optional(),
  skippable: z.literal(true).optional(),
  group_progress: z
    .strictObject({
      only: z
        .strictObject({
          attribute: keySchema,
          value: z.string().min(1, "Enter a value.").max(limits.attribute_text_chars_max),
        })
        .optional(),
    })
    .optional(),
  ...dismissalShape(true),
}) satisfies z.ZodType<ChecklistBody>;
