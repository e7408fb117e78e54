import { element } from "../../ui/dom/element.ts";
import { viewportBox } from "../../ui/dom/visibility.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";

/** Outlines an element, with a text; null removes the outline. */
export type Highlight = (element: Element | null, text?: string) => void;

export function createHighlight(document: Document, root: UiRoot): Highlight {
  const frame = element(document, "div", "frame");
  const tag = element(document, "div", "tag");
  // Stepping to another element by key moves no focus.
  tag.role = "status";
  frame.hidden = tag.hidden = true;
  root.view.append(frame, tag);
  return (target, text) => {
    frame.hidden = target === null;
    tag.hidden = target === null || text === undefined;
    if (target === null) return;
    const { x, y, width, height } = viewportBox(target);
    for (const [name, px] of Object.entries({ left: x, top: y, width, height }))
      frame.style.setProperty(name, `${px}px`);
    tag.textContent = text ?? "";
    tag.style.left = `${Math.max(0, Math.min(x, root.view.clientWidth - tag.offsetWidth))}px`;
    tag.style.top = `${y > TAG_PX ? y - TAG_PX : y + height + 4}px`;
  };
}

/** Height of the text with its distance from the element. */
const TAG_PX = 28;
