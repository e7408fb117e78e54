import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import type { ContentEditor } from "@fanfare/contract/realtime/editors";
import { element } from "../../ui/dom/element.ts";
import { t } from "../language/t.ts";

/** One line for each other member who edits the content now. */
export function buildOthers(
  document: Document,
  others: readonly ContentEditor[],
  edition: Edition,
): readonly HTMLElement[] {
  return others.map(({ name, step_id, on_page }) => {
    const part = partsIn(edition.body).find(({ id }) => id === step_id);
    const title = part?.title.trim() === "" ? t("Untitled") : part?.title;
    const badge = element(document, "span", "number", [...name][0] ?? "");
    badge.ariaHidden = "true";
    const where = on_page ? t("on a page") : t("in the console");
    const what =
      title === undefined
        ? t("is editing this content {where}", { where })
        : t("is editing “{title}” {where}", { title, where });
    const text = element(document, "span", "", element(document, "strong", "", name), ` ${what}`);
    return element(document, "p", "other", badge, text);
  });
}
