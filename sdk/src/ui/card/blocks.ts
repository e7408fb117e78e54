import type { Block, Span } from "@fanfare/contract/content/block";
import { call } from "../../lib/native.ts";
import { element } from "../dom/element.ts";

export type RichBlocks = typeof import("./rich-blocks.ts");

/**
 * Loads the renderer for everything but bold and italic paragraphs if any part needs it. Requested early, so that it's ready before the
 * content appears. Resolves to undefined if it can't be loaded; then only the text is rendered.
 */
export async function loadRichBlocks(
  parts: readonly { readonly blocks: readonly Block[] }[],
): Promise<RichBlocks | undefined> {
  const needed = /"(?:items|url|href|format|code)\\*"/.test(JSON.stringify(parts));
  return needed ? import("./rich-blocks.ts").catch(() => undefined) : undefined;
}

/** What writes the blocks of one content. */
export interface BlockWriter {
  /** Loads what these parts need. True when it came: what was written before it lacks it. */
  load(parts: Parameters<typeof loadRichBlocks>[0]): Promise<boolean>;
  write(blocks: readonly Block[]): readonly HTMLElement[];
}

/** `addStyle`: for what lists, pictures and links look like, once. */
export function createBlockWriter(document: Document, addStyle: (css: string) => void): BlockWriter {
  let rich: RichBlocks | undefined;
  return {
    async load(parts) {
      const loaded = rich ? undefined : await loadRichBlocks(parts);
      if (!loaded || rich) return false;
      rich = loaded;
      addStyle(loaded.RICH_STYLE);
      return true;
    },
    write: (blocks) => renderBlocks(document, blocks, rich),
  };
}

export function renderBlocks(
  document: Document,
  blocks: readonly Block[],
  rich: RichBlocks | undefined,
): readonly HTMLElement[] {
  const write = (spans: readonly Span[]): readonly Node[] =>
    spans.map((span) => {
      let node: Node = call(document, "createTextNode", span.text);
      if (span.bold) node = element(document, "strong", "", node);
      if (span.italic) node = element(document, "em", "", node);
      return rich ? rich.richSpan(document, node, span) : node;
    });
  return blocks.map((block) => {
    if (rich) return rich.richBlock(document, block, write);
    const text =
      "url" in block
        ? ["alt" in block ? block.alt : block.title]
        : write("items" in block ? block.items.flat() : block.spans);
    return element(document, "p", "", ...text);
  });
}
