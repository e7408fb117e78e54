import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { t } from "./language/t.ts";

/** Says that another tab has the builder. Resolves to whether the author goes on in this one. */
export function askToContinue({ document }: Page, root: UiRoot): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (goes_on: boolean) => () => {
      root.remove();
      resolve(goes_on);
    };
    const text = t("The builder is open in another tab. It ends there if you continue here.");
    const go = button(document, "primary", t("Continue here"), answer(true));
    const bar = element(
      document,
      "div",
      "bar",
      element(document, "p", "", text),
      go,
      button(document, "", t("Close"), answer(false)),
    );
    bar.role = "alert";
    root.view.append(bar);
    root.mount(null);
  });
}

/** Says why the builder or a preview can't be opened, instead of it. */
export function showProblem({ document }: Page, root: UiRoot, detail: string): void {
  const close = button(document, "", t("Close"), () => root.remove());
  const bar = element(document, "div", "bar", element(document, "p", "", detail), close);
  bar.role = "alert";
  root.view.append(bar);
  root.mount(null);
}
