import type { ContentType } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { namedParts } from "@fanfare/contract/content/parts";
import { fillVariables } from "@fanfare/contract/translation/text-variables";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";

/** Author-given names of content parts by part ID, in the author's order. */
export type PartNames = ReadonlyMap<string, string>;

/**
 * Reads names from the draft, then from its variants, with the fallbacks of their variables. Parts keep their ID across versions. Parts that were removed
 * since have no name.
 *
 * @example
 * partNames(detail.draft).get("intro"); // "Welcome"
 */
export function partNames(edition: Pick<Edition, "body" | "experiment">): PartNames {
  const titles = [...namedParts(edition)].map(([id, { title }]) => [id, fillVariables(title, {}).trim()] as const);
  return new Map(titles.filter(([, title]) => title !== ""));
}

/** Names of a content item's parts. Empty while loading. */
export function usePartNames(content_id: string | undefined): PartNames {
  return useParts(content_id).names;
}

/** Names of a content item's parts, and its type. Empty and undefined while loading. */
export function useParts(content_id: string | undefined): {
  readonly names: PartNames;
  readonly type: ContentType | undefined;
} {
  const { api } = useAppContext();
  const { id: app } = useApp();
  const { data } = useQuery({ ...queries.content(api, app, content_id ?? ""), enabled: content_id !== undefined });
  return { names: data === undefined ? NONE : partNames(data.draft), type: data?.draft.body.type };
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
