import type { Body, ContentType } from "./body.ts";

/**
 * Screen areas for content. Each lane except `inline` shows one item at a time; `blocking` is shared by all tabs of a
 * site. `inline` content is attached to an element, so several items can be shown side by side. `embedded` content is
 * shown by other content.
 */
export type Lane = "blocking" | "corner" | "bar" | "toast" | "celebration" | "inline" | "launcher" | "embedded";

/** Types with a single form that leave the rest of the page usable. */
const LANE_BY_TYPE: { readonly [Type in ContentType]?: Lane } = {
  hint: "inline",
  checklist: "corner",
  celebration: "celebration",
  resource_center: "launcher",
};
const LANE_BY_FORM: Readonly<Record<string, Lane>> = { banner: "bar", toast: "toast", corner: "corner" };

/**
 * Returns the lane of a body.
 *
 * @example
 * contentLane({ type: "announcement", form: "banner", panels: [], suppression }); // "bar"
 */
export function contentLane(body: Body): Lane {
  if ("position" in body && body.position && "target" in body.position) return "inline";
  return LANE_BY_TYPE[body.type] ?? ("form" in body ? LANE_BY_FORM[body.form] : undefined) ?? "blocking";
}
