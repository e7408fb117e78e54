import type { FileRead } from "../../lib/api/download.ts";
import { t } from "../../lib/i18n/t.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Progress } from "../../ui/feedback/progress.tsx";
import type { DownloadState } from "./use-download.ts";

interface DownloadStatusProps {
  readonly state: Exclude<DownloadState, { readonly kind: "idle" }>;
  /** 0 to 1. Undefined if the total is unknown. */
  readonly shareOf: (read: FileRead) => number | undefined;
  /** Describes the downloaded part, for example `1,200 people`. */
  readonly text: (read: FileRead) => string;
  readonly onRetry: () => void;
}

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
