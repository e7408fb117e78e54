import { limits } from "@fanfare/contract/limits";
import type { TranslationImport } from "@fanfare/contract/schema/responses/content/translations";
import { REFUSAL_TEXTS } from "@fanfare/contract/wording/refusals";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { tCause } from "../../lib/i18n/cause.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { translationQueryFilter } from "../../lib/queries/translations.ts";
import { LanguageField } from "../../ui/combobox/language-field.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Progress } from "../../ui/feedback/progress.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { FileDrop } from "../../ui/forms/file-drop.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import type { LanguageDialogProps } from "./export-dialog.tsx";
import { mergeResults, splitFile } from "./file-parts.ts";

export function ImportDialog({ open, onOpenChange, known, chosen }: LanguageDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Import translations")}
      description={t("Upload an exported file with the last column filled in. Only drafts change until you publish.")}
    >
      <Import first={chosen === "" ? known[0] : chosen} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type State =
  | { readonly kind: "choosing"; readonly wrong?: string; readonly problem?: ApiProblem; readonly file?: File }
  | { readonly kind: "sending"; readonly sent: number; readonly rows: number }
  | { readonly kind: "done"; readonly taken: TranslationImport };

const NOTHING: TranslationImport = { contents: 0, texts: 0, unchanged: 0, refused: 0, refusals: [] };

function Import({ first, onClose }: { readonly first: string | undefined; readonly onClose: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [language, setLanguage] = useState(first);
  const [state, setState] = useState<State>({ kind: "choosing" });
  const send = async (file: File): Promise<void> => {
    if (language === undefined) return setState({ kind: "choosing", wrong: t("Select the file’s language first.") });
    const parts = splitFile(await file.text());
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    let [sent, taken] = [0, NOTHING];
    try {
      for (const part of parts) {
        setState({ kind: "sending", sent, rows });
        const answer = await api.call("POST /api/translations/file", {
          query: { app_id: app.id },
          body: { language, csv: part.csv },
        });
        const refusals = answer.refusals.map((each) => ({ ...each, line: part.lineOf(each.line) }));
        taken = mergeResults(taken, { ...answer, refusals });
        sent += part.rows;
      }
      setState({ kind: "done", taken });
    } catch (error) {
      // Parts that succeeded stay saved. Sending the file again leaves them unchanged.
      setState({ kind: "choosing", problem: asProblem(error), file });
    } finally {
      void client.invalidateQueries(translationQueryFilter);
      void client.invalidateQueries(contentQueryFilter(app.id));
    }
  };
  if (state.kind === "done") return <Taken taken={state.taken} onClose={onClose} />;
  return (
    <>
      {state.kind === "choosing" && state.wrong !== undefined && <Callout tone="problem">{state.wrong}</Callout>}
      {state.kind === "choosing" && (
        <FormProblem
          problem={state.problem}
          onRetry={() => {
            if (state.file !== undefined) void send(state.file);
          }}
        />
      )}
      <Field label={t("File language")}>
        <LanguageField
          label={t("File language")}
          value={language}
          placeholder={t("Select a language")}
          onChange={setLanguage}
        />
      </Field>
      {state.kind === "sending" && (
        <Progress
          label={t("Importing")}
          share={state.rows === 0 ? undefined : state.sent / state.rows}
          text={tCount(state.rows, "{done} of {n} row", "{done} of {n} rows", { done: state.sent })}
        />
      )}
      <fieldset disabled={state.kind === "sending"} className="contents">
        <FileDrop
          bytes_max={limits.translation_file_bytes_max}
          onFile={(file) => void send(file)}
          onWrong={(wrong) => setState({ kind: "choosing", wrong })}
        />
      </fieldset>
    </>
  );
}

function Taken({ taken, onClose }: { readonly taken: TranslationImport; readonly onClose: () => void }) {
  const { contents, texts, unchanged, refused, refusals } = taken;
  return (
    <>
      <Callout tone={refused > 0 ? "caution" : "note"} title={tCount(texts, "{n} text imported", "{n} texts imported")}>
        {tCount(contents, "{n} item updated.", "{n} items updated.")}{" "}
        {tCount(unchanged, "{n} line unchanged.", "{n} lines unchanged.")}
      </Callout>
      {refused > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{tCount(refused, "{n} line rejected", "{n} lines rejected")}</h3>
          <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-lg border border-line text-sm">
            {refusals.map(({ line, content, key, cause }) => (
              <li key={`${line}.${key}`} className="flex flex-col gap-0.5 px-3 py-2">
                <span className="text-xs text-ink-3">
                  {t("Line {line}", { line })} · <bdi dir="ltr" className="font-mono">{`${content} ${key}`}</bdi>
                </span>
                <ServerText text={tCause(REFUSAL_TEXTS, cause)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      </DialogFooter>
    </>
  );
}
