import type { ActionButton, Panel } from "@fanfare/contract/content/panel";
import { read } from "../../lib/native.ts";
import type { BlockWriter } from "../card/blocks.ts";
import { button, element } from "../dom/element.ts";
import { safeLink } from "../dom/safe-link.ts";

/**
 * An author's panel content; a leading image is placed above the title. `press`: called when its button is clicked.
 * Links are followed by the browser.
 */
export function panelElements(
  document: Document,
  panel: Panel,
  blocks: BlockWriter,
  heading: HTMLElement | undefined,
  press: (button: ActionButton) => void,
): readonly HTMLElement[] {
  const { button: action } = panel;
  const written = blocks.write(panel.blocks);
  // An image with an unsafe URL was replaced by its alt text.
  const lead = written[0]?.localName === "img" && heading !== undefined ? written.slice(0, 1) : [];
  for (const picture of lead) picture.classList.add("lead");
  const body = element(document, "div", "body", ...written.slice(lead.length));
  const parts = [...lead, ...(heading === undefined ? [] : [heading]), ...(body.childElementCount > 0 ? [body] : [])];
  return action === undefined ? parts : [...parts, actionElement(document, action, () => press(action))];
}

/** Returns a button, or an anchor for links, so that they can be opened in a new tab or copied. */
export function actionElement(document: Document, { label, action }: ActionButton, press: () => void): HTMLElement {
  const url = action.kind === "link" ? safeLink(action.href, read(document, "baseURI")) : null;
  if (url === null) return button(document, "act primary", label, press);
  const link = element(document, "a", "act primary", label);
  link.href = url;
  link.addEventListener("click", press);
  return link;
}

export const PANEL_STYLE = `
.lead{width:calc(100% + 3.4em);max-width:none;margin:-1.6em -1.7em 1.3em;border-radius:0;object-fit:contain;flex:none;max-height:20em;background:var(--hover)}
.body:first-child{margin:0}
.act{align-self:start;margin-top:1.1em;padding:.35em 1.05em;border:1px solid #0000;border-radius:9px;font-weight:600;text-decoration:none;text-align:center}
a.act.primary{color:var(--on-accent)}
@media (forced-colors:active){.act{border:1px solid}}
`;
