/**
 * Where on the screen contents are. Of each lane but `inline` one content is shown at a time; `blocking` is one for all
 * tabs of a site. What is `inline` belongs to an element of the page, and several may be shown beside each other.
 */
export const LANES = ["blocking", "corner", "bar", "toast", "celebration", "inline"] as const;
export type Lane = (typeof LANES)[number];
