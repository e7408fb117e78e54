import type { Block } from "@fanfare/contract/content/block";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { isOurs } from "../debug/nearby.ts";
import { proposeTarget } from "../debug/propose.ts";
import { call, read } from "../lib/native.ts";
import { accessibleName } from "../ui/target/accessible-name.ts";
import { searchRootsWithFrames } from "../ui/target/locate.ts";
import { inContentLanguage, t } from "./language/t.ts";

/** What the author did with one element. Never what was typed or chosen. */
export interface RecordedAct {
  readonly kind: "click" | "input";
  readonly target: Target;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const CONTROLS =
  "a[href],button,input,select,textarea,summary,label,[role=button],[role=link],[role=menuitem],[role=tab],[role=checkbox],[role=switch],[role=option]";
const FIELDS =
  "textarea,select,input:not([type=button],[type=submit],[type=reset],[type=image],[type=checkbox],[type=radio])";
const NAME_CHARS_MAX = 60;

/**
 * Notes the author's own acts on the page, which receives all of them.
 *
 * @param locale Language of the content.
 */
export function recordActs(document: Document, locale: string | undefined, onAct: (act: RecordedAct) => void): Cancel {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  /** Proposed when the press begins, because the element may be gone after it. */
  let pressed: { readonly element: Element; readonly act: RecordedAct } | undefined;
  const noted = new WeakSet<Element>();

  const begin = (event: Event): void => {
    pressed = undefined;
    const control = event.isTrusted && !isOurs(event) ? controlOf(event) : null;
    if (control === null || call(control, "matches", FIELDS)) return;
    const act = actOf(document, locale, control, "click");
    if (act !== undefined) pressed = { element: control, act };
  };
  const end = (event: Event): void => {
    if (!event.isTrusted || isOurs(event)) return;
    const control = controlOf(event);
    // With the keyboard, no press came before.
    const act =
      pressed?.act ??
      (control && (event as MouseEvent).detail === 0 ? actOf(document, locale, control, "click") : undefined);
    pressed = undefined;
    if (act !== undefined && control !== null && !call(control, "matches", FIELDS)) onAct(act);
  };
  const type = (event: Event): void => {
    const [field] = event.composedPath();
    if (!event.isTrusted || isOurs(event) || !isElement(field) || !call(field, "matches", FIELDS)) return;
    if (noted.has(field)) return;
    noted.add(field);
    const act = actOf(document, locale, field, "input");
    if (act !== undefined) onAct(act);
  };
  for (const root of searchRootsWithFrames(document)) {
    const view = read(root, "nodeType") === 9 ? read(root as Document, "defaultView") : null;
    view?.addEventListener("pointerdown", begin, options);
    view?.addEventListener("click", end, options);
    view?.addEventListener("input", type, options);
  }
  return () => over.abort();
}

function actOf(
  document: Document,
  locale: string | undefined,
  element: Element,
  kind: RecordedAct["kind"],
): RecordedAct | undefined {
  const tried = proposeTarget(document, element);
  if (tried === null) return undefined;
  const { failed: _, ...target } = tried;
  const name = accessibleName(element).slice(0, NAME_CHARS_MAX);
  const is_input = kind === "input";
  const { title: unnamed, text } = inContentLanguage(locale, () => ({
    title: is_input ? t("Fill in this field") : t("Select this"),
    text: is_input ? t("Fill in “{name}”.", { name }) : t("Select “{name}”.", { name }),
  }));
  const title = name === "" ? unnamed : name;
  return {
    ...{ kind, title, target: { ...target, picked: true } },
    blocks: name === "" ? [] : [{ kind: "paragraph", spans: [{ text }] }],
  };
}

/** The control that a press is meant for; a label stands for its field. */
function controlOf(event: Event): Element | null {
  const [inner] = event.composedPath();
  if (!isElement(inner) || read(inner, "localName") === "html" || read(inner, "localName") === "body") return null;
  const control = call(inner, "closest", CONTROLS) ?? inner;
  return read(control, "localName") === "label" ? (read(control as HTMLLabelElement, "control") ?? control) : control;
}

function isElement(node: EventTarget | undefined): node is Element {
  return node !== undefined && "nodeType" in node && read(node as Node, "nodeType") === 1;
}
