import type { TrackerKind } from "@fanfare/contract/events/tracker";

const ENDINGS: Readonly<Record<Exclude<TrackerKind, "page">, string>> = {
  click: "clicked",
  submit: "submitted",
  change: "changed",
  visible: "seen",
  rage_click: "rage_clicked",
};
/** Of what the element is called. */
const WORDS_MAX = 5;

/**
 * Proposes the name of an event: what the element is called, and what happens with it.
 *
 * @example
 * eventName("Generate report…", "click"); // "generate_report_clicked"
 */
export function eventName(element: string, kind: keyof typeof ENDINGS): string {
  const words = element.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...words.slice(0, WORDS_MAX), ENDINGS[kind]].join("_");
}
