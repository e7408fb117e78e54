import type { Body, ContentType } from "./body.ts";

/**
 * Where on the screen contents are. Of each lane but `inline` one content is shown at a time; `blocking` is one for all
 * tabs of a site. What is `inline` belongs to an element of the page, and several may be shown beside each other.
 */
export const LANES = ["blocking", "corner", "bar", "toast", "celebration", "inline"] as const;
export type Lane = (typeof LANES)[number];

/** Those that come in one form only, and leave the rest of the page as it is. */
const LANE_BY_TYPE: { readonly [Type in ContentType]?: Lane } = {
  hint: "inline",
  checklist: "corner",
  celebration: "celebration",
};
const LANE_BY_FORM: Readonly<Record<string, Lane>> = { banner: "bar", toast: "toast", corner: "corner" };

/**
 * Where on the screen a content is.
 *
 * @example
 * laneOf({ type: "announcement", form: "banner", panels: [], suppression }); // "bar"
 */
export function contentLane(body: Body): Lane {
  return LANE_BY_TYPE[body.type] ?? ("form" in body ? LANE_BY_FORM[body.form] : undefined) ?? "blocking";
}
