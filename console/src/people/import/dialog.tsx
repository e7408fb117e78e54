import { systemClock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "../../api-problem.ts";
import { useApp, useDoors } from "../../doors.ts";
import { saveFile } from "../../download.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Progress } from "../../ui/progress.tsx";
import { amount } from "../person-words.ts";
import { peopleOf, peopleQueries } from "../queries.ts";
import { ColumnFields } from "./column-fields.tsx";
import { type Column, guessColumns } from "./mapping.ts";
import { type ImportProgress, type LineError, NOTHING_YET, peekAt, runImport } from "./run.ts";

interface ImportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** People from a CSV file: which column is what, then line by line, with what was refused and why. */
export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  const [running, setRunning] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      firm={running}
      size="lg"
      title="Import people"
      description="From a CSV file with a line of names at its top. Whoever is known already is added to; an empty field changes nothing."
    >
      <Import onRunning={setRunning} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type State =
  | { readonly kind: "choosing"; readonly wrong?: string }
  | {
      readonly kind: "mapping";
      readonly file: File;
      readonly columns: readonly Column[];
      readonly sample: readonly string[];
    }
  | { readonly kind: "running"; readonly file: File; readonly progress: ImportProgress }
  | { readonly kind: "ended"; readonly progress: ImportProgress; readonly failed?: string };

function Import({
  onRunning,
  onClose,
}: {
  readonly onRunning: (running: boolean) => void;
  readonly onClose: () => void;
}) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [state, setState] = useState<State>({ kind: "choosing" });
  const input = useRef<HTMLInputElement>(null);
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  const choose = async (file: File): Promise<void> => {
    if (file.size > limits.people_import_bytes_max) {
      const wrong = `The file is larger than ${limits.people_import_bytes_max / 1024 / 1024} MB. Split it.`;
      return setState({ kind: "choosing", wrong });
    }
    try {
      const { head, sample } = await peekAt(file);
      if (head.length === 0) return setState({ kind: "choosing", wrong: "The file is empty." });
      setState({ kind: "mapping", file, columns: guessColumns(head, sample), sample: sample[0]?.fields ?? [] });
    } catch (error) {
      setState({ kind: "choosing", wrong: wordsOf(error) });
    }
  };

  const begin = async (file: File, columns: readonly Column[]): Promise<void> => {
    let last = NOTHING_YET;
    control.current = new AbortController();
    onRunning(true);
    setState({ kind: "running", file, progress: last });
    try {
      await runImport(file, columns, {
        clock: systemClock,
        signal: control.current.signal,
        send: (people) => api.importPeople(app.id, people),
        onProgress: (progress) => {
          last = progress;
          setState({ kind: "running", file, progress });
        },
      });
      setState({ kind: "ended", progress: last });
    } catch (error) {
      const failed = control.current.signal.aborted ? "You stopped it." : wordsOf(error);
      setState({ kind: "ended", progress: last, failed });
    } finally {
      onRunning(false);
      void client.invalidateQueries(peopleOf(app.id));
      void client.invalidateQueries({ queryKey: peopleQueries.attributes(api, app.id).queryKey });
    }
  };

  const has_id = state.kind === "mapping" && state.columns.some(({ use }) => use === "id");
  return (
    <>
      {state.kind === "choosing" && (
        <>
          {state.wrong !== undefined && <Callout tone="problem">{state.wrong}</Callout>}
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-label="CSV file"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file !== undefined) void choose(file);
            }}
          />
          <button
            type="button"
            onClick={() => input.current?.click()}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              const file = event.dataTransfer.files[0];
              if (file !== undefined) void choose(file);
            }}
            className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-edge bg-sunken px-6 py-10 text-sm text-ink-2 hover:border-ink-3 hover:bg-fill"
          >
            <FileUp className="size-6 text-ink-3" />
            <span className="font-medium text-ink">Choose a CSV file</span>
            <span>or drop it here; up to {limits.people_import_bytes_max / 1024 / 1024} MB</span>
          </button>
        </>
      )}
      {state.kind === "mapping" && (
        <>
          <ColumnFields
            columns={state.columns}
            sample={state.sample}
            onChange={(columns) => setState({ ...state, columns })}
          />
          {!has_id && (
            <Callout tone="caution">Choose the column that holds the ids by which your pages know people.</Callout>
          )}
        </>
      )}
      {state.kind === "running" && (
        <>
          <Progress
            label="Importing"
            share={state.file.size === 0 ? undefined : state.progress.bytes / state.file.size}
            words={`${amount(state.progress.lines)} lines`}
          />
          <Counts progress={state.progress} />
          <p className="text-sm text-ink-3">
            Leave this page open: it reads the file. What is stored stays, whatever happens.
          </p>
        </>
      )}
      {state.kind === "ended" && (
        <>
          {state.failed === undefined ? (
            <Callout title="Everything was read">{`${amount(state.progress.lines)} lines.`}</Callout>
          ) : (
            <Callout tone="problem" title="It ended early">
              {state.failed} The lines before are stored; import the file again to go on, which changes nothing twice.
            </Callout>
          )}
          <Counts progress={state.progress} />
          <Errors errors={state.progress.errors} />
        </>
      )}
      <div className="-mx-5 -mb-5 flex justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3">
        {state.kind === "running" ? (
          <Button onClick={() => control.current.abort()}>Stop</Button>
        ) : (
          <Button onClick={onClose}>{state.kind === "ended" ? "Close" : "Cancel"}</Button>
        )}
        {state.kind === "mapping" && (
          <Button look="primary" disabled={!has_id} onClick={() => void begin(state.file, state.columns)}>
            Import
          </Button>
        )}
      </div>
    </>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof RangeError) return `${error.message} A quote may be missing.`;
  throw error;
}

function Counts({ progress }: { readonly progress: ImportProgress }) {
  const counts = [
    ["New", progress.made],
    ["Changed", progress.changed],
    ["Unchanged", Math.max(0, progress.lines - progress.made - progress.changed - progress.refused)],
    ["Refused", progress.refused],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {counts.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse rounded-md bg-fill px-3 py-2">
          <dt className="text-xs text-ink-2">{name}</dt>
          <dd className="text-md font-semibold tabular-nums">{amount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const ERRORS_SHOWN = 5;

function Errors({ errors }: { readonly errors: readonly LineError[] }) {
  if (errors.length === 0) return null;
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = errors.map(({ line, message }) => `${line},${quoted(message)}\r\n`);
  const file = (): Blob => new Blob(["line,why\r\n", ...lines], { type: "text/csv" });
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Refused lines" className="flex w-full flex-col text-sm">
        {errors.slice(0, ERRORS_SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`} className="flex gap-3 border-b border-line py-1.5 last:border-b-0">
            <span className="w-20 shrink-0 text-ink-3 tabular-nums">Line {line}</span>
            <span className="min-w-0 wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
      <Button size="sm" icon={<Download />} onClick={() => saveFile(file(), "refused-lines.csv")}>
        {errors.length === 1 ? "Download the line" : `Download all ${amount(errors.length)}`}
      </Button>
    </div>
  );
}
