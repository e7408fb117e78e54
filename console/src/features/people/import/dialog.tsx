import { systemClock } from "@fanfare/contract/lib/clock";
import { CsvError } from "@fanfare/contract/lib/csv";
import { limits } from "@fanfare/contract/limits";
import { columnsProblem, type ImportColumn } from "@fanfare/contract/people/import-columns";
import type { PeopleImport } from "@fanfare/contract/schema/responses/people/people-import";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Api } from "../../../lib/api/api.ts";
import { ApiProblem, asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { peopleQueries, peopleQueryFilter } from "../../../lib/queries/people.ts";
import { importQueries, importToShow } from "../../../lib/queries/people-import.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { FileDrop } from "../../../ui/forms/file-drop.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../../ui/overlay/dialog-footer.tsx";
import { ImportProgress, ImportResult } from "./import-progress.tsx";
import { Mapping } from "./mapping.tsx";
import { uploadFile } from "./upload.ts";

interface ChooseFileProps {
  readonly wrong: string | undefined;
  /** Why the server rejected `file`. */
  readonly problem: ApiProblem | undefined;
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
  readonly onWrong: (wrong: string) => void;
}

function ChooseFile({ wrong, problem, file, onFile, onWrong }: ChooseFileProps) {
  return (
    <>
      {wrong !== undefined && <Callout tone="problem">{wrong}</Callout>}
      <FormProblem
        problem={problem}
        onRetry={() => {
          if (file !== undefined) onFile(file);
        }}
      />
      <FileDrop bytes_max={limits.people_import_bytes_max} onFile={onFile} onWrong={onWrong} />
    </>
  );
}

/** Imports people from a CSV file: uploads it, maps and validates its columns, and then runs on the server. */
export function ImportDialog({ open, onOpenChange }: DialogState) {
  const [uploading, setUploading] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      firm={uploading}
      size="lg"
      title={t("Import people")}
      description={t("Upload a CSV file with a header row. Existing people are updated. Empty cells are ignored.")}
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

/** Otherwise, the server would keep the unused file for a day. */
function cancelQuietly(api: Api, app_id: string, id: string): void {
  void api.call("POST /api/people-imports/:id/cancel", { params: { id }, query: { app_id } }).catch(() => undefined);
}

interface Sending {
  readonly signal: AbortSignal;
  /** `share`: from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Sends a file to the server. What was begun with it ends when that fails. */
async function sendFile(api: Api, app_id: string, file: File, { signal, onProgress }: Sending): Promise<PeopleImport> {
  const file_name = file.name.slice(0, limits.people_import_file_name_chars_max);
  const { id } = await api.call("POST /api/people-imports", { query: { app_id }, body: { file_name } });
  try {
    return await uploadFile(file, {
      clock: systemClock,
      signal,
      send: (number, part) =>
        api.call("PUT /api/people-imports/:id/parts/:number", {
          params: { id, number },
          query: { app_id },
          body: part,
        }),
      onProgress: (bytes) => onProgress(bytes / file.size),
    });
  } catch (error) {
    // The server has already ended unreadable imports.
    if (!(error instanceof ApiProblem && error.code === "import_unreadable")) cancelQuietly(api, app_id, id);
    throw error;
  }
}

/** From the choice of a file until the server has begun with it. */
function useImport(onUploading: (uploading: boolean) => void) {
  const { api } = useAppContext();
  const app = useApp();
  const [state, setState] = useState<State>({ kind: "choosing" });
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  const upload = async (file: File): Promise<void> => {
    control.current = new AbortController();
    const { signal } = control.current;
    const onProgress = (share: number): void => setState({ kind: "uploading", share });
    onProgress(0);
    onUploading(true);
    try {
      const of = await sendFile(api, app.id, file, { signal, onProgress });
      setState({ kind: "mapping", of, columns: of.columns });
    } catch (error) {
      if (error instanceof CsvError) {
        const wrong = t("This file isn’t UTF-8. Save it as “CSV UTF-8”, then upload it again.");
        setState({ kind: "choosing", wrong });
      } else if (signal.aborted) setState({ kind: "choosing" });
      else setState({ kind: "choosing", problem: asProblem(error), file });
    } finally {
      onUploading(false);
    }
  };
  const begin = async (of: PeopleImport, columns: readonly ImportColumn[]): Promise<void> => {
    const choices = columns.map(({ use, attribute }) => ({ use, attribute }));
    try {
      await api.call("POST /api/people-imports/:id/start", {
        params: { id: of.id },
        query: { app_id: app.id },
        body: { columns: choices },
      });
      setState({ kind: "begun", id: of.id });
    } catch (error) {
      setState({ kind: "mapping", of, columns, problem: asProblem(error) });
    }
  };
  const cancel = (): void => {
    if (state.kind === "mapping") cancelQuietly(api, app.id, state.of.id);
  };
  return { state, setState, upload, begin, cancel, stop: () => control.current.abort() };
}

interface ImportProps {
  readonly onUploading: (uploading: boolean) => void;
  readonly onClose: () => void;
}

function Import({ onUploading, onClose }: ImportProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { state, setState, upload, begin, cancel, stop } = useImport(onUploading);
  const imports = useQuery(importQueries.all(api, app.id));
  const running = importToShow(imports.data?.items ?? []);
  const leave = (): void => {
    cancel();
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
          label={t("Uploading file")}
          share={state.share}
          text={t("{n}%", { n: Math.round(state.share * 100) })}
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
      <DialogFooter>
        {state.kind === "uploading" ? (
          <Button onClick={stop}>{t("Cancel upload")}</Button>
        ) : (
          <Button onClick={leave}>{t("Cancel")}</Button>
        )}
        {state.kind === "mapping" && (
          <Button
            variant="primary"
            disabled={columnsProblem(state.columns) !== undefined}
            onClick={() => void begin(state.of, state.columns)}
          >
            {t("Import")}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

function Job({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const query = useQuery(importQueries.one(api, app.id, id));
  const state = query.data?.state;
  useEffect(() => {
    if (state === undefined || state === "running") return;
    void client.invalidateQueries({
      ...peopleQueryFilter(app.id),
      predicate: ({ queryKey }) => queryKey[2] !== "import",
    });
    void client.invalidateQueries({ queryKey: peopleQueries.attributes(api, app.id).queryKey });
  }, [state, client, api, app.id]);
  const cancel = async (): Promise<void> => {
    await api
      .call("POST /api/people-imports/:id/cancel", { params: { id }, query: { app_id: app.id } })
      .catch((error: unknown) => toast.problem(asProblem(error), t("Couldn’t cancel import"), () => void cancel()));
    await query.refetch();
  };
  return (
    <>
      {query.isError && query.data === undefined && (
        <FormProblem problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined &&
        (state === "running" ? <ImportProgress of={query.data} /> : <ImportResult of={query.data} />)}
      <DialogFooter>
        {state === "running" && <Button onClick={() => void cancel()}>{t("Cancel import")}</Button>}
        <Button onClick={onClose}>{t("Close")}</Button>
      </DialogFooter>
    </>
  );
}
