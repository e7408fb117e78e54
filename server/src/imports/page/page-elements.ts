import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { attributeOf } from "../html-blocks.ts";
import { idSelector } from "../selector-target.ts";
import type { SourceElement } from "../source/source-value.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Text of an element that its target may use. Longer text isn't read. */
const TEXT_CHARS_MAX = 200;

/**
 * Elements of a saved page with one of these attributes, in the order of the page. `attributes` has only those that
 * start with `data-`, as fields for the report.
 */
export function pageElements(html: string, attributes: readonly string[]): readonly SourceElement[] {
  const found: SourceElement[] = [];
  const visit = (node: Node, path: readonly string[]): void => {
    if (!("childNodes" in node)) return;
    const counts = new Map<string, number>();
    for (const child of node.childNodes) {
      if (!isElement(child)) continue;
      const nth = (counts.get(child.tagName) ?? 0) + 1;
      counts.set(child.tagName, nth);
      const id = attributeOf(child, "id");
      const own = id === undefined ? [...path, `${child.tagName}:nth-of-type(${nth})`] : [idSelector(id)];
      if (child.attrs.some(({ name }) => attributes.includes(name))) found.push(sourceElement(child, own.join(" > ")));
      visit(child, own);
    }
  };
  visit(parse(html, { sourceCodeLocationInfo: true }), []);
  return found;
}

function sourceElement(element: Element, path: string): SourceElement {
  const line = element.sourceCodeLocation?.startLine ?? 0;
  const guided = element.attrs.filter(({ name }) => GUIDE_ATTRIBUTE.test(name));
  return {
    tag: element.tagName,
    path,
    text: textOf(element).replace(/\s+/g, " ").trim(),
    own: new Map(element.attrs.map(({ name, value }) => [name, value])),
    attributes: {
      kind: "object",
      line,
      fields: new Map(guided.map(({ name, value }) => [name, { kind: "text", line, text: value }])),
    },
  };
}

const GUIDE_ATTRIBUTE =
  /^data-(?:intro|title|step|position|disable-interaction|scroll-to|intro-group|hint|hint-position|hint-animation|tooltip-class|highlight-class)$/;

function textOf(node: Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (!("childNodes" in node)) return "";
  let text = "";
  for (const child of node.childNodes) {
    if (text.length > TEXT_CHARS_MAX) break;
    text += textOf(child);
  }
  return text;
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}
