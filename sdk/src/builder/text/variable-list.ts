import { emptyVariable, offeredVariables, variableQuery } from "@fanfare/contract/translation/variable-query";
import { element } from "../../ui/dom/element.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "./author-page.ts";
import { replaceBeforeCaret, textBeforeCaret } from "./caret.ts";
import type { InsertList } from "./insert-list.ts";

/** Offers the attributes of people while a variable is being typed. The text keeps the focus. */
export function createVariableList(page: AuthorPage, text: HTMLElement, report: () => void): InsertList {
  const { document, window } = page;
  const list = element(document, "div", "insert");
  list.role = "listbox";
  list.ariaLabel = t("Variables");
  list.hidden = true;
  let known: readonly string[] = [];
  let names: readonly string[] = [];
  let active = 0;
  /** What was typed when the list was closed. */
  let closed: string | undefined;
  const show = (): void => {
    list.hidden = names.length === 0;
    text.ariaActiveDescendantElement = list.children[active] ?? null;
    [...list.children].forEach((each, index) => {
      each.ariaSelected = String(index === active);
    });
    if (!list.hidden) list.children[active]?.scrollIntoView({ block: "nearest" });
  };
  const update = (): void => {
    const query = variableQuery(textBeforeCaret(page, text) ?? "");
    if (query === undefined) closed = undefined;
    const now = query === undefined || query.name === closed ? [] : offeredVariables(known, query.name);
    if (now.length !== names.length || now.some((name, index) => name !== names[index])) {
      active = 0;
      list.replaceChildren(...now.map(option));
    }
    names = now;
    show();
  };
  const option = (name: string): HTMLElement => {
    const made = element(document, "div", "option", element(document, "bdi", "", name));
    made.role = "option";
    // Keeps the selection in the text.
    made.addEventListener("mousedown", (event) => event.preventDefault());
    made.addEventListener("click", () => choose(name));
    return made;
  };
  const choose = (name: string): void => {
    const query = variableQuery(textBeforeCaret(page, text) ?? "");
    if (query === undefined) return;
    replaceBeforeCaret(page, query.length, emptyVariable(name));
    const selection = window.getSelection();
    // Where the fallback belongs.
    for (const _ of "}}") selection?.modify("move", "backward", "character");
    report();
    update();
  };
  void page.attributes?.().then((loaded) => {
    known = loaded;
    update();
  });
  return {
    box: list,
    update,
    close() {
      names = [];
      list.replaceChildren();
      show();
    },
    takesKey({ key, isComposing }) {
      const name = names[active];
      if (name === undefined || isComposing) return false;
      const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      if (key === "Enter" || key === "Tab") choose(name);
      else if (key === "Escape") {
        closed = variableQuery(textBeforeCaret(page, text) ?? "")?.name;
        update();
      } else if (step === 0) return false;
      else {
        active = (active + step + names.length) % names.length;
        show();
      }
      return true;
    },
  };
}
