import { button, element } from "../../ui/dom/element.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import { t } from "../language/t.ts";
import { iconButton } from "../panel/icon.ts";

/** Tells what would be picked. Replaces the panel meanwhile, and can be moved to the other edge. */
export interface PickBar {
  /** Opens the bar with a text. `more`: controls before its own. */
  open(text: string, cancel: () => void, ...more: readonly HTMLElement[]): void;
  /** Replaces the text. */
  announce(text: string): void;
  append(part: HTMLElement): void;
  close(): void;
}

export function createPickBar(document: Document, root: UiRoot, panel: HTMLElement): PickBar {
  const words = element(document, "p", "");
  let bar: HTMLElement | undefined;
  return {
    open(text, cancel, ...more) {
      const by_keyboard = root.shadow.activeElement?.matches(":focus-visible");
      const move = iconButton(document, "move", t("Move bar"), () => made.classList.toggle("low"));
      const made = element(document, "div", "bar", words, ...more, move, button(document, "", t("Cancel"), cancel));
      made.role = "region";
      made.ariaLabel = t("Pick element");
      bar = made;
      words.textContent = text;
      root.view.append(made);
      // After a press, or while a menu of the page has the focus, it stays where it is.
      if (by_keyboard) (more[0] ?? move).focus();
      panel.hidden = true;
      root.announce(text);
    },
    announce(text) {
      words.textContent = text;
    },
    append: (part) => bar?.append(part),
    close() {
      bar?.remove();
      panel.hidden = false;
    },
  };
}
