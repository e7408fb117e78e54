import { CARD_STYLE } from "../ui/card/card-style.ts";
import { element } from "../ui/dom/element.ts";
import { openRoot } from "../ui/overlay/root.ts";
import type { BuildFrame } from "../ui/survey/survey-frame.ts";

/** A frame that is the whole page: it can't be dismissed, and its title is that of the page. `note`: at its end. */
export const buildPageFrame =
  (note: string): BuildFrame =>
  (page) => {
    const root = openRoot(page, `${CARD_STYLE}${PAGE_STYLE}`);
    const main = element(page.document, "main", "page");
    main.setAttribute("aria-labelledby", "title");
    return {
      root,
      show({ box: card }, _, shown) {
        card.querySelector(".close")?.remove();
        const title = card.querySelector("h2");
        if (title) title.ariaLevel = "1";
        main.append(card);
        if (note) card.append(Object.assign(element(page.document, "p", "note"), { textContent: note }));
        root.view.append(main);
        root.mount(null);
        shown();
      },
      remove: root.remove,
    };
  };

const PAGE_STYLE = `
.page{position:absolute;inset:0;display:grid;place-items:center;padding:min(4vh,2em) min(4vw,2em);pointer-events:none}
.page .card{position:relative;display:flex;flex-direction:column;width:min(36em,100%);max-height:100%;min-height:0}
.page h2{padding-inline-end:0}
.note{padding:.8em 1.85em 1em;border-top:1px solid var(--line);font-size:.867em;color:var(--mute)}
`;
