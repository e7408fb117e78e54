import type { PanelPlace } from "@fanfare/contract/schema/debug-link";
import { element } from "../ui/element.ts";
import { findByReading } from "../ui/finders.ts";
import { linesOf } from "./better.ts";
import { type Pointing, targetLine } from "./content-line.ts";
import { likeliestLine } from "./likeliest-line.ts";

/**
 * Shows the place that a link of the console is about, before what is picked: what its target finds in this page; where that is
 * nothing, what is most like it, framed and ready to be taken; where that is nothing, too, the picker is on.
 */
export async function lead(
  document: Document,
  { name, station, target, edit_url }: PanelPlace,
  before: HTMLElement,
  pointing: Pointing,
): Promise<void> {
  const place = { station, target, on_missing: "skip" } as const;
  const shown = element(document, "section", "");
  shown.ariaLabel = `What the link is about: ${name}`;
  before.before(shown);
  const look = async (): Promise<void> => {
    const [line] = await linesOf(document, [place], findByReading, edit_url);
    if (line === undefined) return;
    const { more, ...found } = line;
    let alike = line.element;
    let pick = (): void => {};
    const rest = more?.(pointing, (take) => {
      const likeliest = likeliestLine(document, target, take);
      alike = likeliest.alike;
      pick = () => pointing.pick(take);
      return likeliest.line;
    });
    // What comes late is not there at first.
    const again = element(document, "button", "", "Look again");
    again.type = "button";
    again.addEventListener("click", () => void look());
    shown.replaceChildren(...targetLine(document, found, pointing), ...(rest ?? []), again);
    if (alike === null) pick();
    else pointing.reveal(alike);
  };
  if (document.readyState !== "complete") {
    await new Promise((resolve) => document.defaultView?.addEventListener("load", resolve, { once: true }));
  }
  await look();
}
