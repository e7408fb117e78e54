import { type HtmlBlocks, htmlBlocks } from "./html-blocks.ts";

/** `{{ name | default: "there" }}` of Liquid. */
const LIQUID = /\{\{\s*([\w.]+)\s*(?:\|\s*default:\s*(?:"([^"{}|]*)"|'([^'{}|]*)')\s*)?\}\}/g;
/** After a link, in Usertour. Links open where the person's browser decides. */
const LINK_TARGET = /\{\s*target\s*=\s*_?\w+\s*\}/g;

/**
 * Markdown as blocks, with placeholders in Fanfare's form. Raw HTML in it is text.
 *
 * @example
 * markdownBlocks('Hi {{ name | default: "you" }}').blocks; // [{ kind: "paragraph", spans: [{ text: "Hi {{name|you}}" }] }]
 */
export function markdownBlocks(markdown: string): HtmlBlocks {
  const text = markdown
    .replace(LINK_TARGET, "")
    .replace(LIQUID, (_, name: string, double?: string, single?: string) => `{{${name}|${double ?? single ?? ""}}}`);
  return htmlBlocks(Bun.markdown.html(text, { noHtmlBlocks: true, noHtmlSpans: true }));
}
