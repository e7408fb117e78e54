import type { Part } from "@fanfare/contract/content/parts";
import type { Step } from "@fanfare/contract/content/tour";
import { PLACEMENTS, type Placement } from "@fanfare/contract/target/target";
import { element } from "../../ui/dom/element.ts";
import { changeStep, type Edit, setBlocks, setTitle } from "../edits.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "../text/author-page.ts";
import { buildHeadFields } from "../translate/heads-form.ts";

export const PLACEMENT_LABELS: Readonly<Record<Placement, string>> = {
  auto: t("Automatic"),
  top: t("Above the element"),
  bottom: t("Below the element"),
  start: t("Before the element"),
  end: t("After the element"),
};

/** Fields of the selected part. `change`: `key` names the field, so that typing in it is one step of undo. */
export function buildPartForm(
  page: AuthorPage,
  part: Part,
  step: Step | undefined,
  change: (key: string, edit: Edit) => void,
): HTMLElement {
  const { document } = page;
  const { id } = part;
  const fields: HTMLElement[] = [
    ...buildHeadFields(page, part, (key, { title, blocks }) =>
      change(`${key} ${id}`, title === undefined ? setBlocks(id, blocks ?? []) : setTitle(id, title)),
    ),
  ];
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
    element(document, "label", "", t("Card position"), placement),
    check("click", t("Advance when the element is clicked")),
    check("input", t("Advance when the element is filled in")),
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
