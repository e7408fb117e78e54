import { EMOJI_GROUPS, type Emoji, type EmojiGroup, findEmoji, loadEmoji } from "@fanfare/contract/text/emoji/emoji";
import { call } from "../../lib/native.ts";
import { element } from "../../ui/dom/element.ts";
import { builderLanguage, t } from "../language/t.ts";
import type { AuthorPage } from "./author-page.ts";
import { select, selectionIn } from "./caret.ts";
import type { EmojiList } from "./insert-list.ts";

const GROUP_NAMES: readonly string[] = [
  t("Smileys and emotion"),
  t("People and body"),
  t("Animals and nature"),
  t("Food and drink"),
  t("Travel and places"),
  t("Activities"),
  t("Objects"),
  t("Symbols"),
  t("Flags"),
];
const COLUMNS = 8;
/** A panel has a list for each of its texts. */
let lists = 0;

/** Emoji by group, with a search over their names in the member's language. */
export function createEmojiList(page: AuthorPage, text: HTMLElement, report: () => void): EmojiList {
  const { document } = page;
  const { box, input, state, list } = buildBox(document);
  let groups: readonly EmojiGroup[] = [];
  let options: readonly HTMLElement[] = [];
  let active = 0;
  /** Where the emoji goes. */
  let caret: StaticRange | undefined;
  const show = (): void => {
    options.forEach((each, index) => {
      each.ariaSelected = String(index === active);
    });
    const chosen = options[active];
    input.ariaActiveDescendantElement = chosen ?? null;
    chosen?.scrollIntoView({ block: "nearest" });
  };
  const option = ({ emoji, name }: Emoji): HTMLElement => {
    const made = element(document, "div", "option", emoji);
    made.role = "option";
    made.ariaLabel = made.title = name;
    made.addEventListener("mousedown", (event) => event.preventDefault());
    made.addEventListener("click", () => insert(emoji));
    return made;
  };
  const search = (): void => {
    const found = findEmoji(groups, input.value);
    const made = found.map(({ id, items }) => {
      const group = element(document, "div", "group", ...items.map(option));
      group.role = "group";
      group.ariaLabel = GROUP_NAMES[EMOJI_GROUPS.indexOf(id)] ?? "";
      return group;
    });
    list.replaceChildren(...made);
    options = made.flatMap((group) => [...group.children]) as HTMLElement[];
    active = 0;
    const total = options.length;
    state.textContent = total === 0 ? t("No results") : t("Emoji: {n}", { n: total });
    show();
  };
  const close = (): void => {
    box.hidden = true;
  };
  const insert = (emoji: string): void => {
    close();
    select(page, text, caret);
    call(document, "execCommand", "insertText", false, emoji);
    report();
  };
  input.addEventListener("input", search);
  return {
    ...{ box, update: () => {}, close },
    toggle() {
      if (!box.hidden) {
        close();
        select(page, text, caret);
        return;
      }
      caret = selectionIn(page, text);
      box.hidden = false;
      input.value = "";
      input.focus();
      void loadEmoji(builderLanguage()).then((loaded) => {
        groups = loaded;
        search();
      });
    },
    takesKey({ key, target }) {
      if (target !== input) return false;
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[key];
      if (key === "Escape") {
        close();
        select(page, text, caret);
      } else if (key === "Enter") options[active]?.click();
      else if (step === undefined) return false;
      else {
        const sign = step !== COLUMNS && step !== -COLUMNS && box.matches(":dir(rtl)") ? -1 : 1;
        active = Math.max(0, Math.min(options.length - 1, active + step * sign));
        show();
      }
      return true;
    },
  };
}

function buildBox(document: Document) {
  const input = element(document, "input", "");
  input.type = "text";
  input.role = "combobox";
  // Shown with its list only.
  input.ariaExpanded = "true";
  input.autocomplete = "off";
  input.ariaLabel = input.placeholder = t("Search emoji");
  const state = element(document, "p", "soft", t("Loading…"));
  state.role = "status";
  const list = element(document, "div", "lists");
  list.role = "listbox";
  list.id = `emoji-${++lists}`;
  input.setAttribute("aria-controls", list.id);
  list.ariaLabel = t("Emoji");
  const box = element(document, "div", "insert emoji", input, state, list);
  box.hidden = true;
  return { box, input, state, list };
}
