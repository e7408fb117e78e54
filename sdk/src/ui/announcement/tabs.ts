import { button, element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { type Pages, type PagesOptions, showPage } from "./pages.ts";
import { panelElements } from "./panel-content.ts";

/** Panels as tabs (ARIA Authoring Practices): one tab stop, with arrow keys, Home, and End between tabs. */
export function buildTabs(options: PagesOptions): Pages {
  const { document, window, root, dialog, blocks, press, go } = options;
  const list = element(document, "div", "tabs");
  list.role = "tablist";
  const pages = element(document, "div", "pages");
  const box = element(document, "div", "tabbed", list, pages);
  let tabs: readonly HTMLButtonElement[] = [];
  let panels: readonly HTMLElement[] = [];
  let shown = 0;
  root.addStyle(TABS_STYLE);

  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const rtl = window.getComputedStyle(root.view).direction === "rtl";
    const index = indexAfterKey(event.key, shown, tabs.length, rtl);
    if (index === undefined) return;
    event.preventDefault();
    go(index);
    moveFocus(tabs[index]);
  });

  return {
    box,
    write(written) {
      tabs = written.map(({ title }, index) => {
        const tab = button(document, "tab", title, () => go(index));
        tab.role = "tab";
        tab.id = `tab-${index}`;
        tab.setAttribute("aria-controls", `page-${index}`);
        return tab;
      });
      panels = written.map((panel, index) => {
        const page = element(document, "div", "page", ...panelElements(document, panel, blocks, undefined, press));
        page.role = "tabpanel";
        page.id = `page-${index}`;
        page.setAttribute("aria-labelledby", `tab-${index}`);
        // The panel starts with text, so it is itself a tab stop.
        page.tabIndex = 0;
        return page;
      });
      list.replaceChildren(...tabs);
      pages.replaceChildren(...panels);
    },
    show(index) {
      shown = index;
      showPage(panels, index);
      dialog.setAttribute("aria-labelledby", `tab-${index}`);
      tabs.forEach((tab, at) => {
        tab.ariaSelected = String(at === index);
        tab.tabIndex = at === index ? 0 : -1;
      });
    },
    first: () => tabs[shown] ?? list,
  };
}

/** Which tab a key leads to, from the one that is shown. */
function indexAfterKey(key: string, shown: number, count: number, rtl: boolean): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (shown + (rtl ? count - 1 : 1)) % count;
    case "ArrowLeft":
      return (shown + (rtl ? 1 : count - 1)) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

const TABS_STYLE = `
.tabbed{display:flex;flex-direction:column}
.tabs{display:flex;flex-wrap:wrap;gap:0 .3em;padding:.9em 3.6em 0 1.1em;padding-inline:1.1em 3.6em;border-bottom:1px solid var(--line)}
.tab{max-width:100%;margin-bottom:-1px;padding:.55em .6em;border:0;border-bottom:2px solid #0000;border-radius:6px 6px 0 0;color:var(--mute);text-align:start}
.tab:hover{color:var(--ink)}
.tab[aria-selected=true]{color:var(--ink);border-bottom-color:var(--accent)}
@media (forced-colors:active){.tab{border-width:0 0 2px;border-color:Canvas}.tab[aria-selected=true]{border-color:Highlight}}
`;
