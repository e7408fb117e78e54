import type { FileRead } from "../../lib/api/download.ts";
import { t } from "../../lib/i18n/t.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Progress } from "../../ui/feedback/progress.tsx";
import type { DownloadState } from "./use-download.ts";

interface DownloadStatusProps {
  readonly state: Exclude<DownloadState, { readonly kind: "idle" }>;
  /** From 0 to 1; undefined while nobody knows how much is to come. */
  readonly shareOf: (read: FileRead) => number | undefined;
  /** `1,200 people`, for so much of the file. */
  readonly text: (read: FileRead) => string;
  readonly onRetry: () => void;
}

/** How far a file is, and what came of it. */
export function DownloadStatus({ state, shareOf, text, onRetry }: DownloadStatusProps) {
  switch (state.kind) {
    case "reading":
      return <Progress label={t("Downloading")} share={shareOf(state.read)} text={text(state.read)} />;
    case "done":
      return <Callout title={t("File downloaded")}>{text(state.read)}</Callout>;
    case "failed":
      return <FormProblem problem={state.problem} title={state.problem.title} onRetry={onRetry} />;
  }
}
