import type { ElementPosition } from "@fanfare/contract/content/announcement";
import { RESOURCE_CENTER_POSITION } from "@fanfare/contract/content/positions";
import { CARD_STYLE } from "../card/card-style.ts";
import { closeButton } from "../card/dismiss-options.ts";
import { element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { openRoot } from "../overlay/root.ts";
import { placeAtElement } from "../target/place-at-element.ts";
import { listenForF6 } from "../toast/notice.ts";
import type { LauncherDeps, LauncherView } from "./launcher.ts";

/** A resource center in the flow of the page. It takes no focus and is reachable with Tab and F6. */
export function buildInlineCenter(
  { life, labels, toggle, seen, missing }: LauncherDeps,
  position: ElementPosition,
  closable: boolean,
): LauncherView {
  const { guard, page } = life;
  const { document } = page;
  const root = openRoot(page, CARD_STYLE + INLINE_STYLE);
  const { host, view } = root;
  // Not a popover: the top layer has no place in the page.
  host.popover = null;
  const heading = element(document, "h2", "");
  heading.id = "title";
  heading.tabIndex = -1;
  const content = element(document, "div", "content");
  const box = element(document, "section", "card inline", element(document, "div", "flow", heading, content));
  box.setAttribute("aria-labelledby", "title");
  const release = listenForF6(page, box);
  view.append(box);
  const on = (event: { readonly kind: string; readonly tried?: Parameters<typeof missing>[0] }): void => {
    if (event.tried) missing(event.tried);
  };
  const stop = placeAtElement({ ...page, guard, on }, position, RESOURCE_CENTER_POSITION, host, () => {
    seen(box);
    toggle();
  });
  return {
    write() {},
    async open(title, closed) {
      heading.textContent = title;
      const leave = (): void => {
        closed();
        life.end({ kind: "ended", reason: "close_button", suppress: false });
      };
      if (closable) box.append(closeButton(document, labels, guard(leave)));
      return { root, heading, content, close: closed };
    },
    reveal() {
      host.scrollIntoView({ block: "nearest" });
      moveFocus(heading);
    },
    remove() {
      stop();
      release();
      root.remove();
    },
  };
}

const INLINE_STYLE = `
:host{position:relative!important;inset:auto!important;overflow:visible!important;z-index:auto!important;margin:0!important;align-self:stretch!important}
.view{position:relative;inset:auto}
.inline{position:relative;width:100%;min-height:0;border:1px solid var(--line);border-radius:12px;box-shadow:none}
.inline:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.inline .flow{padding:1.3em 0 .5em;overflow:visible}
.inline h2{padding-inline:1.25rem 3.2em}
`;
