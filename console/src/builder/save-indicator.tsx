import { Check, CircleAlert, CloudOff, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { t, tCount } from "../language/t.ts";
import { Spinner } from "../ui/spinner.tsx";
import { useBuilder } from "./context.ts";
import { useProblemWalk } from "./problem-walk.ts";

/** Whether the server has what is on the screen. */
export function SaveIndicator() {
  const { state, read_only } = useBuilder();
  const walk = useProblemWalk();
  if (read_only) return <Words>{t("View only")}</Words>;
  switch (state.save.kind) {
    case "saved":
      return (
        <Words>
          <Check />
          {t("Saved")}
        </Words>
      );
    case "waiting":
      return (
        <Words>
          <Pencil />
          {t("Unsaved changes")}
        </Words>
      );
    case "saving":
      return (
        <Words>
          <Spinner />
          {t("Saving…")}
        </Words>
      );
    case "blocked": {
      const count = state.problems.size;
      return (
        <button
          type="button"
          onClick={walk}
          className="flex h-6 items-center gap-1.5 rounded-xs px-1 text-xs font-medium text-negative-text hover:underline [&_svg]:size-3.5"
        >
          <CircleAlert />
          {tCount(count, "Not saved: {n} problem", "Not saved: {n} problems")}
        </button>
      );
    }
    case "failed":
    case "conflict":
      return (
        <Words>
          <CloudOff />
          {t("Not saved")}
        </Words>
      );
  }
}

function Words({ children }: { readonly children: ReactNode }) {
  return (
    <span data-testid="save-state" className="flex items-center gap-1.5 px-1 text-xs text-ink-3 [&_svg]:size-3.5">
      {children}
    </span>
  );
}
