import type { ElementKind } from "@fanfare/contract/events/tracker";
import { call, read } from "../../lib/native.ts";
import { element } from "../../ui/dom/element.ts";
import { t } from "../language/t.ts";

const KIND_LABELS: Readonly<Record<ElementKind, string>> = {
  click: t("It's clicked"),
  submit: t("Its form is submitted"),
  change: t("It's changed"),
  visible: t("It's on screen for a second"),
  rage_click: t("It's clicked 3 times in a row"),
};

/** When an element's event counts. */
export function buildKindField(document: Document, chosen: ElementKind): HTMLSelectElement {
  const select = element(document, "select", "");
  for (const [value, label] of Object.entries(KIND_LABELS)) {
    const option = element(document, "option", "", label);
    option.value = value;
    option.selected = value === chosen;
    select.append(option);
  }
  return select;
}

export function chosenKind({ value }: HTMLSelectElement): ElementKind {
  // Cast: its options are these keys.
  return value as ElementKind;
}

/** What people do with the element. Only native fields have a change event. */
export function kindFor(target: Element): ElementKind {
  const tag = read(target, "localName");
  if (tag === "form") return "submit";
  const is_button = /^(?:button|image|reset|submit)$/.test(call(target, "getAttribute", "type") ?? "");
  return !is_button && /^(?:input|select|textarea)$/.test(tag) ? "change" : "click";
}
