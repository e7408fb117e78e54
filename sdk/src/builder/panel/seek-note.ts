import { element } from "../../ui/dom/element.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { Page } from "../../ui/types.ts";
import { keepClear } from "../keep-clear.ts";
import { t } from "../language/t.ts";

/** Returns a function that shows and hides a note beside the panel while a card waits for its element. */
export function createSeekNote({ document }: Page, root: UiRoot, panel: HTMLElement): (seeks: boolean) => void {
  const note = element(document, "p", "tag", SEEKING);
  note.style.cssText = "inset-inline:0;margin-inline:auto;width:fit-content;translate:0 -50%;padding:8px 14px";
  const places = ["50%", "20%", "80%"].map((top) => () => {
    note.style.top = top;
  });
  return (seeks) => {
    if (seeks === note.isConnected) return;
    if (!seeks) {
      note.remove();
      return;
    }
    root.view.append(note);
    keepClear(note, [panel], places);
    root.announce(SEEKING);
  };
}

const SEEKING = t("Looking for the element…");
