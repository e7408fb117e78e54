import { isAtElement } from "@fanfare/contract/content/announcement";
import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { partsIn, withParts } from "@fanfare/contract/content/parts";
import type { Step } from "@fanfare/contract/content/tour";
import type { Attributes } from "@fanfare/contract/people/attribute";
import type { Placement, Target } from "@fanfare/contract/target/target";
import { fillVariables } from "@fanfare/contract/translation/text-variables";
import { rewriteTexts } from "@fanfare/contract/translation/texts";
import { chooseLocale, localizedBody } from "@fanfare/contract/translation/translation";
import { t } from "../../lib/i18n/t.ts";
import { strategySummary } from "../../model/draft/steps.ts";

/** Marks the elements of the preview page that stand for targets. Its value is the ID of the part. */
export const PLACEHOLDER = "data-preview-target";

/** Stands for the part ID of a resource center's launcher. */
const LAUNCHER = "launcher";

/** An element of the preview page that stands for a target. */
export interface Placeholder {
  readonly part_id: string;
  readonly label: string;
  readonly placement: Placement;
}

function placeholderTarget(part_id: string): Target {
  return { strategies: [{ kind: "attribute", name: PLACEHOLDER, value: part_id }] };
}

/**
 * Returns the edition as shown to a person with this browser language, with fallbacks for missing translations.
 * Variables are filled from `attributes`, or use their fallback.
 *
 * @example
 * editionIn({ …edition, locale: "en", translations: { de: { "a.title": "Hallo" } } }, "de-AT"); // in German
 */
export function editionIn(edition: Edition, variant_id: string | undefined, attributes: Attributes = {}): Edition {
  const locale = variant_id === undefined ? edition.locale : chooseLocale(edition, [variant_id]);
  const body = rewriteTexts(localizedBody(edition, locale), (_, text) => fillVariables(text, attributes));
  return { ...edition, body, ...(locale === undefined ? {} : { locale }) };
}

/**
 * Adapts the edition to the preview page. Every target becomes its placeholder. Images that only the author's page can
 * load (a path or plain `http:`) become a drawing. `origin`: of the server, whose uploaded images the console can load.
 */
export function previewEdition(edition: Edition, picture: string, origin: string): Edition {
  const seen = (blocks: readonly Block[]): readonly Block[] =>
    blocks.map((block) => {
      if (block.kind === "image") return elsewhere(block.url) ? { ...block, url: picture } : block;
      return block.kind === "video" && elsewhere(block.poster) ? { ...block, poster: picture } : block;
    });
  const elsewhere = (url: string | undefined): boolean =>
    url !== undefined && !/^https:/i.test(url) && !url.startsWith(`${origin}/`);
  const body = withTexts(edition.body, (texts) => ({ ...texts, blocks: seen(texts.blocks) }));
  switch (body.type) {
    case "tour":
      return { ...edition, body: { ...body, steps: body.steps.map(previewStep) } };
    case "hint":
      return { ...edition, body: { ...body, target: placeholderTarget(body.panel.id) } };
    case "resource_center": {
      const { launcher } = body;
      if (launcher.kind === "button") return { ...edition, body };
      // The preview page has no place for it inside.
      if (launcher.kind === "inline")
        return { ...edition, body: { ...body, launcher: { kind: "button", side: "start" } } };
      return { ...edition, body: { ...body, launcher: { ...launcher, target: placeholderTarget(LAUNCHER) } } };
    }
    case "announcement": {
      const { position: _, ...rest } = body;
      // The preview page has no place for it inside.
      return { ...edition, body: isAtElement(body) ? rest : body };
    }
    case "survey": {
      const { position: _, ...rest } = body;
      return { ...edition, body: isAtElement(body) ? { ...rest, form: "corner" } : body };
    }
    default:
      return { ...edition, body };
  }
}

/** Drops `skip_if` and `prepare`, which need the author's page. */
function previewStep(step: Step): Step {
  const { skip_if: _, prepare: __, ...rest } = step;
  if (rest.kind !== "anchored") return rest;
  const { highlights: ___, ...shown } = rest;
  return { ...shown, target: placeholderTarget(shown.id) };
}

interface Texts {
  readonly title: string;
  readonly blocks: readonly Block[];
}

function withTexts(body: Body, change: <Of extends Texts>(texts: Of) => Of): Body {
  const parts = partsIn(body).map((part) => ("blocks" in part ? change(part) : part));
  const inner = withParts(body, parts);
  switch (inner.type) {
    case "checklist":
    case "resource_center":
      return change(inner);
    case "survey":
      return {
        ...change(inner),
        ...(inner.thanks === undefined ? {} : { thanks: change(inner.thanks) }),
        ...(inner.endings === undefined ? {} : { endings: inner.endings.map(change) }),
      };
    default:
      return inner;
  }
}

/** A change of this key restarts the preview. Other changes only update texts in place. */
export function previewShape({ body }: Edition): string {
  const bare = withTexts(body, (texts) => ({ ...texts, title: "", blocks: [] }));
  const parts = partsIn(bare).map((part) => ({
    ...part,
    title: "",
    ...("next_label" in part ? { next_label: "" } : {}),
    ...("description" in part ? { description: "" } : {}),
  }));
  return JSON.stringify({ ...withParts(bare, parts), message: "" });
}

/**
 * Returns a placeholder for each part with a target. All are on the page from the start, because a step is only shown
 * after its target was found.
 */
export function placeholdersFor(body: Body): readonly Placeholder[] {
  switch (body.type) {
    case "hint":
      return [placeholder(body.panel.id, body)];
    case "resource_center": {
      const { launcher } = body;
      if (launcher.kind !== "element") return [];
      return [placeholder(LAUNCHER, { target: launcher.target, placement: "bottom" })];
    }
    case "tour":
      return body.steps.flatMap((step) => (step.kind === "anchored" ? [placeholder(step.id, step)] : []));
    default:
      return [];
  }
}

function placeholder(
  part_id: string,
  { target, placement }: { readonly target: Target; readonly placement: Placement },
): Placeholder {
  return { part_id, label: placeholderLabel(target), placement };
}

function placeholderLabel({ strategies: [first] }: Target): string {
  // The author has not chosen an element yet.
  if (first === undefined || ("value" in first && first.value.trim() === "")) return t("Element");
  const label = first.kind === "role_name" ? first.name : first.kind === "text" ? first.value : strategySummary(first);
  return label.trim() === "" ? t("Element") : label;
}
