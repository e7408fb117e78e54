import { useEffect, useRef, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { useApp, useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { searchOf } from "../query-text.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Progress } from "../ui/progress.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { peopleWords } from "./person-words.ts";
import { isNarrowed, type PeopleSearch, peopleFilter } from "./search.ts";

interface ExportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** How many people there are, as far as the list knows. */
  readonly expected: number | undefined;
  /** What the list is narrowed to: the file holds the same people. */
  readonly search: PeopleSearch;
}

/** Everybody of the list as a file, read while one watches. */
export function ExportDialog({ open, onOpenChange, expected, search }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export people")}
      description={
        isNarrowed(search)
          ? t("Everybody who matches the search and the filters of the list, with all of their attributes, as a file.")
          : t("Everybody whom the app knows, with all of their attributes, as a file.")
      }
    >
      <Export expected={expected} search={search} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "reading"; readonly lines: number }
  | { readonly kind: "done"; readonly lines: number }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

interface ExportProps extends Pick<ExportDialogProps, "expected" | "search"> {
  readonly onClose: () => void;
}

const FORMATS = [
  { value: "csv", label: t("CSV, for spreadsheets") },
  { value: "ndjson", label: t("NDJSON, for scripts") },
] as const;

/** Unmounts with the dialog, and stops then. */
function Export({ expected, search, onClose }: ExportProps) {
  const { api } = useDoors();
  const app = useApp();
  const [format, setFormat] = useState<(typeof FORMATS)[number]["value"]>("csv");
  const [state, setState] = useState<State>({ kind: "idle" });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const begin = async (): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    setState({ kind: "reading", lines: 0 });
    try {
      let people = 0;
      const asked = searchOf({ table: "people", format, app_id: app.id, ...peopleFilter(search) });
      const file = await api.download(`exports?${asked}`, control.signal, (lines) => {
        people = Math.max(0, format === "csv" ? lines - 1 : lines);
        setState({ kind: "reading", lines: people });
      });
      saveFile(file, `people-${app.key}.${format}`);
      setState({ kind: "done", lines: people });
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
          <p className="text-sm text-ink-2">
            {isNarrowed(search)
              ? t("They are in the order in which they first came. The export is noted in the audit log.")
              : t(
                  "Those who became somebody else when they signed in are listed, too, with whom they became. The export is noted in the audit log.",
                )}
          </p>
        </>
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
