import type { FileRead } from "../download.ts";
import { t } from "../language/t.ts";
import { Callout } from "../ui/callout.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Progress } from "../ui/progress.tsx";
import type { FileState } from "./use-file.ts";

interface FileStateProps {
  readonly state: Exclude<FileState, { readonly kind: "idle" }>;
  /** From 0 to 1; undefined while nobody knows how much is to come. */
  readonly shareOf: (read: FileRead) => number | undefined;
  /** `1,200 people`, for so much of the file. */
  readonly words: (read: FileRead) => string;
  readonly onRetry: () => void;
}

/** How far a file is, and what came of it. */
export function FileStateView({ state, shareOf, words, onRetry }: FileStateProps) {
  switch (state.kind) {
    case "reading":
      return <Progress label={t("Reading")} share={shareOf(state.read)} words={words(state.read)} />;
    case "done":
      return <Callout title={t("The file is in your downloads")}>{words(state.read)}</Callout>;
    case "failed":
      return <FormProblem problem={state.problem} title={state.problem.title} onRetry={onRetry} />;
  }
}
