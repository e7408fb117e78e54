import { call } from "../../lib/native.ts";
import { button } from "../../ui/dom/element.ts";

/** Lines in a square of 24 units, drawn in the color of the text. */
const PATHS = {
  add: "M12 5v14M5 12h14",
  card: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  close: "M6 6l12 12M18 6 6 18",
  console: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  down: "M12 5v14M6 13l6 6 6-6",
  drag: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  fold: "m6 9 6 6 6-6",
  hold: "M12 16v5M8 3h8l-1 7 3 3v3H6v-3l3-3z",
  move: "M12 3v18M8 7l4-4 4 4M8 17l4 4 4-4",
  no_card: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM4 3l16 18",
  play: "M7 4v16l13-8z",
  record: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  side: "M3 5h18v14H3zM15 5v14",
  target: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v6M12 16v6M2 12h6M16 12h6",
  track: "m10 10 11 4-5 2-2 5zM10 3v3M3 10h3M5 5l2 2",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  unfold: "m6 15 6-6 6 6",
  up: "M12 19V5M6 11l6-6 6 6",
} as const;
export type IconName = keyof typeof PATHS;

const SVG = "http://www.w3.org/2000/svg";

function drawIcon(document: Document, name: IconName): Element {
  const drawn = call(document, "createElementNS", SVG, "svg");
  const path = call(document, "createElementNS", SVG, "path");
  path.setAttribute("d", PATHS[name]);
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.ariaHidden = "true";
  drawn.append(path);
  return drawn;
}

/** Shows an icon before the text of a control, instead of the one before. */
export function setIcon<Control extends HTMLElement>(control: Control, name: IconName): Control {
  const drawn = drawIcon(control.ownerDocument, name);
  control.querySelector("svg")?.remove();
  control.prepend(drawn);
  return control;
}

/** A small button with an icon and an accessible name. */
export function iconButton(document: Document, name: IconName, label: string, press: () => void): HTMLButtonElement {
  const made = setIcon(button(document, "icon", "", press), name);
  nameControl(made, label);
  return made;
}

/** The name of a control that shows only an icon. */
export function nameControl(control: HTMLElement, label: string): void {
  control.ariaLabel = control.title = label;
}
