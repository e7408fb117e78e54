import { CsvError, csvLine } from "@fanfare/contract/lib/csv";
import { createCsvDecoder } from "@fanfare/contract/lib/csv-decoder";
import { limits } from "@fanfare/contract/limits";
import type { Segment } from "@fanfare/contract/schema/responses/people/segment";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiProblem, asProblem } from "../../../lib/api/api-problem.ts";
import { saveFile } from "../../../lib/api/download.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { peopleQueryFilter } from "../../../lib/queries/people.ts";
import { segmentQueryFilter } from "../../../lib/queries/segments.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { FileDrop } from "../../../ui/forms/file-drop.tsx";
import { Textarea } from "../../../ui/forms/input.tsx";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { addInBatches, type ListEditResult, type ListedId, parseIds } from "./list-edit.ts";

type State =
  | { readonly kind: "writing"; readonly wrong?: string; readonly problem?: ApiProblem }
  | { readonly kind: "sending"; readonly share: number }
  | { readonly kind: "done"; readonly result: ListEditResult };

/** Sends the IDs of a text. `text` stays, so that a failed try can be repeated. */
function useAddPeople(segment: Segment) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [state, setState] = useState<State>({ kind: "writing" });
  const write = (next: string): void => {
    setText(next);
    setState({ kind: "writing" });
  };
  const add = async (): Promise<void> => {
    const ids = idsOf(text);
    if (typeof ids === "string") {
      setState({ kind: "writing", wrong: ids });
      return;
    }
    setState({ kind: "sending", share: 0 });
    try {
      const result = await addInBatches(
        ids,
        (external_ids) =>
          api.call("POST /api/segments/:id/list/add", {
            params: { id: segment.id },
            query: { app_id: app.id },
            body: { external_ids },
          }),
        (share) => setState({ kind: "sending", share }),
      );
      setState({ kind: "done", result });
    } catch (error) {
      setState({ kind: "writing", problem: asProblem(error) });
    }
    // Batches before a failed one are stored.
    void client.invalidateQueries(segmentQueryFilter);
    void client.invalidateQueries(peopleQueryFilter(app.id));
  };
  return { text, write, state, setState, add };
}

/** The IDs, or why there are none. */
function idsOf(text: string): readonly ListedId[] | string {
  if (new Blob([text]).size > limits.segment_list_bytes_max) return t("This list is too long. Add it in parts.");
  try {
    const ids = parseIds(text);
    return ids.length === 0 ? t("Add at least one ID.") : ids;
  } catch (error) {
    if (error instanceof CsvError) return error.message;
    throw error;
  }
}

interface AddPeopleDialogProps extends DialogState {
  readonly segment: Segment;
}

/** Adds people to a list by their external IDs: pasted, or from a CSV file. */
export function AddPeopleDialog({ open, onOpenChange, segment }: AddPeopleDialogProps) {
  const { text, write, state, setState, add } = useAddPeople(segment);
  const close = () => onOpenChange(false);
  const takeFile = async (file: File): Promise<void> => {
    try {
      const decode = createCsvDecoder();
      write(decode(new Uint8Array(await file.arrayBuffer())) + decode());
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      setState({ kind: "writing", wrong: t("This file isn’t UTF-8. Save it as “CSV UTF-8”, then upload it again.") });
    }
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      firm={state.kind === "sending"}
      size="lg"
      title={t("Add people")}
      description={t("Paste external IDs, one per line, or select a CSV file with an ID column.")}
      actions={
        state.kind === "done" ? (
          <Button variant="primary" onClick={close}>
            {t("Close")}
          </Button>
        ) : (
          <>
            <Button disabled={state.kind === "sending"} onClick={close}>
              {t("Cancel")}
            </Button>
            <Button variant="primary" busy={state.kind === "sending"} onClick={() => void add()}>
              {t("Add people")}
            </Button>
          </>
        )
      }
    >
      {state.kind === "sending" && (
        <Progress
          label={t("Adding people")}
          share={state.share}
          text={t("{n}%", { n: Math.round(state.share * 100) })}
        />
      )}
      {state.kind === "writing" && (
        <>
          <FormProblem problem={state.problem} onRetry={() => void add()} />
          <Field label={t("External IDs")} error={state.wrong}>
            <Textarea
              dir="ltr"
              rows={6}
              value={text}
              spellCheck={false}
              className="max-h-60 font-mono text-sm"
              placeholder={"u_42\nu_43"}
              onChange={(event) => write(event.currentTarget.value)}
            />
          </Field>
          <FileDrop
            bytes_max={limits.segment_list_bytes_max}
            onFile={(file) => void takeFile(file)}
            onWrong={(wrong) => setState({ kind: "writing", wrong })}
          />
        </>
      )}
      {state.kind === "done" && <Result {...state.result} />}
    </FormDialog>
  );
}

function Result({ changed, unchanged, unknown }: ListEditResult) {
  return (
    <div role="status" className="flex flex-col gap-3 text-sm">
      <p>{tCount(changed, "{n} person added to the list.", "{n} people added to the list.")}</p>
      {unchanged > 0 && (
        <p className="text-ink-2">
          {tCount(unchanged, "{n} person was already on the list.", "{n} people were already on the list.")}
        </p>
      )}
      {unknown.length > 0 && <Unknown ids={unknown} />}
    </div>
  );
}

function Unknown({ ids }: { readonly ids: readonly ListedId[] }) {
  const save = () =>
    saveFile(
      new Blob([csvLine(["line", "external_id"]), ...ids.map(({ line, id }) => csvLine([line, id]))], {
        type: "text/csv",
      }),
      "unknown-ids.csv",
    );
  return (
    <>
      <Callout tone="caution">
        {tCount(
          ids.length,
          "{n} line wasn’t added, because no person in this app has that ID.",
          "{n} lines weren’t added, because no person in this app has those IDs.",
        )}
      </Callout>
      <ul aria-label={t("Unknown IDs")} className="flex w-full flex-col">
        {ids.slice(0, limits.people_import_refused_shown).map(({ line, id }) => (
          <li key={line} className="flex gap-3 border-b border-line py-1.5 last:border-b-0">
            <span className="w-20 shrink-0 text-ink-3 tabular-nums">{t("Line {n}", { n: line })}</span>
            <bdi dir="ltr" className="min-w-0 font-mono wrap-anywhere">
              {id}
            </bdi>
          </li>
        ))}
      </ul>
      {ids.length > limits.people_import_refused_shown && (
        <Button size="sm" className="w-fit" onClick={save}>
          {t("Download unknown IDs")}
        </Button>
      )}
    </>
  );
}
