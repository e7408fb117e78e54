import type { DebugPanelTarget } from "@fanfare/contract/schema/people/debug-link";
import { read } from "../lib/native.ts";
import { element } from "../ui/dom/element.ts";
import { findByReading } from "../ui/target/reading-strategies.ts";
import { closestMatchLine } from "./closest-match-line.ts";
import { targetLine } from "./content-line.ts";
import { suggestedTargetLines } from "./suggestions.ts";
import type { PageHighlighter } from "./target-line.ts";

/**
 * Shows the target of a console link, above the picker. If nothing is found, outlines the closest match as a
 * suggestion. If there is none, opens the picker.
 */
export async function showLinkedPlace(
  document: Document,
  { name, station, target, edit_url }: DebugPanelTarget,
  before: HTMLElement,
  pointing: PageHighlighter,
): Promise<void> {
  const place = { station, target, on_missing: "skip" } as const;
  const shown = element(document, "section", "");
  shown.ariaLabel = `Linked target: ${name}`;
  before.before(shown);
  const look = async (): Promise<void> => {
    const [line] = await suggestedTargetLines(document, [place], findByReading, edit_url);
    if (line === undefined) return;
    const { suggestion: more, ...found } = line;
    let alike = line.element;
    let pick = (): void => {};
    const rest = more?.(pointing, (take) => {
      const likeliest = closestMatchLine(document, target, take);
      alike = likeliest.alike;
      pick = () => pointing.pick(take);
      return likeliest.line;
    });
    // The target may appear later, so offer a retry.
    const again = element(document, "button", "", "Search again");
    again.type = "button";
    again.addEventListener("click", () => void look());
    shown.replaceChildren(...targetLine(document, found, pointing), ...(rest ?? []), again);
    if (alike === null) pick();
    else pointing.reveal(alike);
  };
  if (read(document, "readyState") !== "complete") {
    await new Promise((resolve) => read(document, "defaultView")?.addEventListener("load", resolve, { once: true }));
  }
  await look();
}
