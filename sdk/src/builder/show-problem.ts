import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { t } from "./language/t.ts";

/** Says why the builder or a preview can't be opened, instead of it. */
export function showProblem({ document }: Page, root: UiRoot, detail: string): void {
  const close = button(document, "", t("Close"), () => root.remove());
  const bar = element(document, "div", "bar", element(document, "p", "", detail), close);
  bar.role = "alert";
  root.view.append(bar);
  root.mount(null);
}
