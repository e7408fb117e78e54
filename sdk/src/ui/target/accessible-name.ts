import { limits } from "@fanfare/contract/limits";
import { call, read } from "../../lib/native.ts";

/** Native elements by role. Other roles match by attribute only. */
const NATIVE_ROLES: Readonly<Record<string, string>> = {
  button: "button,summary,input:is([type=button],[type=submit],[type=reset],[type=image])",
  link: "a[href],area[href]",
  textbox: "textarea,input:is(:not([type]),[type=text],[type=email],[type=tel],[type=url])",
  searchbox: "input[type=search]",
  checkbox: "input[type=checkbox]",
  radio: "input[type=radio]",
  slider: "input[type=range]",
  spinbutton: "input[type=number]",
  combobox: "select:not([multiple]),input[list]",
  listbox: "select[multiple]",
  option: "option",
  heading: "h1,h2,h3,h4,h5,h6",
  img: "img[alt]:not([alt=''])",
  navigation: "nav",
  main: "main",
  banner: "header",
  contentinfo: "footer",
  complementary: "aside",
  form: "form",
  region: "section",
  article: "article",
  dialog: "dialog",
  list: "ul,ol",
  listitem: "li",
  table: "table",
  row: "tr",
  cell: "td",
  columnheader: "th",
  progressbar: "progress",
};

/** Elements in `root` that may have this role. */
export function roleCandidates(root: ParentNode, role: string): Iterable<Element> {
  const native = Object.hasOwn(NATIVE_ROLES, role) ? `,${NATIVE_ROLES[role]}` : "";
  return call(root, "querySelectorAll", `[role~=${CSS.escape(role)}]${native}`);
}

/** Whether a candidate has this role: an explicit role replaces the native one. */
export function hasRole(candidate: Element, role: string): boolean {
  const explicit = call(candidate, "getAttribute", "role");
  return explicit === null || explicit.trim() === "" || normalizeSpace(explicit).split(" ")[0] === role;
}

/** The explicit role of an element, otherwise the native one; null if it has none that is supported here. */
export function roleOf(element: Element): string | null {
  const explicit = normalizeSpace(call(element, "getAttribute", "role") ?? "").split(" ")[0];
  if (explicit) return explicit;
  return Object.entries(NATIVE_ROLES).find(([, selector]) => call(element, "matches", selector))?.[0] ?? null;
}

/**
 * The accessible name of an element, following the parts of "Accessible Name and Description Computation 1.2" for
 * controls, links, headings, images, and regions. `labelsOf`: for many elements, from {@link labelsIn}.
 */
export function accessibleName(element: Element, labelsOf: LabelLookup = ownLabels): string {
  const by = call(element, "getAttribute", "aria-labelledby");
  if (by !== null) {
    const named = normalizeSpace(by)
      .split(" ")
      .map((id) => textOf(byId(element, id)));
    if (named.some((text) => text !== "")) return normalizeSpace(named.join(" "));
  }
  return (
    normalizeSpace(call(element, "getAttribute", "aria-label") ?? "") ||
    nativeName(element, labelsOf(element)) ||
    normalizeSpace(call(element, "getAttribute", "title") ?? "") ||
    normalizeSpace(call(element, "getAttribute", "placeholder") ?? "")
  );
}

export function normalizeSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export type LabelLookup = (element: Element) => Iterable<Element> | null | undefined;

/** Only form controls have labels. The browser searches the whole tree for them. */
const ownLabels: LabelLookup = (element) => read(element as HTMLInputElement, "labels");

/** The labels of all controls in the tree of `root`, by one search. Yields after each. */
export function* labelsIn(root: Node): Generator<void, LabelLookup> {
  const labels = new Map<Element | null, Element[]>();
  // A root that is a document or in one.
  for (const label of call(call(root, "getRootNode") as Document, "querySelectorAll", "label")) {
    const control = read(label as HTMLLabelElement, "control");
    labels.set(control, [...(labels.get(control) ?? []), label]);
    reading.reads++;
    yield;
  }
  return (element) => labels.get(element);
}

function nativeName(element: Element, labels: ReturnType<LabelLookup>): string {
  const named = [...(labels ?? [])];
  if (named.length > 0) return normalizeSpace(named.map(textOf).join(" "));
  switch (read(element, "localName")) {
    case "input":
      return inputName(element as HTMLInputElement);
    case "select":
    case "textarea":
      return "";
    case "img":
    case "area":
      return normalizeSpace(call(element, "getAttribute", "alt") ?? "");
    case "fieldset":
    case "table":
    case "figure":
      return textOf(call(element, "querySelector", ":scope > :is(legend,caption,figcaption)"));
    default:
      return textOf(element);
  }
}

function inputName(input: HTMLInputElement): string {
  switch (input.type) {
    case "submit":
      return normalizeSpace(input.value) || "Submit";
    case "reset":
      return normalizeSpace(input.value) || "Reset";
    case "button":
      return normalizeSpace(input.value);
    case "image":
      return normalizeSpace(input.alt);
    default:
      return "";
  }
}

/** Counts what was read of the page, so that long searches can pause. */
export const reading = { reads: 0 };

/** Text of an element as screen readers read it: alt texts, without hidden parts. Cut off, because no name is longer. */
function textOf(element: Element | null): string {
  if (element === null) return "";
  let text = "";
  for (const node of read(element, "childNodes")) {
    if (text.length > limits.target_value_chars_max) break;
    reading.reads++;
    if (node.nodeType === 3) text += node.nodeValue ?? "";
    else if (node.nodeType === 1) text += spokenText(node as Element);
  }
  return normalizeSpace(text);
}

function spokenText(element: Element): string {
  if (call(element, "matches", "[aria-hidden=true],[hidden],script,style,input,select,textarea")) return "";
  const label =
    call(element, "getAttribute", "aria-label") ??
    (read(element, "localName") === "img" ? call(element, "getAttribute", "alt") : null);
  return ` ${label ?? textOf(element)} `;
}

function byId(element: Element, id: string): Element | null {
  const root = call(element, "getRootNode") as Document | ShadowRoot;
  return id === "" ? null : call(root, "querySelector", `#${CSS.escape(id)}`);
}
