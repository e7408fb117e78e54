import { useEffect } from "react";

/** Names the page in the window's title. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, "Fanfare"].filter((part) => part !== undefined && part !== "").join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
