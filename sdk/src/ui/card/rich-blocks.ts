import type { Block, Span } from "@fanfare/contract/content/block";
import { element } from "../dom/element.ts";
import { safeLink, safePicture } from "../dom/safe-link.ts";

/** What lists, pictures and links look like in a card. Loaded with the first tour that has one. */
export const RICH_STYLE = `
:is(ul,ol){padding-inline-start:1.3em}li+li{margin-top:.25em}
img{display:block;max-width:100%;max-height:22em;border-radius:9px}
a{color:var(--accent);text-underline-offset:.18em;border-radius:3px}
a[target]::after{content:" \\2197"/""}
`;

/** A block as an element. `spans` writes the text of each line. A picture whose address is not safe leaves its text behind. */
export function renderRichBlock(
  document: Document,
  block: Exclude<Block, { readonly kind: "paragraph" }>,
  spans: (spans: readonly Span[]) => readonly Node[],
): HTMLElement {
  switch (block.kind) {
    case "list": {
      const items = block.items.map((item) => element(document, "li", "", ...spans(item)));
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

/** `node` as a link, or as it is when the address is not safe. */
export function asLink(document: Document, node: Node, href: string): Node {
  const url = safeLink(href, document.baseURI);
  if (url === null) return node;
  const link = element(document, "a", "", node);
  link.href = url;
  link.rel = "noopener";
  // A link out of the application must not end the tour.
  if (link.protocol.startsWith("http") && link.origin !== document.location.origin) link.target = "_blank";
  return link;
}
