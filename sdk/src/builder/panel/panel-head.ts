import { element } from "../../ui/dom/element.ts";
import type { SaveState } from "../draft.ts";
import { t } from "../language/t.ts";
import { iconButton, nameControl, setIcon } from "./icon.ts";

export interface PanelHead {
  readonly element: HTMLElement;
  readonly heading: HTMLElement;
  /** Collapses the panel to its head. */
  fold(folded: boolean): void;
  showState(save: Pick<SaveState, "kind">): void;
}

interface HeadDeps {
  readonly document: Document;
  /** Whose session it is, and in which app. */
  readonly owner: string;
  readonly panel: HTMLElement;
  /** Undefined if there is nothing to undo. */
  readonly history?: { readonly undo: () => void; readonly redo: () => void };
  readonly switchSide: () => void;
  readonly leave: () => void;
}

/** Names the content, shows whether it's saved, and moves or collapses the panel. */
export function buildHead({ document, owner, panel, ...act }: HeadDeps): PanelHead {
  const heading = element(document, "h2", "");
  heading.id = "title";
  const state = element(document, "span", "state");
  const { history } = act;
  const undoing =
    history === undefined
      ? []
      : [iconButton(document, "undo", t("Undo"), history.undo), iconButton(document, "redo", t("Redo"), history.redo)];
  const setFolded = (folded: boolean): void => {
    panel.classList.toggle("folded", folded);
    setIcon(fold, folded ? "unfold" : "fold");
    nameControl(fold, folded ? t("Expand") : t("Collapse"));
  };
  const fold = iconButton(document, "fold", t("Collapse"), () => setFolded(!panel.classList.contains("folded")));
  const side = iconButton(document, "side", t("Move panel to other side"), act.switchSide);
  const leave = iconButton(document, "close", t("Leave"), act.leave);
  const facts = element(document, "span", "facts", element(document, "span", "soft", owner));
  const made = element(
    document,
    "div",
    "head",
    element(document, "div", "row", heading, side, fold, leave),
    element(document, "div", "row", facts, ...undoing),
  );
  return {
    element: made,
    heading,
    fold: setFolded,
    showState(save) {
      if (!state.isConnected) facts.prepend(state);
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
