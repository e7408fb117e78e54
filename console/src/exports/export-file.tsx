import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Progress } from "../ui/progress.tsx";
import { Segmented } from "../ui/segmented.tsx";

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "reading"; readonly rows: number }
  | { readonly kind: "done"; readonly rows: number }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

const FORMATS = [
  { value: "csv", label: t("CSV, for spreadsheets") },
  { value: "ndjson", label: t("NDJSON, for scripts") },
] as const;
export type ExportFormat = (typeof FORMATS)[number]["value"];

interface ExportFileProps {
  /** The call that answers the file, below `/api/`. */
  readonly pathOf: (format: ExportFormat) => string;
  /** What the call says beside its path: of which rows the file is. */
  readonly bodyOf?: (format: ExportFormat) => unknown;
  readonly nameOf: (format: ExportFormat) => string;
  /** How many rows there are, as far as anybody knows. */
  readonly expected?: number | undefined;
  /** `1,200 people`, for so many rows. */
  readonly rowsInWords: (rows: number) => string;
  /** What is chosen and said before it begins. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A file of rows, read while one watches. It unmounts with its dialog, and stops then. */
export function ExportFile({ pathOf, bodyOf, nameOf, expected = 0, rowsInWords, children, onClose }: ExportFileProps) {
  const { api } = useDoors();
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [state, setState] = useState<State>({ kind: "idle" });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const begin = async (): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    setState({ kind: "reading", rows: 0 });
    try {
      let rows = 0;
      const onLines = (lines: number): void => {
        rows = Math.max(0, format === "csv" ? lines - 1 : lines);
        setState({ kind: "reading", rows });
      };
      const file = await api.download(pathOf(format), control.signal, onLines, bodyOf?.(format));
      saveFile(file, nameOf(format));
      setState({ kind: "done", rows });
    } catch (error) {
      if (control.signal.aborted) return;
      setState({ kind: "failed", problem: asProblem(error) });
    }
  };

  return (
    <>
      {state.kind === "idle" && (
        <>
          <Segmented label={t("Format")} value={format} options={FORMATS} onChange={setFormat} />
          {children}
        </>
      )}
      {state.kind === "reading" && (
        <Progress
          label={t("Reading")}
          share={expected === 0 ? undefined : state.rows / expected}
          words={rowsInWords(state.rows)}
        />
      )}
      {state.kind === "done" && <Callout title={t("The file is in your downloads")}>{rowsInWords(state.rows)}</Callout>}
      {state.kind === "failed" && (
        <FormProblem problem={state.problem} title={state.problem.title} onRetry={() => void begin()} />
      )}
      <DialogFoot>
        <Button onClick={onClose}>{state.kind === "done" ? t("Close") : t("Cancel")}</Button>
        {state.kind !== "done" && (
          <Button look="primary" busy={state.kind === "reading"} onClick={() => void begin()}>
            {t("Export")}
          </Button>
        )}
      </DialogFoot>
    </>
  );
}
