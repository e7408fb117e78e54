import { Check, CircleAlert, CloudOff, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { cx } from "../../../ui/cx.ts";
import { Spinner } from "../../../ui/elements/spinner.tsx";
import { useEditor } from "../state/editor-context.ts";
import { useFocusFirstIssue } from "../state/focus-first-issue.ts";

export function SaveIndicator() {
  const { state, read_only, revealed } = useEditor();
  const walk = useFocusFirstIssue();
  if (read_only) return <SaveText>{t("View only")}</SaveText>;
  switch (state.save.kind) {
    case "saved": {
      const count = revealed.counted ? state.problems.size : 0;
      if (count > 0) {
        return (
          <ProblemButton tone="caution" count={count} onClick={walk}>
            {tCount(count, "Saved with {n} issue", "Saved with {n} issues")}
          </ProblemButton>
        );
      }
      return <SaveText icon={<Check />}>{t("Saved")}</SaveText>;
    }
    case "waiting":
      return <SaveText icon={<Pencil />}>{t("Unsaved changes")}</SaveText>;
    case "saving":
      return <SaveText icon={<Spinner />}>{t("Saving…")}</SaveText>;
    case "held":
      return (
        <ProblemButton tone="negative" count={state.save.fields.length} onClick={walk}>
          {tCount(state.save.fields.length, "Not saved: {n} issue", "Not saved: {n} issues")}
        </ProblemButton>
      );
    case "failed":
    case "conflict":
      return <SaveText icon={<CloudOff />}>{t("Not saved")}</SaveText>;
  }
}

interface ProblemButtonProps {
  readonly tone: "caution" | "negative";
  readonly count: number;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Jumps to the first problem. Shows only the count on phones. */
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

/** Shows only the icon on phones, where the header has two rows. */
function SaveText({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <span data-testid="save-state" className="flex items-center gap-1.5 px-1 text-xs text-ink-3 [&_svg]:size-3.5">
      {icon}
      <span className={cx(icon !== undefined && "max-sm:sr-only")}>{children}</span>
    </span>
  );
}
