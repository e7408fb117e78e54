import type { Block } from "@fanfare/contract/content/block";
import { limits } from "@fanfare/contract/limits";
import { PLACEMENTS, type Placement } from "@fanfare/contract/target/target";
import { htmlBlocks, htmlText, plainBlocks } from "./html-blocks.ts";
import type { Fields } from "./import-report.ts";

/** Text of a field that the library renders as HTML, and JSX. */
export function htmlField(fields: Fields, name: string): readonly Block[] {
  const value = fields.take(name);
  if (value?.kind !== "text" && value?.kind !== "markup") return notText(fields, name, value?.kind);
  const { blocks, findings } = htmlBlocks(value.text);
  for (const { reason, detail } of findings) fields.report(name, reason, detail);
  return blocks;
}

/** Text of a field that the library renders as it is, unless it's JSX. */
export function plainField(fields: Fields, name: string): readonly Block[] {
  const value = fields.take(name);
  return value?.kind === "text" ? plainBlocks(value.text) : htmlField(fields, name);
}

/** A field as one line without formatting. */
export function lineField(fields: Fields, name: string): string {
  return line(fields, name, htmlText);
}

/** One line of a tool that shows a string as it is, and markup only of components. */
export function plainLineField(fields: Fields, name: string): string {
  return line(fields, name, (text) => text.replace(/\s+/g, " ").trim());
}

function line(fields: Fields, name: string, textOf: (text: string) => string): string {
  const value = fields.take(name);
  if (value?.kind === "markup") return htmlText(value.text).slice(0, limits.translation_chars_max);
  if (value?.kind === "text") return textOf(value.text).slice(0, limits.translation_chars_max);
  notText(fields, name, value?.kind);
  return "";
}

function notText(fields: Fields, name: string, kind: string | undefined): readonly Block[] {
  if (kind !== undefined && kind !== "null") fields.report(name, kind === "code" ? "code" : "wrong_type");
  return [];
}

/** A button's label, if it fits. */
export function labelField(fields: Fields, name: string, read = lineField): string | undefined {
  const label = read(fields, name);
  if (label.length <= limits.button_label_chars_max) return label === "" ? undefined : label;
  fields.report(name, "label_length", label);
  return undefined;
}

/**
 * The side of a placement such as `left-start`. Left and right follow the text direction. Alignments are decided by the
 * available space.
 */
export function placementField(fields: Fields, name: string): Placement {
  const text = fields.text(name);
  if (text === undefined) return "auto";
  if (/^(?:left|right)/.test(text)) fields.report(name, "direction", text);
  else if (/[-_]/.test(text)) fields.report(name, "built_in", text);
  return placementOf(text);
}

/** The side of `left-start`, `bottom`, or `top-middle-aligned`. */
export function placementOf(text: string): Placement {
  const [side = ""] = text.split(/[-_]/);
  if (side === "left") return "start";
  if (side === "right") return "end";
  return PLACEMENTS.find((each) => each === side) ?? "auto";
}

/** Milliseconds to wait for a target, within the limits. */
export function waitOf(wait_ms: number | undefined): number {
  return Math.min(Math.max(Math.round(wait_ms ?? IMPORTED_WAIT_MS), 1), limits.step_wait_ms_max);
}

/** Other libraries hardly wait for targets: pages were built so that they are there. */
const IMPORTED_WAIT_MS = 1_000;

/** Space around a target within the limits. */
export function marginOf(margin_px: number | undefined): { readonly scroll_margin_px?: number } {
  if (margin_px === undefined) return {};
  return { scroll_margin_px: Math.min(Math.max(Math.round(margin_px), 0), limits.scroll_margin_px_max) };
}
