import { useNavigate } from "@tanstack/react-router";
import { useBuilder } from "./context.ts";
import { placeOf } from "./tabs.ts";

/** Opens the place of the first problem and puts the cursor there. */
export function useProblemWalk(): () => void {
  const { store } = useBuilder();
  const navigate = useNavigate({ from: "/$app/content/$id" });
  return () => {
    const { problems, draft } = store.state();
    const [path] = problems.keys();
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
