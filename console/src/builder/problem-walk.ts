import { useNavigate } from "@tanstack/react-router";
import { useBuilder } from "./context.ts";
import { placeOf } from "./tabs.ts";

/** Opens the place of the first problem, of what is not saved before the rest, and puts the cursor there. */
export function useProblemWalk(): () => void {
  const { store } = useBuilder();
  const navigate = useNavigate({ from: "/$app/content/$id" });
  return () => {
    const { problems, draft, save } = store.state();
    const [path] = save.kind === "held" ? save.fields : problems.keys();
    if (path === undefined) return;
    void navigate({ search: placeOf(path, draft), replace: true }).then(() => {
      // The form of the other part is there after the next paint.
      requestAnimationFrame(() => {
        const field = document.querySelector("#builder-form [aria-invalid='true']");
        if (field instanceof HTMLElement) field.focus();
      });
    });
  };
}
