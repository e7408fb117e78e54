import { isCrossSiteFrame } from "../../debug/cross-site-frames.ts";
import { parentElement } from "../../debug/nearby.ts";
import { call, read } from "../../lib/native.ts";
import { accessibleName, roleOf } from "../../ui/target/accessible-name.ts";

/** Role and name of an element, or its tag. */
export function nameOf(target: Element): string {
  if (isCrossSiteFrame(target)) return "frame from another site";
  const name = accessibleName(target).slice(0, NAME_CHARS_MAX);
  return name === "" ? `${kindOf(target)}${idOf(target)}` : `${kindOf(target)} “${name}”`;
}

/** What an element is called, or its role or tag. */
export function plainNameOf(target: Element): string {
  return accessibleName(target) || kindOf(target);
}

/** Name of an element after the kinds of the elements around it, outermost first. */
export function pathOf(target: Element): string {
  const around: string[] = [];
  for (let at = parentElement(target); at !== undefined && around.length < AROUND_MAX; at = parentElement(at)) {
    if (read(at, "localName") === "body") break;
    around.unshift(`${kindOf(at)}${idOf(at)}`);
  }
  return [...around, nameOf(target)].join(" › ");
}

/** Role of an element, or its tag, as people call it. */
export function kindOf(element: Element): string {
  const kind = roleOf(element) ?? read(element, "localName");
  return KINDS[kind] ?? kind;
}

const KINDS: Readonly<Record<string, string>> = {
  b: "text",
  banner: "page header",
  combobox: "dropdown",
  contentinfo: "page footer",
  div: "box",
  em: "text",
  i: "text",
  listitem: "list item",
  menuitem: "menu item",
  p: "paragraph",
  span: "text",
  strong: "text",
  svg: "icon",
  textbox: "text field",
};

function idOf(target: Element): string {
  const name = call(target, "getAttribute", "id");
  return name === null || name === "" ? "" : ` #${name}`;
}

const NAME_CHARS_MAX = 60;
/** Elements around the target that its outline names. */
const AROUND_MAX = 3;
