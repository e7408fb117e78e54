import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import type { ContentEditor } from "@fanfare/contract/realtime/editors";
import { element } from "../../ui/dom/element.ts";

/** One line for each other member who edits the content now. */
export function buildOthers(
  document: Document,
  others: readonly ContentEditor[],
  edition: Edition,
): readonly HTMLElement[] {
  return others.map(({ name, step_id, on_page }) => {
    const part = partsIn(edition.body).find(({ id }) => id === step_id);
    const where = part === undefined ? "" : ` “${part.title.trim() === "" ? "Untitled" : part.title}”`;
    const badge = element(document, "span", "number", [...name][0] ?? "");
    badge.ariaHidden = "true";
    const text = element(
      document,
      "span",
      "",
      element(document, "strong", "", name),
      ` is editing${where || " this content"}`,
    );
    text.append(on_page ? " on a page" : " in the console");
    return element(document, "p", "other", badge, text);
  });
}
