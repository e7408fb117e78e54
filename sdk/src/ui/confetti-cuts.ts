import type { Cut } from "./confetti-paper.ts";
import type { Shape } from "./types.ts";

/** What is loaded already. */
type More = Pick<typeof import("./confetti-more.ts"), "FLAKE" | "isDrawable">;

/** As a worker draws it. An outline and no `clip-path`: a browser keeps a mask for each of those. */
const STAR = "M0-.62.16-.22.59-.19.26.08.36.5 0 .27-.36.5-.26.08-.59-.19-.16-.22z";

/** How a star, a flake, a text or an SVG path is made. A text that this machine has no picture of becomes a star. */
export function cutOf(shape: Shape | undefined, { FLAKE, isDrawable }: More): Cut | undefined {
  if (shape === undefined) return undefined;
  const star = outline(STAR, -0.62, 1.24, "fill");
  if (typeof shape === "string") return shape === "star" ? star : outline(FLAKE, -0.5, 1, "stroke");
  if ("path" in shape) return outline(shape.path, 0, shape.box ?? 24, "fill");
  const { text } = shape;
  if (!isDrawable(text)) return star;
  return (document, color, size) => {
    const made = document.createElement("i");
    made.append(text);
    // A word is as wide as a picture.
    const font_px = (size * 0.8) / Math.max(1, [...text].length * 0.6);
    made.style.cssText = `font:700 ${font_px}px/1.2 system-ui,sans-serif;white-space:nowrap;color:${color}`;
    return made;
  };
}

/** What a path of SVG draws in a box of so many units, which begins at `from`. */
function outline(path: string, from: number, box: number, drawn: "fill" | "stroke"): Cut {
  return (document, color, size) => {
    const make = <Name extends "svg" | "path">(name: Name) =>
      document.createElementNS("http://www.w3.org/2000/svg", name);
    const made = make("svg");
    const line = make("path");
    made.setAttribute("viewBox", `${from} ${from} ${box} ${box}`);
    made.style.cssText = `width:${size}px;height:${size}px`;
    line.setAttribute("d", path);
    line.style.cssText = `fill:none;stroke-width:.09;stroke-linecap:round;${drawn}:${color}`;
    made.append(line);
    return made;
  };
}
