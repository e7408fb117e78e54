import { useEffect } from "react";

export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, "Fanfare"].filter((part) => part !== undefined && part !== "").join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
