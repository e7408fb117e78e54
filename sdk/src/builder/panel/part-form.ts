import type { Part } from "@fanfare/contract/content/parts";
import type { Step } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import { PLACEMENTS, type Placement } from "@fanfare/contract/target/target";
import { renderBlocks } from "../../ui/card/blocks.ts";
import * as rich from "../../ui/card/rich-blocks.ts";
import { element } from "../../ui/dom/element.ts";
import type { Page } from "../../ui/types.ts";
import { changeStep, type Edit, setBlocks, setTitle } from "../edits.ts";
import { writeText } from "../text/write-text.ts";

export const PLACEMENT_LABELS: Readonly<Record<Placement, string>> = {
  auto: "Automatic",
  top: "Above the element",
  bottom: "Below the element",
  start: "Before the element",
  end: "After the element",
};

/** Fields of the selected part. `change`: `key` names the field, so that typing in it is one step of undo. */
export function buildPartForm(
  page: Page,
  part: Part,
  step: Step | undefined,
  change: (key: string, edit: Edit) => void,
): HTMLElement {
  const { document } = page;
  const { id } = part;
  const title = element(document, "input", "");
  title.type = "text";
  title.maxLength = limits.step_title_chars_max;
  title.value = part.title;
  title.autocomplete = "off";
  title.addEventListener("input", () => change(`title ${id}`, setTitle(id, title.value)));
  const fields: HTMLElement[] = [element(document, "label", "", "Title", title)];
  if ("blocks" in part) {
    const { blocks } = part;
    const text = element(document, "div", "text", ...renderBlocks(document, blocks, rich));
    const bar = writeText(page, text, blocks, (now) => change(`text ${id}`, setBlocks(id, now)));
    fields.push(element(document, "div", "fields", element(document, "h3", "", "Text"), bar, text));
  }
  if (step?.kind === "anchored") fields.push(...anchoredFields(document, step, change));
  return element(document, "section", "", ...fields);
}

function anchoredFields(
  document: Document,
  step: Extract<Step, { readonly kind: "anchored" }>,
  change: (key: string, edit: Edit) => void,
): readonly HTMLElement[] {
  const { id } = step;
  const placement = element(document, "select", "");
  for (const value of PLACEMENTS) {
    const option = element(document, "option", "", PLACEMENT_LABELS[value]);
    option.value = value;
    option.selected = value === step.placement;
    placement.append(option);
  }
  placement.addEventListener("change", () => {
    const chosen = PLACEMENTS.find((each) => each === placement.value);
    if (chosen === undefined) return;
    change(
      `placement ${id}`,
      changeStep(id, (now) => (now.kind === "anchored" ? { ...now, placement: chosen } : now)),
    );
  });
  const check = (kind: "click" | "input", text: string): HTMLElement => {
    const box = element(document, "input", "");
    box.type = "checkbox";
    box.checked = step.advance?.some((each) => each.kind === kind) ?? false;
    box.addEventListener("change", () => change(`advance ${id}`, changeStep(id, withAdvance(kind, box.checked))));
    return element(document, "label", "check", box, text);
  };
  return [
    element(document, "label", "", "Card position", placement),
    check("click", "Advance when the element is clicked"),
    check("input", "Advance when the element is filled in"),
  ];
}

const withAdvance =
  (kind: "click" | "input", on: boolean) =>
  (step: Step): Step => {
    const { advance = [], ...rest } = step;
    const ways = advance.filter((each) => each.kind !== kind);
    if (on) ways.push({ kind });
    // Safe cast: only `advance` changes, which all kinds of steps have.
    return (ways.length === 0 ? rest : { ...rest, advance: ways }) as Step;
  };
