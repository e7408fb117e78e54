import { systemClock } from "@fanfare/contract/clock";
import { CsvError } from "@fanfare/contract/csv";
import { columnsProblem, type ImportColumn } from "@fanfare/contract/import-columns";
import { limits } from "@fanfare/contract/limits";
import type { PeopleImport } from "@fanfare/contract/schema/people-import";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "../../api-problem.ts";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Progress } from "../../ui/progress.tsx";
import { toast } from "../../ui/toast.tsx";
import { peopleOf, peopleQueries } from "../queries.ts";
import { importCalls } from "./calls.ts";
import { ChooseFile } from "./choose.tsx";
import { Mapping } from "./mapping.tsx";
import { importQueries, importToShow } from "./queries.ts";
import { Ended, UnderWay } from "./under-way.tsx";
import { uploadFile } from "./upload.ts";

interface ImportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** People from a CSV file: it is sent to the server, its columns are chosen and checked, and the server does the rest. */
export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  const [uploading, setUploading] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      firm={uploading}
      size="lg"
      title={t("Import people")}
      description={t(
        "From a CSV file with a line of names at its top. Whoever is known already is added to; an empty field changes nothing.",
      )}
    >
      <Import onUploading={setUploading} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type State =
  | { readonly kind: "choosing"; readonly wrong?: string; readonly problem?: ApiProblem; readonly file?: File }
  | { readonly kind: "uploading"; readonly share: number }
  | {
      readonly kind: "mapping";
      readonly of: PeopleImport;
      readonly columns: readonly ImportColumn[];
      readonly problem?: ApiProblem;
    }
  | { readonly kind: "begun"; readonly id: string };

function Import({
  onUploading,
  onClose,
}: {
  readonly onUploading: (uploading: boolean) => void;
  readonly onClose: () => void;
}) {
  const { api } = useDoors();
  const app = useApp();
  const calls = importCalls(api);
  const [state, setState] = useState<State>({ kind: "choosing" });
  const imports = useQuery(importQueries.all(api, app.id));
  const running = importToShow(imports.data?.items ?? []);
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  const upload = async (file: File): Promise<void> => {
    const own = new AbortController();
    control.current = own;
    setState({ kind: "uploading", share: 0 });
    onUploading(true);
    let made: PeopleImport | undefined;
    try {
      made = await calls.createImport(app.id, file.name.slice(0, limits.people_import_file_name_chars_max));
      const { id } = made;
      const of = await uploadFile(file, {
        clock: systemClock,
        signal: own.signal,
        send: (number, part) => calls.importPart(app.id, id, number, part),
        onProgress: (bytes) => setState({ kind: "uploading", share: bytes / file.size }),
      });
      setState({ kind: "mapping", of, columns: of.columns });
    } catch (error) {
      // What the server could not read has ended there already.
      const ended = error instanceof ApiProblem && error.code === "import_unreadable";
      if (made !== undefined && !ended) void calls.cancelImport(app.id, made.id).catch(() => undefined);
      if (error instanceof CsvError) {
        const wrong = t("The file is no text in UTF-8. Save it as “CSV UTF-8”, and choose it again.");
        return setState({ kind: "choosing", wrong });
      }
      if (!own.signal.aborted && !(error instanceof ApiProblem)) throw error;
      setState(own.signal.aborted ? { kind: "choosing" } : { kind: "choosing", problem: asProblem(error), file });
    } finally {
      onUploading(false);
    }
  };

  const begin = async (of: PeopleImport, columns: readonly ImportColumn[]): Promise<void> => {
    const choices = columns.map(({ use, attribute }) => ({ use, attribute }));
    try {
      await calls.startImport(app.id, of.id, choices);
      setState({ kind: "begun", id: of.id });
    } catch (error) {
      setState({ kind: "mapping", of, columns, problem: asProblem(error) });
    }
  };
  const leave = (): void => {
    // A file that nobody begins with would wait for a day.
    if (state.kind === "mapping") void calls.cancelImport(app.id, state.of.id).catch(() => undefined);
    onClose();
  };

  const id = state.kind === "begun" ? state.id : state.kind === "choosing" ? running?.id : undefined;
  if (id !== undefined) return <Job id={id} onClose={onClose} />;
  return (
    <>
      {state.kind === "choosing" && (
        <ChooseFile
          wrong={state.wrong}
          problem={state.problem}
          file={state.file}
          onFile={(file) => void upload(file)}
          onWrong={(wrong) => setState({ kind: "choosing", wrong })}
        />
      )}
      {state.kind === "uploading" && (
        <Progress
          label={t("Sending the file")}
          share={state.share}
          words={t("{n} percent", { n: Math.round(state.share * 100) })}
        />
      )}
      {state.kind === "mapping" && (
        <>
          <FormProblem problem={state.problem} onRetry={() => void begin(state.of, state.columns)} />
          <Mapping
            of={state.of}
            columns={state.columns}
            onColumns={(columns) => setState({ kind: "mapping", of: state.of, columns })}
          />
        </>
      )}
      <Buttons>
        {state.kind === "uploading" ? (
          <Button onClick={() => control.current.abort()}>{t("Stop")}</Button>
        ) : (
          <Button onClick={leave}>{t("Cancel")}</Button>
        )}
        {state.kind === "mapping" && (
          <Button
            look="primary"
            disabled={columnsProblem(state.columns) !== undefined}
            onClick={() => void begin(state.of, state.columns)}
          >
            {t("Import")}
          </Button>
        )}
      </Buttons>
    </>
  );
}

/** An import that has begun, until its end. */
function Job({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const query = useQuery(importQueries.one(api, app.id, id));
  const state = query.data?.state;
  useEffect(() => {
    if (state === undefined || state === "running") return;
    void client.invalidateQueries({ ...peopleOf(app.id), predicate: ({ queryKey }) => queryKey[2] !== "import" });
    void client.invalidateQueries({ queryKey: peopleQueries.attributes(api, app.id).queryKey });
  }, [state, client, api, app.id]);
  const cancel = async (): Promise<void> => {
    await importCalls(api)
      .cancelImport(app.id, id)
      .catch((error: unknown) =>
        toast.problem(asProblem(error), t("The import was not cancelled"), () => void cancel()),
      );
    await query.refetch();
  };
  return (
    <>
      {query.isError && query.data === undefined && (
        <FormProblem problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (state === "running" ? <UnderWay of={query.data} /> : <Ended of={query.data} />)}
      <Buttons>
        {state === "running" && <Button onClick={() => void cancel()}>{t("Cancel the import")}</Button>}
        <Button onClick={onClose}>{t("Close")}</Button>
      </Buttons>
    </>
  );
}

function Buttons({ children }: { readonly children: React.ReactNode }) {
  return <DialogFoot>{children}</DialogFoot>;
}
