import type { Body, ContentType } from "./content.ts";
import type { Lane } from "./lanes.ts";

/** Those that come in one form only, and leave the rest of the page as it is. */
const OF_TYPE: { readonly [Type in ContentType]?: Lane } = {
  hint: "inline",
  checklist: "corner",
  celebration: "celebration",
};
const OF_FORM: Readonly<Record<string, Lane>> = { banner: "bar", toast: "toast", corner: "corner" };

/**
 * Where on the screen a content is.
 *
 * @example
 * laneOf({ type: "announcement", form: "banner", panels: [], suppression }); // "bar"
 */
export function laneOf(body: Body): Lane {
  return OF_TYPE[body.type] ?? ("form" in body ? OF_FORM[body.form] : undefined) ?? "blocking";
}
