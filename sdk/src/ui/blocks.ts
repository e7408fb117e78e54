import type { Block, Span } from "@fanfare/contract/content";
import { element } from "./element.ts";
import { safeLink, safePicture } from "./safe-link.ts";

/** An author's blocks as elements. A link or picture whose address is not safe leaves its text behind. */
export function renderBlocks(document: Document, blocks: readonly Block[]): readonly HTMLElement[] {
  return blocks.map((block) => renderBlock(document, block));
}

function renderBlock(document: Document, block: Block): HTMLElement {
  switch (block.kind) {
    case "paragraph":
      return element(document, "p", "", ...renderSpans(document, block.spans));
    case "list": {
      const items = block.items.map((spans) => element(document, "li", "", ...renderSpans(document, spans)));
      return element(document, block.ordered ? "ol" : "ul", "", ...items);
    }
    case "image": {
      const url = safePicture(block.url, document.baseURI);
      if (url === null) return element(document, "p", "", block.alt);
      const image = element(document, "img", "");
      image.alt = block.alt;
      image.src = url;
      return image;
    }
  }
}

function renderSpans(document: Document, spans: readonly Span[]): readonly Node[] {
  return spans.map(({ text, bold, italic, href }) => {
    let node: Node = document.createTextNode(text);
    if (bold === true) node = element(document, "strong", "", node);
    if (italic === true) node = element(document, "em", "", node);
    const url = href === undefined ? null : safeLink(href, document.baseURI);
    if (url === null) return node;
    const link = element(document, "a", "", node);
    link.href = url;
    link.rel = "noopener";
    // A link out of the application must not end the tour.
    if (link.protocol.startsWith("http") && link.origin !== document.location.origin) link.target = "_blank";
    return link;
  });
}
