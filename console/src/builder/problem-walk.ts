import { useNavigate } from "@tanstack/react-router";
import { useBuilder } from "./context.ts";
import { type Draft, stepsOf } from "./draft.ts";
import type { Problems } from "./problems.ts";

/** Where in the editor the first problem is. */
function placeOfProblem(
  problems: Problems,
  draft: Draft,
): { readonly tab: "settings" | undefined; readonly step: string | undefined } | undefined {
  const [path] = problems.keys();
  if (path === undefined) return undefined;
  const index = /^body\.steps\.(\d+)/.exec(path)?.[1];
  if (index !== undefined) return { tab: undefined, step: stepsOf(draft)[Number(index)]?.id };
  return { tab: path.startsWith("body.steps") ? undefined : "settings", step: undefined };
}

/** Opens the place of the first problem and puts the cursor there. */
export function useProblemWalk(): () => void {
  const { store } = useBuilder();
  const navigate = useNavigate({ from: "/$app/content/$id" });
  return () => {
    const { problems, draft } = store.state();
    const place = placeOfProblem(problems, draft);
    if (place === undefined) return;
    void navigate({ search: place, replace: true }).then(() => {
      // The form of the other step is there after the next paint.
      requestAnimationFrame(() => {
        const field = document.querySelector("#builder-form [aria-invalid='true']");
        if (field instanceof HTMLElement) field.focus();
      });
    });
  };
}
