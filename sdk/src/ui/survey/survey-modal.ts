import { buildModalDialog, MODAL_STYLE } from "../dialog/modal-dialog.ts";
import { openRoot } from "../overlay/root.ts";
import type { BuildFrame } from "./survey-frame.ts";

export const buildModalFrame: BuildFrame = (page, guard, leave) => {
  const root = openRoot(page, MODAL_STYLE);
  const dialog = buildModalDialog(page, root, guard, leave);
  dialog.box.setAttribute("aria-labelledby", "title");
  return {
    root,
    show(card, _, shown) {
      dialog.box.append(card.box);
      dialog.show(() => card.heading);
      shown();
    },
    remove: dialog.remove,
  };
};
