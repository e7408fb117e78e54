import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** A script within a page: where its code starts and ends. */
export interface PageScript {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly is_typescript: boolean;
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Types of scripts that browsers and build tools run. */
const RUN = ["", "module", "text/javascript", "application/javascript", "text/babel", "text/jsx", "text/typescript"];

/** Inline scripts of a page or of a component in one file, such as those of Vue and Svelte. */
export function pageScripts(html: string): readonly PageScript[] {
  const found: PageScript[] = [];
  const visit = (node: Node): void => {
    if ("tagName" in node && node.tagName === "script") found.push(...inlineScript(node));
    else if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parse(html, { sourceCodeLocationInfo: true }));
  return found;
}

function inlineScript({ attrs, sourceCodeLocation }: Element): readonly PageScript[] {
  const attribute = (name: string): string => attrs.find((each) => each.name === name)?.value.toLowerCase() ?? "";
  const { startTag, endTag } = sourceCodeLocation ?? {};
  if (startTag === undefined || endTag === undefined || !RUN.includes(attribute("type"))) return [];
  if (attribute("src") !== "") return [];
  const is_typescript = attribute("lang") === "ts" || attribute("type") === "text/typescript";
  return [{ from: startTag.endOffset, to: endTag.startOffset, line: startTag.startLine, is_typescript }];
}
