import type { Edition } from "@fanfare/contract/content/content";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";
import { partsIn } from "../../model/draft/parts.ts";

/** What the parts of a content are called by its author, in the order in which they stand; by their ids. */
export type PartNames = ReadonlyMap<string, string>;

/**
 * As the draft has them, those of variants after it: a part keeps its id from version to version. What was taken out since has
 * no name any more.
 *
 * @example
 * partNames(detail.draft).get("intro"); // "Welcome"
 */
export function partNames({ body, experiment }: Pick<Edition, "body" | "experiment">): PartNames {
  const bodies = [body, ...(experiment?.variants ?? []).map((variant) => variant.body)];
  const names = new Map<string, string>();
  for (const { id, title } of bodies.flatMap(partsIn)) {
    if (!names.has(id) && title.trim() !== "") names.set(id, title);
  }
  return names;
}

/** Those of this content; none while they are not known. */
export function usePartNames(content_id: string | undefined): PartNames {
  const { api } = useAppContext();
  const { id: app } = useApp();
  const { data } = useQuery({ ...queries.content(api, app, content_id ?? ""), enabled: content_id !== undefined });
  return data === undefined ? NONE : partNames(data.draft);
}
const NONE: PartNames = new Map();

/** In the author's order; what is not there any more comes last, those first that most people came to. */
export function orderedSteps<
  Step extends { readonly step_id: string; readonly seen: number; readonly missing: number },
>(steps: readonly Step[], names: PartNames): readonly Step[] {
  const places = new Map([...names.keys()].map((id, index) => [id, index]));
  const placeOf = ({ step_id }: Step): number => places.get(step_id) ?? places.size;
  return steps.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || other.seen + other.missing - one.seen - one.missing,
  );
}
