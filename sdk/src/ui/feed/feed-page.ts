import type { ButtonAction } from "@fanfare/contract/content/panel";
import type { FeedItem } from "@fanfare/contract/schema/client/feed";
import { actionElement, PANEL_STYLE, panelElements } from "../announcement/panel-content.ts";
import { type BlockWriter, createBlockWriter } from "../card/blocks.ts";
import type { Popup } from "../dialog/popup.ts";
import { button, element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { markFeedItem } from "../text/language-marks.ts";
import type { Labels } from "../types.ts";
import { formatDate } from "./format-date.ts";

export interface FeedPageOptions {
  readonly document: Document;
  readonly labels: Labels;
  readonly read: (ids: readonly string[]) => void;
  readonly act: (action: ButtonAction) => unknown;
  readonly openChoices: () => void;
  readonly markFeedItem: typeof markFeedItem;
}

/** Fills a popup with the feed. Returns a function that updates the list. */
export function buildFeedPage(popup: Popup, options: FeedPageOptions): (items: readonly FeedItem[]) => void {
  const { document, labels, read } = options;
  const { root, heading, content, foot } = popup;
  const count = element(document, "p", "count");
  count.role = "status";
  const list = element(document, "ul", "");
  list.role = "list";
  const empty = element(document, "p", "empty", labels.feed_empty ?? "No notifications yet");
  content.append(count, list, empty);
  const opened = new Set<string>();
  let shown: readonly FeedItem[] = [];
  const blocks = createBlockWriter(document, root.addStyle);

  const all = button(document, "", labels.mark_all_read ?? "Mark all as read", () => {
    // The focused button disappears, so move focus first.
    moveFocus(heading);
    read(shown.filter(({ read_at }) => read_at === null).map(({ id }) => id));
  });
  foot.append(all, button(document, "", labels.choices ?? "Your choices", options.openChoices));

  const row = (item: FeedItem): HTMLElement => {
    const is_open = opened.has(item.id);
    const details = is_open ? itemDetails(popup, options, blocks, item) : [];
    return itemRow(options, item, details, is_open, () => {
      if (is_open) opened.delete(item.id);
      else opened.add(item.id);
      if (item.read_at === null && !is_open) read([item.id]);
      else render();
    });
  };
  const render = (): void => {
    const held = root.shadow.activeElement?.id;
    const unread = shown.filter(({ read_at }) => read_at === null).length;
    const status =
      unread === 0
        ? (labels.all_read ?? "All read")
        : fillPlaceholders(labels.unread_count ?? "{count} unread", { count: unread });
    if (count.textContent !== status) count.textContent = status;
    all.hidden = unread === 0;
    list.replaceChildren(...shown.map(row));
    count.hidden = list.hidden = shown.length === 0;
    empty.hidden = shown.length > 0;
    if (held !== undefined && held !== "" && held !== heading.id) moveFocus(root.shadow.getElementById(held));
  };

  return (items) => {
    shown = items;
    render();
    const panels = items.flatMap((item) => (item.kind === "announcement" ? item.panels : []));
    void blocks.load(panels).then((changed) => changed && render());
  };
}

function itemRow(
  { document, labels, markFeedItem }: FeedPageOptions,
  item: FeedItem,
  details: readonly HTMLElement[],
  is_open: boolean,
  toggle: () => void,
): HTMLElement {
  const mark = element(document, "span", "sr-only", item.read_at === null ? `${labels.unread ?? "Unread"}: ` : "");
  const time = element(document, "time", "", formatDate(document, item.at, { dateStyle: "medium" }));
  time.dateTime = item.at;
  const title = element(document, "span", "what", mark, itemTitle(item));
  const head = button(document, "head", "", toggle);
  head.append(title, time);
  head.id = item.id;
  head.ariaExpanded = String(is_open);
  const detail = element(document, "div", "detail", ...details);
  markFeedItem(document, item, title, detail);
  const class_name = `${item.tone}${item.read_at === null ? " unread" : ""}`;
  return element(
    document,
    "li",
    class_name,
    element(document, "h3", "", head),
    ...(details.length > 0 ? [detail] : []),
  );
}

/** Content of an opened item. */
function itemDetails(
  popup: Popup,
  { document, act }: FeedPageOptions,
  blocks: BlockWriter,
  item: FeedItem,
): readonly HTMLElement[] {
  if (item.kind === "announcement") {
    return item.panels.flatMap((panel, index) => {
      const title = index === 0 ? undefined : element(document, "h4", "", panel.title);
      return panelElements(document, panel, blocks, title, ({ action }) => {
        popup.close();
        if (action.kind !== "link") act(action);
      });
    });
  }
  const { title, text, action } = item;
  const paragraphs = title === undefined ? [] : [element(document, "p", "body", text)];
  const href = action?.href;
  // Actions without a URL are for the page's handlers, which received them with the message.
  if (action === undefined || href === undefined) return paragraphs;
  return [...paragraphs, actionElement(document, { label: action.label, action: { kind: "link", href } }, popup.close)];
}

function itemTitle(item: FeedItem): string {
  if (item.kind === "announcement") return item.panels[0]?.title ?? item.slug;
  return item.title ?? item.text;
}

export const FEED_STYLE = `${PANEL_STYLE}
.count{padding:.1em 1.5em 0;color:var(--mute);font-size:.867em}
li{--tone:var(--accent)}
.success{--tone:light-dark(#0a7a4f,#4fd39a)}.warning{--tone:light-dark(#8a5a00,#ffc24d)}.error{--tone:light-dark(#b3261e,#ff9d95)}
h3{font:inherit}
h4{font-size:1em;font-weight:650;margin-top:1em}
.head{position:relative;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .8em;width:100%;padding-block:.6em;padding-inline:2.4em 1.3em;border:0;border-radius:0;text-align:start;font-weight:450;color:var(--soft)}
.head:hover{background:var(--hover)}
.head:focus-visible{outline-offset:-2px}
.unread .head{font-weight:650;color:var(--ink)}
.unread .head::before{content:"";position:absolute;inset-block-start:1.1em;inset-inline-start:1.1em;width:.55em;height:.55em;border-radius:50%;background:var(--tone);forced-color-adjust:none}
.what{flex:1;min-width:min(8em,100%)}
.head time{font-size:.867em;font-weight:400;color:var(--mute)}
.detail{padding-block:.1em 1em;padding-inline:2.4em 1.3em}
.detail .body{margin-top:.3em}
.detail .lead{width:100%;margin:.6em 0;border-radius:9px}
.detail .act{margin-top:.8em}
`;
