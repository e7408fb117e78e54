import { Check, CircleAlert, CloudOff, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { number } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { cx } from "../ui/cx.ts";
import { Spinner } from "../ui/spinner.tsx";
import { useBuilder } from "./context.ts";
import { useProblemWalk } from "./problem-walk.ts";

/** Whether the server has what is on the screen. */
export function SaveIndicator() {
  const { state, read_only } = useBuilder();
  const walk = useProblemWalk();
  if (read_only) return <Words>{t("View only")}</Words>;
  switch (state.save.kind) {
    case "saved": {
      const count = state.problems.size;
      if (count > 0) {
        return (
          <ProblemButton tone="caution" count={count} onClick={walk}>
            {tCount(count, "Saved with {n} problem", "Saved with {n} problems")}
          </ProblemButton>
        );
      }
      return <Words icon={<Check />}>{t("Saved")}</Words>;
    }
    case "waiting":
      return <Words icon={<Pencil />}>{t("Unsaved changes")}</Words>;
    case "saving":
      return <Words icon={<Spinner />}>{t("Saving…")}</Words>;
    case "held":
      return (
        <ProblemButton tone="negative" count={state.save.fields.length} onClick={walk}>
          {tCount(state.save.fields.length, "Not saved: {n} problem", "Not saved: {n} problems")}
        </ProblemButton>
      );
    case "failed":
    case "conflict":
      return <Words icon={<CloudOff />}>{t("Not saved")}</Words>;
  }
}

interface ProblemButtonProps {
  readonly tone: "caution" | "negative";
  readonly count: number;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Leads to the first problem. On a phone it is their number. */
function ProblemButton({ tone, count, onClick, children }: ProblemButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cx(
        "flex h-6 items-center gap-1.5 rounded-xs px-1 text-xs font-medium hover:underline [&_svg]:size-3.5",
        tone === "caution" ? "text-caution-text" : "text-negative-text",
      )}
    >
      <CircleAlert />
      <span className="max-sm:sr-only">{children}</span>
      <span aria-hidden="true" className="tabular-nums sm:hidden">
        {number(count)}
      </span>
    </button>
  );
}

/** On a phone the picture alone is in sight: there the head has room for two rows. */
function Words({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <span data-testid="save-state" className="flex items-center gap-1.5 px-1 text-xs text-ink-3 [&_svg]:size-3.5">
      {icon}
      <span className={cx(icon !== undefined && "max-sm:sr-only")}>{children}</span>
    </span>
  );
}
