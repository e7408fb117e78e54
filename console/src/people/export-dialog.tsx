import { useEffect, useRef, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { useApp, useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Progress } from "../ui/progress.tsx";
import { peopleWords } from "./person-words.ts";

interface ExportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** How many people there are, as far as the list knows. */
  readonly expected: number | undefined;
}

/** Everybody as a file, read while one watches. */
export function ExportDialog({ open, onOpenChange, expected }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export people")}
      description={t("Everybody whom the app knows, with all of their attributes, as a CSV file.")}
    >
      <Export expected={expected} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "reading"; readonly lines: number }
  | { readonly kind: "done"; readonly lines: number }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

/** Unmounts with the dialog, and stops then. */
function Export({ expected, onClose }: { readonly expected: number | undefined; readonly onClose: () => void }) {
  const { api } = useDoors();
  const app = useApp();
  const [state, setState] = useState<State>({ kind: "idle" });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const begin = async (): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    setState({ kind: "reading", lines: 0 });
    try {
      let people = 0;
      const file = await api.download(`exports?table=people&format=csv&app_id=${app.id}`, control.signal, (lines) => {
        people = Math.max(0, lines - 1);
        setState({ kind: "reading", lines: people });
      });
      saveFile(file, `people-${app.key}.csv`);
      setState({ kind: "done", lines: people });
    } catch (error) {
      if (control.signal.aborted) return;
      setState({ kind: "failed", problem: asProblem(error) });
    }
  };

  return (
    <>
      {state.kind === "idle" && (
        <p className="text-sm text-ink-2">
          {t(
            "Those who became somebody else when they signed in are listed, too, with whom they became. The export is noted in the audit log.",
          )}
        </p>
      )}
      {state.kind === "reading" && (
        <Progress
          label={t("Reading")}
          share={expected === undefined || expected === 0 ? undefined : state.lines / expected}
          words={peopleWords(state.lines, true)}
        />
      )}
      {state.kind === "done" && (
        <Callout title={t("The file is in your downloads")}>
          {tCount(state.lines, "{n} person.", "{n} people.")}
        </Callout>
      )}
      {state.kind === "failed" && (
        <Callout tone="problem" title={state.problem.title}>
          {state.problem.detail}
        </Callout>
      )}
      <div className="-mx-5 -mb-5 flex justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3">
        <Button onClick={onClose}>{state.kind === "done" ? t("Close") : t("Cancel")}</Button>
        {state.kind !== "done" && (
          <Button look="primary" busy={state.kind === "reading"} onClick={() => void begin()}>
            {state.kind === "failed" ? t("Try again") : t("Export")}
          </Button>
        )}
      </div>
    </>
  );
}
