import type { Block, Span } from "@fanfare/contract/content/block";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { safeLink, safePicture } from "../src/ui/dom/safe-link.ts";
import type { StepView } from "../src/ui/tour/step-view.ts";

export interface StepBlocksProps {
  readonly blocks: readonly Block[];
  /** `langOf` of the step. Returns the language of texts that differ from the rest of the step. */
  readonly langOf?: StepView["langOf"] | undefined;
}

type LangOf = StepView["langOf"];
const noLanguage: LangOf = () => undefined;

/**
 * Renders an author's content as paragraphs, lists, images, and links without classes, and videos and embedded pages as links. Text is never parsed as markup,
 * and URLs that could run a script are dropped.
 *
 * @example
 * <StepBlocks blocks={step.blocks} langOf={step.langOf} />
 */
export function StepBlocks({ blocks, langOf = noLanguage }: StepBlocksProps): ReactElement {
  return createElement(Fragment, null, ...blocks.map((block) => renderBlock(block, langOf)));
}

function renderBlock(block: Block, langOf: LangOf): ReactElement {
  const write = (span: Span): ReactNode => renderSpan(span, langOf);
  switch (block.kind) {
    case "paragraph":
      return createElement("p", null, ...block.spans.map(write));
    case "list": {
      const items = block.items.map((spans) => createElement("li", null, ...spans.map(write)));
      return createElement(block.ordered ? "ol" : "ul", null, ...items);
    }
    case "image": {
      const url = safePicture(block.url, document.baseURI);
      const lang = langOf(block.alt);
      return url === null ? <p lang={lang}>{block.alt}</p> : <img src={url} alt={block.alt} lang={lang} />;
    }
    case "video":
    case "embed":
      // Without the page's own player. Nothing is loaded before the person follows the link.
      return <p>{renderSpan({ text: block.title, href: block.url }, langOf)}</p>;
  }
}

function renderSpan({ text, bold, italic, href }: Span, langOf: LangOf): ReactNode {
  const lang = langOf(text);
  let node: ReactNode = lang === undefined ? text : <span {...{ lang, dir: textDirection(lang) }}>{text}</span>;
  if (bold === true) node = <strong>{node}</strong>;
  if (italic === true) node = <em>{node}</em>;
  const url = href === undefined ? null : safeLink(href, document.baseURI);
  if (url === null) return node;
  const leaves = url.startsWith("http") && new URL(url).origin !== document.location.origin;
  // An external link must not end the tour.
  return (
    <a href={url} rel="noopener" target={leaves ? "_blank" : undefined}>
      {node}
    </a>
  );
}
