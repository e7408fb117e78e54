import { isCrossSiteFrame } from "../../debug/cross-site-frames.ts";
import { parentElement } from "../../debug/nearby.ts";
import { call, read } from "../../lib/native.ts";
import { accessibleName, roleOf } from "../../ui/target/accessible-name.ts";
import { t } from "../language/t.ts";

/** Role and name of an element, or its tag. */
export function nameOf(target: Element): string {
  if (isCrossSiteFrame(target)) return t("frame from another site");
  const name = accessibleName(target).slice(0, NAME_CHARS_MAX);
  return name === "" ? `${kindOf(target)}${idOf(target)}` : `${kindOf(target)} “${name}”`;
}

/** What an element is called, or its role or tag in English, for names of events. */
export function plainNameOf(target: Element): string {
  return accessibleName(target) || (roleOf(target) ?? read(target, "localName"));
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
  alert: t("alert##kind of element"),
  article: t("article##kind of element"),
  b: t("text##kind of element"),
  banner: t("page header##kind of element"),
  button: t("button##kind of element"),
  cell: t("cell##kind of element"),
  checkbox: t("checkbox##kind of element"),
  combobox: t("dropdown##kind of element"),
  complementary: t("complementary##kind of element"),
  contentinfo: t("page footer##kind of element"),
  dialog: t("dialog##kind of element"),
  div: t("box##kind of element"),
  em: t("text##kind of element"),
  form: t("form##kind of element"),
  group: t("group##kind of element"),
  heading: t("heading##kind of element"),
  i: t("text##kind of element"),
  img: t("image##kind of element"),
  link: t("link##kind of element"),
  list: t("list##kind of element"),
  listitem: t("list item##kind of element"),
  main: t("main##kind of element"),
  menu: t("menu##kind of element"),
  menuitem: t("menu item##kind of element"),
  navigation: t("navigation##kind of element"),
  option: t("option##kind of element"),
  p: t("paragraph##kind of element"),
  radio: t("radio button##kind of element"),
  region: t("region##kind of element"),
  row: t("row##kind of element"),
  searchbox: t("search field##kind of element"),
  section: t("section##kind of element"),
  span: t("text##kind of element"),
  strong: t("text##kind of element"),
  svg: t("icon##kind of element"),
  switch: t("switch##kind of element"),
  tab: t("tab##kind of element"),
  table: t("table##kind of element"),
  textbox: t("text field##kind of element"),
};

function idOf(target: Element): string {
  const name = call(target, "getAttribute", "id");
  return name === null || name === "" ? "" : ` #${name}`;
}

const NAME_CHARS_MAX = 60;
/** Elements around the target that its outline names. */
const AROUND_MAX = 3;
