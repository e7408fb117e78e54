import { button, element } from "../../ui/dom/element.ts";
import type { SaveState } from "../draft.ts";
import { t, tProblem } from "../language/t.ts";

/** Says why changes aren't saved, and lets the member resolve a conflict. Empty if there is nothing to say. */
export function buildSaveNotice(
  document: Document,
  save: SaveState,
  keep: (whose: "mine" | "theirs") => void,
): readonly HTMLElement[] {
  if (save.kind === "failed") {
    const retry = save.retries ? ` ${t("Retrying automatically.")}` : "";
    return [element(document, "p", "notice error", `${t("Couldn't save changes.")} ${tProblem(save)}${retry}`)];
  }
  if (save.kind === "ended") {
    const box = element(document, "p", "notice error", save.detail);
    box.role = "alert";
    return [box];
  }
  if (save.kind !== "conflict") return [];
  const who = save.theirs.updated_by ?? t("Someone else");
  const text = t("{name} changed the same part. Choose which changes to keep.", { name: who });
  const choices = [
    button(document, "", t("Use their changes"), () => keep("theirs")),
    button(document, "", t("Use my changes"), () => keep("mine")),
  ];
  const box = element(document, "div", "notice", element(document, "p", "", text));
  box.role = "alert";
  box.append(element(document, "div", "row", ...choices));
  return [box];
}
