import type { Body } from "./content.ts";

/**
 * Where on the screen a content is. Of each lane but `inline` one content is shown at a time; `blocking` is one for all
 * tabs of a site. What is `inline` belongs to an element of the page, and several may be shown beside each other.
 */
export const LANES = ["blocking", "corner", "bar", "toast", "celebration", "inline"] as const;
export type Lane = (typeof LANES)[number];

export function laneOf(body: Body): Lane {
  switch (body.type) {
    case "tour":
      return "blocking";
    case "hint":
      return "inline";
    case "announcement":
      return body.form === "banner" ? "bar" : body.form === "toast" ? "toast" : "blocking";
    case "checklist":
      return "corner";
    case "survey":
      return body.form === "modal" ? "blocking" : "corner";
    case "celebration":
      return "celebration";
  }
}
