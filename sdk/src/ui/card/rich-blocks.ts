import type { Block, ImageBlock, MediaBlock, Span } from "@fanfare/contract/content/block";
import { readImageName } from "@fanfare/contract/media/image-name";
import { call, read } from "../../lib/native.ts";
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
.media{margin-inline:0;margin-block-end:0}
.media>:first-child{position:relative;display:block;width:100%;aspect-ratio:var(--ratio);height:var(--height,auto);max-height:70vh;border-radius:9px;background:var(--hover)}
.media>figcaption{display:flex;flex-wrap:wrap;align-items:center;gap:0 1em;min-height:2.6em;font-size:.85em}
.card:has(.media){width:min(30em,100% - 24px)}
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
    case "image":
      return richImage(document, block);
    case "video":
    case "embed":
      return mediaFrame(document, block);
  }
}

function richImage(document: Document, block: ImageBlock): HTMLElement {
  const url = safePicture(block.url, read(document, "baseURI"));
  if (url === null) return element(document, "p", "", block.alt);
  const motion = read(document, "defaultView")?.matchMedia("(prefers-reduced-motion: reduce)");
  if (isAnimation(url) && motion?.matches) {
    const figure = element(document, "figure", "animation", block.alt);
    fill(figure, ({ fillStill }) => fillStill(document, figure, url, block));
    return figure;
  }
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

/** Uploaded images don't move. Of other hosts, the URL is all that is known without a request. */
const isAnimation = (url: string): boolean => new URL(url).pathname.toLowerCase().endsWith(".gif");

/** Has its space from the start. What it shows is loaded with the first one. */
function mediaFrame(document: Document, block: MediaBlock): HTMLElement {
  const name = element(document, "figcaption", "", block.title);
  const figure = element(document, "figure", "media", element(document, "div", ""), name);
  if (block.kind === "embed") figure.style.setProperty("--height", `${block.height_px}px`);
  else figure.style.setProperty("--ratio", (block.ratio ?? "16:9").replace(":", "/"));
  fill(figure, ({ fillMedia }) => fillMedia(document, figure, block));
  return figure;
}

/** Without the file, the name stays. */
function fill(figure: HTMLElement, task: (media: typeof import("./media.ts")) => void): void {
  import("./media.ts").then(task).catch(() => call(figure, "removeAttribute", "style"));
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
