import { useNavigate } from "@tanstack/react-router";
import { locationForPath } from "../../../model/draft/tabs.ts";
import { useEditor } from "./editor-context.ts";

/** Opens the location of the first problem and focuses it. Problems that block saving come first. */
export function useFocusFirstIssue(): () => void {
  const { store, revealed } = useEditor();
  const navigate = useNavigate({ from: "/$app/content/$id" });
  return () => {
    const { problems, draft, save } = store.state();
    const [path] = save.kind === "held" ? save.fields : problems.keys();
    if (path === undefined) return;
    revealed.revealAll();
    void navigate({ search: locationForPath(path, draft), replace: true }).then(() => {
      // The other part's form renders by the next paint.
      requestAnimationFrame(() => {
        const field = document.querySelector("#builder-form [aria-invalid='true']");
        if (field instanceof HTMLElement) field.focus();
      });
    });
  };
}
