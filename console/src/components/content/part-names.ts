import type { Body, ContentType } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import { variantBodies } from "@fanfare/contract/content/variants";
import { fillVariables } from "@fanfare/contract/translation/text-variables";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";

/** Author-given names of content parts by part ID, in the author's order. */
export type PartNames = ReadonlyMap<string, string>;

/**
 * Reads names from the draft and its variants, with the fallbacks of their variables. Parts keep their ID across versions.
 * Parts that were removed since have no name. Parts of variants can share an ID: without a variant, they're named
 * together, otherwise as in the variant.
 *
 * @example
 * partNames(detail.draft).get("intro"); // "Welcome"
 * partNames(detail.draft_with_experiment).get("intro"); // "Welcome / Hello"
 */
export function partNames(edition: Pick<Edition, "body" | "experiment">, variant?: string): PartNames {
  const all = namesIn(variantBodies(edition));
  if (variant === undefined) return all;
  const own = namesIn([edition.experiment?.variants.find(({ id }) => id === variant)?.body ?? edition.body]);
  return new Map([...own, ...[...all].filter(([id]) => !own.has(id))]);
}

function namesIn(bodies: readonly Body[]): PartNames {
  const parts = bodies.flatMap(partsIn).map(({ id, title }) => ({ id, title: fillVariables(title, {}).trim() }));
  const titled = Map.groupBy(
    parts.filter(({ title }) => title !== ""),
    ({ id }) => id,
  );
  return new Map([...titled].map(([id, same]) => [id, [...new Set(same.map(({ title }) => title))].join(" / ")]));
}

/** Names of a content item's parts. Empty while loading. */
export function usePartNames(content_id: string | undefined): PartNames {
  return useParts(content_id).names;
}

/** Names of a content item's parts, of all variants or of one, and its type. Empty and undefined while loading. */
export function useParts(content_id: string | undefined): {
  readonly names: PartNames;
  readonly namesIn: (variant: string) => PartNames;
  readonly type: ContentType | undefined;
} {
  const { api } = useAppContext();
  const { id: app } = useApp();
  const { data } = useQuery({ ...queries.content(api, app, content_id ?? ""), enabled: content_id !== undefined });
  return {
    names: data === undefined ? NONE : partNames(data.draft),
    namesIn: (variant) => (data === undefined ? NONE : partNames(data.draft, variant)),
    type: data?.draft.body.type,
  };
}
const NONE: PartNames = new Map();

/** Sorts steps in the author's order. Removed steps are last, the most reached first. */
export function orderedSteps<
  Step extends { readonly step_id: string; readonly seen: number; readonly missing: number },
>(steps: readonly Step[], names: PartNames): readonly Step[] {
  const places = new Map([...names.keys()].map((id, index) => [id, index]));
  const placeOf = ({ step_id }: Step): number => places.get(step_id) ?? places.size;
  return steps.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || other.seen + other.missing - one.seen - one.missing,
  );
}
