/** An element of a page, in document order, as plain data. */
export interface PageElement {
  readonly tag: string;
  readonly classes: readonly string[];
  /** What identifies it besides its text, such as `href=/orders`. */
  readonly marks: readonly string[];
  /** Without the text of the elements inside. */
  readonly text: string;
  readonly parent: number;
  /** The index after its last descendant. */
  readonly end: number;
}
export type PageTree = readonly PageElement[];

const MARKS = ["id", "name", "type", "href", "placeholder", "src", "alt", "aria-label", "title", "for", "value"];
/** Nobody points at what is inside of these. */
const CLOSED = "script,style,noscript,template,svg,select";

/** The element and all elements in it, and the same as plain data. */
export function readTree(root: Element): { readonly elements: readonly Element[]; readonly tree: PageTree } {
  const elements: Element[] = [];
  const tree: PageElement[] = [];
  const add = (element: Element, parent: number): number => {
    const index = elements.length;
    elements.push(element);
    const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.nodeValue ?? "");
    const text = tidy(element.localName === "select" ? (element.textContent ?? "") : own.join(" "));
    const marks = MARKS.flatMap((name) => {
      const value = tidy(element.getAttribute(name) ?? "").replace(/^\.\//, "");
      return value === "" || value === "#" ? [] : [`${name}=${value}`];
    });
    const place = tree.push({
      ...{ tag: element.localName, classes: [...element.classList] },
      marks,
      text,
      parent,
      end: 0,
    });
    if (!element.matches(CLOSED)) for (const child of element.children) add(child, index);
    const entry = tree[place - 1];
    if (entry !== undefined) tree[index] = { ...entry, end: tree.length };
    return index;
  };
  add(root, -1);
  return { elements, tree };
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
