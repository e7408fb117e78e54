import { sameValue } from "@fanfare/contract/draft/draft-merge";
import { createGoalRequestSchema } from "@fanfare/contract/schema/analytics/goal";
import type { Goal } from "@fanfare/contract/schema/responses/analytics/goal";
import { z } from "zod";
import { list } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { PRESET_LABELS } from "../../model/preset-labels.ts";
import { describeTest } from "../../model/rules/attribute-labels.ts";

export type GoalForm = Pick<Goal, "name" | "event_name" | "props" | "window_days" | "attribution" | "celebration">;

const { name, event_name, props, window_days, attribution, celebration } = createGoalRequestSchema.shape;
export const goalFormSchema = z.object({
  name,
  event_name: z.string().trim().pipe(event_name),
  props: z.custom<Goal["props"]>((value) => props.unwrap().safeParse(value).success, t("Complete the conditions.")),
  window_days: window_days.unwrap(),
  attribution: attribution.unwrap(),
  celebration: celebration.unwrap(),
});

export const NEW_GOAL: GoalForm = {
  name: "",
  event_name: "",
  props: [],
  window_days: 7,
  attribution: "last",
  celebration: null,
};

const FIELDS = ["name", "event_name", "props", "window_days", "attribution", "celebration"] as const;

export function changedFields(base: GoalForm, goal: GoalForm): readonly (typeof FIELDS)[number][] {
  return FIELDS.filter((field) => !sameValue(base[field], goal[field]));
}

/**
 * Merges the changes of both sides. Undefined if both changed a field to different values.
 *
 * @example
 * mergeGoals(base, { ...base, name: "Mine" }, { ...base, window_days: 3 }); // both changes
 */
export function mergeGoals(base: GoalForm, mine: GoalForm, theirs: GoalForm): GoalForm | undefined {
  const own = changedFields(base, mine);
  if (own.some((field) => !sameValue(base[field], theirs[field]) && !sameValue(mine[field], theirs[field])))
    return undefined;
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) };
}

/** Describes the changed fields, or that none changed. */
export function describeGoalChanges(base: GoalForm, goal: GoalForm): readonly string[] {
  const fields = changedFields(base, goal);
  return fields.length === 0 ? [t("no visible changes")] : fields.map((field) => FIELD_LABELS[field](goal));
}

const FIELD_LABELS: Readonly<Record<(typeof FIELDS)[number], (goal: GoalForm) => string>> = {
  name: ({ name }) => t("name: {name}", { name }),
  event_name: ({ event_name }) => t("event: {name}", { name: event_name }),
  props: ({ props: tests }) =>
    tests.length === 0
      ? t("no properties")
      : t("properties: {tests}", { tests: list(tests.map((each) => describeTest(each.name, each.test))) }),
  window_days: ({ window_days }) => tCount(window_days, "attribution window: {n} day", "attribution window: {n} days"),
  attribution: ({ attribution }) =>
    attribution === "last" ? t("attribution: last content") : t("attribution: first content"),
  celebration: ({ celebration }) =>
    celebration === null
      ? t("no celebration##goal")
      : t("celebration: {name}", { name: PRESET_LABELS[celebration].label }),
};
