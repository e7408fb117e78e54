import type { Block, Span } from "@fanfare/contract/content/block";
import { call } from "../../lib/native.ts";
import { element } from "../dom/element.ts";

export type RichBlocks = typeof import("./rich-blocks.ts");

/**
 * Loads the renderer for lists, images, and links if any part needs it. Requested early, so that it's ready before the
 * content appears. Resolves to undefined if it can't be loaded; then only the text is rendered.
 */
export async function loadRichBlocks(
  parts: readonly { readonly blocks: readonly Block[] }[],
): Promise<RichBlocks | undefined> {
  const needed = /"(?:list|image)\\*"|"href\\*"/.test(JSON.stringify(parts));
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
    spans.map(({ text, bold, italic, href }) => {
      let node: Node = call(document, "createTextNode", text);
      if (bold === true) node = element(document, "strong", "", node);
      if (italic === true) node = element(document, "em", "", node);
      return href && rich ? rich.asLink(document, node, href) : node;
    });
  return blocks.map((block) => {
    if (block.kind === "paragraph") return element(document, "p", "", ...write(block.spans));
    if (rich) return rich.renderRichBlock(document, block, write);
    return element(document, "p", "", ...(block.kind === "list" ? write(block.items.flat()) : [block.alt]));
  });
}
