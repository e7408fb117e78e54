import { call } from "../../lib/native.ts";
import { button } from "../../ui/dom/element.ts";

/** Lines in a square of 24 units, drawn in the color of the text. */
const PATHS = {
  add: "M12 5v14M5 12h14",
  bold: "M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z",
  card: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  close: "M6 6l12 12M18 6 6 18",
  code: "m8 7-5 5 5 5M16 7l5 5-5 5",
  console: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  down: "M12 5v14M6 13l6 6 6-6",
  drag: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  emoji: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM8 14a5 5 0 0 0 8 0M9 9v1M15 9v1",
  fold: "m6 9 6 6 6-6",
  heading: "M6 4v16M18 4v16M6 12h12",
  hold: "M12 16v5M8 3h8l-1 7 3 3v3H6v-3l3-3z",
  italic: "M10 4h8M6 20h8M14 4l-4 16",
  link: "M9 12h6M10 8H7a4 4 0 0 0 0 8h3M14 8h3a4 4 0 0 1 0 8h-3",
  list: "M9 6h12M9 12h12M9 18h12M4 6h0M4 12h0M4 18h0",
  move: "M12 3v18M8 7l4-4 4 4M8 17l4 4 4-4",
  no_card: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM4 3l16 18",
  numbers: "M9 6h12M9 12h12M9 18h12M3 4h1v6M3 14h3l-3 5h3",
  play: "M7 4v16l13-8z",
  quote: "M9 6h12M9 12h12M9 18h12M4 5v14",
  record: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  side: "M3 5h18v14H3zM15 5v14",
  target: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v6M12 16v6M2 12h6M16 12h6",
  track: "m10 10 11 4-5 2-2 5zM10 3v3M3 10h3M5 5l2 2",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  unfold: "m6 15 6-6 6 6",
  up: "M12 19V5M6 11l6-6 6 6",
  variable: "M9 4H6v6l-3 2 3 2v6h3M15 4h3v6l3 2-3 2v6h-3",
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
