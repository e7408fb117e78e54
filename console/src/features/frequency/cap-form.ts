import { capCoverSchema, createCapGroupRequestSchema } from "@fanfare/contract/schema/people/segment";
import type { CapGroupDetail } from "@fanfare/contract/schema/responses/people/segment";
import { z } from "zod";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { list } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";

const { name, runs_max, window_hours } = createCapGroupRequestSchema.shape;
const { types, tags } = capCoverSchema.shape;

export const capFormSchema = z
  .object({ name, runs_max, window_hours, scope: z.enum(["all", "some"]), types: types.unwrap(), tags: tags.unwrap() })
  .refine(({ scope, types, tags }) => scope === "all" || types.length + tags.length > 0, {
    path: ["types"],
    message: t("Select a type or a tag, or choose all content."),
  });

export type CapForm = z.input<typeof capFormSchema>;
type CapValues = Pick<CapGroupDetail, "name" | "runs_max" | "window_hours" | "covers">;

export const NEW_CAP: CapForm = { name: "", runs_max: 1, window_hours: 24, scope: "all", types: [], tags: [] };

export function toCapForm({ name, runs_max, window_hours, covers }: CapValues): CapForm {
  const known = types.unwrap().element.options.filter((type) => covers.types.includes(type));
  const scope = covers.types.length + covers.tags.length === 0 ? "all" : "some";
  return { name, runs_max, window_hours, scope, types: known, tags: [...covers.tags] };
}

export function toCap({ scope, types, tags, ...rest }: CapForm) {
  return { ...rest, covers: scope === "all" ? { types: [], tags: [] } : { types, tags } };
}

export function describeLimit({ runs_max, window_hours }: Pick<CapValues, "runs_max" | "window_hours">): string {
  const views = tCount(runs_max, "At most {n} view", "At most {n} views");
  return tCount(window_hours, "{views} within {n} hour", "{views} within {n} hours", { views });
}

/** "Tour, Survey, Tag “onboarding”". */
export function describeCover({ types, tags }: CapValues["covers"]): string {
  if (types.length + tags.length === 0) return t("All content");
  const labels = Object.entries(TYPE_INFO).flatMap(([type, { label }]) => (types.includes(type) ? [label] : []));
  return list([...labels, ...tags.map((tag) => t("Tag “{tag}”", { tag }))]);
}

/** Describes the changed fields, or that none changed. */
export function describeCapChanges(base: CapValues, cap: CapValues): readonly string[] {
  const changes = [
    base.name === cap.name ? [] : [t("name: {name}", { name: cap.name })],
    describeLimit(base) === describeLimit(cap) ? [] : [describeLimit(cap)],
    describeCover(base.covers) === describeCover(cap.covers) ? [] : [describeCover(cap.covers)],
  ].flat();
  return changes.length === 0 ? [t("no visible changes")] : changes;
}
