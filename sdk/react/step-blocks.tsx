import type { Block, Span } from "@fanfare/contract/block";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { safeLink, safePicture } from "../src/ui/safe-link.ts";

export interface StepBlocksProps {
  readonly blocks: readonly Block[];
}

/**
 * What an author wrote, as paragraphs, lists, pictures and links without a class. Text is text, and an address that could run
 * something is none.
 *
 * @example
 * <StepBlocks blocks={step.blocks} />
 */
export function StepBlocks({ blocks }: StepBlocksProps): ReactElement {
  return createElement(Fragment, null, ...blocks.map(drawn));
}

function drawn(block: Block): ReactElement {
  switch (block.kind) {
    case "paragraph":
      return createElement("p", null, ...block.spans.map(written));
    case "list": {
      const items = block.items.map((spans) => createElement("li", null, ...spans.map(written)));
      return createElement(block.ordered ? "ol" : "ul", null, ...items);
    }
    case "image": {
      const url = safePicture(block.url, document.baseURI);
      return url === null ? <p>{block.alt}</p> : <img src={url} alt={block.alt} />;
    }
  }
}

function written({ text, bold, italic, href }: Span): ReactNode {
  let node: ReactNode = text;
  if (bold === true) node = <strong>{node}</strong>;
  if (italic === true) node = <em>{node}</em>;
  const url = href === undefined ? null : safeLink(href, document.baseURI);
  if (url === null) return node;
  const leaves = url.startsWith("http") && new URL(url).origin !== document.location.origin;
  // A link out of the application must not end the tour.
  return (
    <a href={url} rel="noopener" target={leaves ? "_blank" : undefined}>
      {node}
    </a>
  );
}
