import type { Piece } from "./confetti-physics.ts";
import { element } from "./element.ts";

/** Something to throw, of `size` pixels and in a colour. Its middle is where it is laid out. */
export type Cut = (document: Document, color: string, size: number) => HTMLElement | SVGElement;

/** A piece that was made: `upright` when it shows its face and only rocks. */
export interface Made {
  readonly piece: Piece;
  readonly made: ReturnType<Cut>;
  readonly upright: boolean;
}

/** A sheet as wide and high as these shares of its size, and what else is to be said of its outline. */
function sheet(wide: number, high: number, outline = ""): Cut {
  return (document, color, size) => {
    const made = element(document, "i", "");
    made.style.cssText = `width:${size * wide}px;height:${size * high}px;color:${color};${outline}`;
    return made;
  };
}

/** How each plain shape of paper is made. */
export const PAPER: Readonly<Record<"rectangle" | "circle" | "ribbon", Cut>> = {
  rectangle: sheet(1, 0.68),
  circle: sheet(0.9, 0.9, "border-radius:50%"),
  ribbon: sheet(1.7, 0.36),
};
