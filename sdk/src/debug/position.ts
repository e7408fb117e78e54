import { isGeneratedName } from "@fanfare/contract/target/generated-name";
import { call, read } from "../lib/native.ts";

/** Longer values are content, not names. */
const VALUE_CHARS_MAX = 80;
const CLASSES_MAX = 5;
const INSIDE_LEVELS = 2;
/** Attributes that tell apart what looks different. */
const LOOKS = ["type", "value", "href", "src", "title"];

/**
 * The parts of a selector from the closest element with an ID of its own, or from the body.
 *
 * @example
 * pathTo(image).join(" > "); // "#orders > div.body > a:nth-child(2):nth-last-child(1):has(>span>img.photo)"
 */
export function pathTo(element: Element): readonly string[] {
  const path: string[] = [];
  for (let at: Element | null = element; at !== null; at = read(at, "parentElement")) {
    const id = read(at, "id");
    if (isDescriptive("id", id)) return [`#${CSS.escape(id)}`, ...path];
    const parent: Element | null = read(at, "parentElement");
    if (parent === null || call(at, "matches", "body")) return ["body", ...path];
    path.unshift(ownSegment(at, parent) ?? placeAmong(at, [...read(parent, "children")]));
  }
  return path;
}

/** Its position from both ends, and its looks, which others that move there rarely share. */
function placeAmong(element: Element, siblings: readonly Element[]): string {
  const index = siblings.indexOf(element);
  const place = `:nth-child(${index + 1}):nth-last-child(${siblings.length - index})`;
  // What is in a table is content: its looks change with it.
  if (call(element, "matches", "tr,td,th")) return read(element, "localName") + place;
  const inside = insideOf(element, INSIDE_LEVELS);
  return `${looksOf(element)}${place}${inside && `:has(${inside})`}`;
}

/** The looks of its first child, and of that one's, such as the icon of a link in a menu. */
function insideOf(element: Element, levels: number): string {
  const [child] = read(element, "children");
  return child === undefined || levels === 0 ? "" : `>${looksOf(child)}${insideOf(child, levels - 1)}`;
}

function looksOf(element: Element): string {
  const attributes = LOOKS.flatMap((name) => {
    const value = call(element, "getAttribute", name);
    return value === null || !isDescriptive(name, value) ? [] : [`[${name}="${CSS.escape(value)}"]`];
  });
  return [read(element, "localName"), ...classesOf(element).slice(0, CLASSES_MAX), ...attributes].join("");
}

/** The tag of an element if none of its siblings has it, otherwise with a class that they don't have. */
export function ownSegment(element: Element, parent: Element): string | null {
  const name = read(element, "localName");
  const others = [...read(parent, "children")].filter((each) => each !== element && read(each, "localName") === name);
  if (others.length === 0) return name;
  const own = classesOf(element).find((each) => !others.some((other) => call(other, "matches", each)));
  return own === undefined ? null : name + own;
}

/** Selectors by the classes of an element that no build generated. */
export function classesOf(element: Element): readonly string[] {
  return [...read(element, "classList")].filter((each) => !isGeneratedName(each)).map((each) => `.${CSS.escape(each)}`);
}

/** Whether an attribute says what the element is, rather than what generated it. */
export function isDescriptive(attribute: string, value: string): boolean {
  if (value === "" || value === "#" || value.length > VALUE_CHARS_MAX) return false;
  return !isGeneratedName(value, /^(?:id|for|aria-controls)$/.test(attribute) ? "id" : "value");
}
