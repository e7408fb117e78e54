import type { Block, Span } from "@fanfare/contract/content/block";
import { readImageName } from "@fanfare/contract/content/image-name";
import { read } from "../../lib/native.ts";
import { element } from "../dom/element.ts";
import { safeLink, safePicture } from "../dom/safe-link.ts";

/** Styles of headings, quotes, code, lists, images, and links in a card. Loaded with the first content that has one. */
export const RICH_STYLE = `
:is(ul,ol){padding-inline-start:1.3em}li+li{margin-top:.25em}
img{display:block;height:auto;max-width:min(100%,22em*var(--ratio,99));max-height:22em;border-radius:9px}
h3{margin:0;font:600 1.05em/1.3 inherit;font-family:inherit}
blockquote{margin:0;padding-inline-start:.9em;border-inline-start:.2em solid var(--line);color:var(--muted)}
code{padding:.1em .3em;border-radius:4px;background:var(--hover);font:.92em ui-monospace,monospace}
a{color:var(--accent);text-underline-offset:.18em;border-radius:3px}
a[target]::after{content:" \\2197"/""}
`;

/** Renders a block. `spans` renders the text of each line. An image with an unsafe URL is replaced by its alt text. */
export function richBlock(
  document: Document,
  block: Block,
  spans: (spans: readonly Span[]) => readonly Node[],
): HTMLElement {
  switch (block.kind) {
    case "paragraph": {
      // The card's title is the heading above.
      const tag = block.format === "heading" ? "h3" : block.format === "quote" ? "blockquote" : "p";
      return element(document, tag, "", ...spans(block.spans));
    }
    case "list": {
      const items = block.items.map((item) => element(document, "li", "", ...spans(item)));
      return element(document, block.ordered ? "ol" : "ul", "", ...items);
    }
    case "image": {
      const url = safePicture(block.url, read(document, "baseURI"));
      if (url === null) return element(document, "p", "", block.alt);
      const image = element(document, "img", "");
      image.alt = block.alt;
      // Reserves the space of an uploaded image before it loads, so that nothing moves.
      const { width, height } = readImageName(url) ?? {};
      if (width && height) {
        image.width = width;
        image.height = height;
        image.style.setProperty("--ratio", `${width / height}`);
      }
      image.src = url;
      return image;
    }
  }
}

/** Wraps the text of a span in what isn't bold or italic. */
export function richSpan(document: Document, node: Node, { code, href }: Span): Node {
  const written = code === true ? element(document, "code", "", node) : node;
  return href === undefined ? written : asLink(document, written, href);
}

/** Wraps `node` in a link; returns it unchanged if the URL is unsafe. */
function asLink(document: Document, node: Node, href: string): Node {
  const url = safeLink(href, read(document, "baseURI"));
  if (url === null) return node;
  const link = element(document, "a", "", node);
  link.href = url;
  link.rel = "noopener";
  // An external link must not end the tour.
  if (link.protocol.startsWith("http") && link.origin !== read(document, "defaultView")?.location.origin)
    link.target = "_blank";
  return link;
}
