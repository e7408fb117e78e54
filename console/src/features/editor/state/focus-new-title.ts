import { useEffect } from "react";
import type { EditorState } from "../../../model/draft/editor-state.ts";

/** New content opens with the focus in its first title, if that one is still to be written. */
export function useFocusNewTitle({ server }: EditorState, read_only: boolean): void {
  const is_new = server.revision === 1 && !read_only;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the editor opens
  useEffect(() => {
    if (!is_new) return;
    // After the dialog in which the content was created has given the focus back.
    const frame = requestAnimationFrame(() => {
      const title = document.querySelector("#step-title");
      if (title instanceof HTMLInputElement && title.value === "") title.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
