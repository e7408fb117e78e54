import { element } from "../../ui/dom/element.ts";
import type { SaveState } from "../draft.ts";
import { t } from "../language/t.ts";
import { iconButton, nameControl, setIcon } from "./icon.ts";

export interface PanelHead {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
  showState(save: SaveState): void;
}

interface HeadDeps {
  readonly document: Document;
  /** Whose session it is, and in which app. */
  readonly owner: string;
  readonly panel: HTMLElement;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly switchSide: () => void;
  readonly leave: () => void;
}

/** Names the content, shows whether it's saved, and moves or collapses the panel. */
export function buildHead({ document, owner, panel, ...act }: HeadDeps): PanelHead {
  const heading = element(document, "h2", "");
  heading.id = "title";
  const state = element(document, "span", "state");
  const undo = iconButton(document, "undo", t("Undo"), act.undo);
  const redo = iconButton(document, "redo", t("Redo"), act.redo);
  const fold = iconButton(document, "fold", t("Collapse"), () => {
    const folded = panel.classList.toggle("folded");
    setIcon(fold, folded ? "unfold" : "fold");
    nameControl(fold, folded ? t("Expand") : t("Collapse"));
  });
  const side = iconButton(document, "side", t("Move panel to other side"), act.switchSide);
  const leave = iconButton(document, "close", t("Leave"), act.leave);
  const facts = element(document, "span", "facts", state, element(document, "span", "soft", owner));
  const made = element(
    document,
    "div",
    "head",
    element(document, "div", "row", heading, side, fold, leave),
    element(document, "div", "row", facts, undo, redo),
  );
  return {
    element: made,
    heading,
    showState(save) {
      state.className = `state ${save.kind}`;
      state.textContent = SAVE_LABELS[save.kind];
    },
  };
}

const SAVE_LABELS: Readonly<Record<SaveState["kind"], string>> = {
  saved: t("Saved"),
  waiting: t("Unsaved changes"),
  saving: t("Saving…"),
  failed: t("Not saved"),
  conflict: t("Not saved"),
  ended: t("Ended"),
};
