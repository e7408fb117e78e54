import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { fillVariables } from "@fanfare/contract/content/text-variables";
import { rewriteTexts } from "@fanfare/contract/content/texts";
import type { Step } from "@fanfare/contract/content/tour";
import { chooseLocale, localizedBody } from "@fanfare/contract/content/translation";
import type { Attributes } from "@fanfare/contract/people/attribute";
import type { Placement, Target } from "@fanfare/contract/target/target";
import { t } from "../../lib/i18n/t.ts";
import { partsIn, withParts } from "../../model/draft/parts.ts";
import { strategySummary } from "../../model/draft/steps.ts";

/** The only target on the preview page. */
export const PLACEHOLDER = { name: "data-preview-target", value: "here" } as const;

const PLACEHOLDER_TARGET: Target = { strategies: [{ kind: "attribute", ...PLACEHOLDER }] };

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
 * Adapts the edition to the preview page. Every target becomes the placeholder. Images that only the author's page can
 * load (a path or plain `http:`) become a drawing.
 */
export function previewEdition(edition: Edition, picture: string): Edition {
  const seen = (blocks: readonly Block[]): readonly Block[] =>
    blocks.map((block) => (block.kind === "image" && !/^https:/i.test(block.url) ? { ...block, url: picture } : block));
  const body = withTexts(edition.body, (texts) => ({ ...texts, blocks: seen(texts.blocks) }));
  switch (body.type) {
    case "tour":
      return { ...edition, body: { ...body, steps: body.steps.map(previewStep) } };
    case "hint":
      return { ...edition, body: { ...body, target: PLACEHOLDER_TARGET } };
    default:
      return { ...edition, body };
  }
}

/** Drops `skip_if` and `prepare`, which need the author's page. */
function previewStep(step: Step): Step {
  const { skip_if: _, prepare: __, ...rest } = step;
  if (rest.kind !== "anchored") return rest;
  const { highlights: ___, ...shown } = rest;
  return { ...shown, target: PLACEHOLDER_TARGET };
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
      return change(inner);
    case "survey":
      return { ...change(inner), ...(inner.thanks === undefined ? {} : { thanks: change(inner.thanks) }) };
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
  }));
  return JSON.stringify({ ...withParts(bare, parts), message: "" });
}

/** Label of the placeholder: a description of the target. Undefined without a target. */
export function placeholderText(target: Target | undefined): string | undefined {
  if (target === undefined) return undefined;
  const [first] = target.strategies;
  if (first === undefined) return t("Element");
  const label = first.kind === "role_name" ? first.name : first.kind === "text" ? first.value : strategySummary(first);
  return label.trim() === "" ? t("Element") : label;
}

export function previewTarget(body: Body, part_id: string | undefined): { target?: Target; placement: Placement } {
  if (body.type === "hint") return { target: body.target, placement: body.placement };
  if (body.type !== "tour") return { placement: "auto" };
  const step = body.steps.find(({ id }) => id === part_id) ?? body.steps[0];
  return step?.kind === "anchored" ? { target: step.target, placement: step.placement } : { placement: "auto" };
}
