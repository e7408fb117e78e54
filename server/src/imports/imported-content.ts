import type { Block } from "@fanfare/contract/content/block";
import type { Frequency } from "@fanfare/contract/content/content";
import type { HintBody } from "@fanfare/contract/content/hint";
import type { Step, TourBody } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import type { Rule } from "@fanfare/contract/targeting/rule";
import type { Schedule } from "@fanfare/contract/targeting/schedule";
import type { Fields, ReportBuilder } from "./import-report.ts";

/** When it's shown, and who sees it. Without a trigger, it starts from code only. */
export interface ImportedTargeting {
  readonly trigger?:
    | { readonly kind: "automatic" | "manual" }
    | { readonly kind: "completed"; readonly content: string };
  readonly urls?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  readonly audience?: Rule;
  readonly schedule?: Schedule;
  readonly frequency?: Frequency | undefined;
  readonly priority?: number;
  readonly delay_ms?: number;
  /** A condition couldn't be carried over: no one sees it until an author chooses the audience. */
  readonly is_undecided?: boolean;
}

/** A draft as `contents/{slug}/content.json` has it: defaults of the schema are left out. */
export interface ImportedContent {
  /** In the terms of the source. Findings below this path are about this content. */
  readonly path: string;
  readonly slug: string;
  readonly name: string;
  readonly body:
    | (Omit<TourBody, "suppression"> & { readonly suppression?: Partial<TourBody["suppression"]> | undefined })
    | Omit<HintBody, "suppression">;
  readonly targeting?: ImportedTargeting;
}

export interface CardTexts {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Longest text without a title that becomes the title itself. */
const TITLE_FROM_TEXT_CHARS_MAX = 80;

/** Title and text of a card. A short text without a title becomes the title. */
export function cardTexts(fields: Fields, field: string, title: string, blocks: readonly Block[]): CardTexts {
  if (title !== "") return { title, blocks: withinLimits(blocks) };
  const [only, ...more] = blocks;
  if (only?.kind === "paragraph" && only.format !== "quote" && more.length === 0) {
    const text = only.spans.map((span) => span.text).join("");
    if (text.length <= TITLE_FROM_TEXT_CHARS_MAX && only.spans.every(({ href }) => href === undefined)) {
      return { title: text, blocks: [] };
    }
  }
  fields.report(field, blocks.length === 0 ? "text_missing" : "title_missing");
  return { title: "", blocks: withinLimits(blocks) };
}

/** Divides long paragraphs and lists. */
function withinLimits(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    switch (block.kind) {
      case "paragraph":
        return chunks(block.spans, limits.paragraph_spans_max).map((spans) => ({ ...block, spans }));
      case "list":
        return chunks(block.items, limits.list_items_max).map((items) => ({ ...block, items }));
      default:
        return [block];
    }
  });
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Options of a whole tour. */
export type TourOptions = Pick<ImportedContent, "path" | "slug" | "name"> &
  Pick<TourBody, "escape"> & {
    readonly suppression?: Partial<TourBody["suppression"]> | undefined;
    readonly targeting?: ImportedTargeting;
  };

/**
 * A tour, or several that follow each other if there are too many steps. A step with too much text is continued in the
 * next one.
 */
export function importedTours(
  report: ReportBuilder,
  { path, slug, name, targeting, ...options }: TourOptions,
  steps: readonly Step[],
): readonly ImportedContent[] {
  const all = withUniqueIds(steps.flatMap(continued));
  const parts = chunks(all, limits.steps_max);
  if (all.length > steps.length || parts.length > 1) report.add({ path: "steps", line: 1, reason: "split" });
  const slugOf = (part: number): string => (part === 0 ? slug : `${slug}-${part + 1}`);
  return parts.map((part, at) => ({
    path,
    slug: slugOf(at),
    name: at === 0 ? name : `${name} (${at + 1})`,
    body: {
      type: "tour",
      steps: part,
      ...options,
    },
    ...(at > 0
      ? { targeting: { ...targeting, trigger: { kind: "completed", content: slugOf(at - 1) } } }
      : targeting === undefined
        ? {}
        : { targeting }),
  }));
}

function continued(step: Step): readonly Step[] {
  if (step.blocks.length <= limits.step_blocks_max) return [step];
  return chunks(step.blocks, limits.step_blocks_max).map((blocks) => ({ ...step, blocks }));
}

/** Keeps the IDs that are valid and not taken. */
function withUniqueIds(steps: readonly Step[]): readonly Step[] {
  const taken = new Set<string>();
  return steps.map((step, index) => {
    let id = /^[A-Za-z0-9_-]{1,64}$/.test(step.id) ? step.id : `step-${index + 1}`;
    for (let number = 2; taken.has(id); number += 1) id = `step-${index + 1}-${number}`;
    taken.add(id);
    return { ...step, id };
  });
}

/**
 * A slug for a name.
 *
 * @example
 * slugOf("New: Orders!"); // "new-orders"
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, limits.slug_chars_max - 8)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "imported" : slug;
}
