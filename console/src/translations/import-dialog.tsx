import { limits } from "@fanfare/contract/limits";
import type { TranslationImport } from "@fanfare/contract/schema/translations";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { LanguageField } from "../builder/language-field.tsx";
import { useApp, useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem, contentsOf } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field } from "../ui/field.tsx";
import { FileDrop } from "../ui/file-drop.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Progress } from "../ui/progress.tsx";
import { ServerWords } from "../ui/server-words.tsx";
import { translationCalls, translationsAll } from "./calls.ts";
import type { LanguageDialogProps } from "./export-dialog.tsx";
import { bothTaken, partsOfFile } from "./file-parts.ts";

/** Translations back from who made them. */
export function ImportDialog({ open, onOpenChange, known, chosen }: LanguageDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Import translations")}
      description={t(
        "A file that was exported here, with its last column filled in. Drafts change; what is live stays until you publish.",
      )}
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
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [language, setLanguage] = useState(first);
  const [state, setState] = useState<State>({ kind: "choosing" });
  const send = async (file: File): Promise<void> => {
    if (language === undefined)
      return setState({ kind: "choosing", wrong: t("Choose the language of the file first.") });
    const parts = partsOfFile(await file.text());
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    let [sent, taken] = [0, NOTHING];
    try {
      for (const part of parts) {
        setState({ kind: "sending", sent, rows });
        const answer = await translationCalls(api).sendTranslations({ app_id: app.id, language, csv: part.csv });
        const refusals = answer.refusals.map((each) => ({ ...each, line: part.lineOf(each.line) }));
        taken = bothTaken(taken, { ...answer, refusals });
        sent += part.rows;
      }
      setState({ kind: "done", taken });
    } catch (error) {
      // What was taken until then stays, and says nothing new when the file is sent again.
      setState({ kind: "choosing", problem: asProblem(error), file });
    } finally {
      void client.invalidateQueries(translationsAll);
      void client.invalidateQueries(contentsOf(app.id));
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
      <Field label={t("Language of the file")}>
        <LanguageField
          label={t("Language of the file")}
          value={language}
          placeholder={t("Choose a language")}
          onChange={setLanguage}
        />
      </Field>
      {state.kind === "sending" && (
        <Progress
          label={t("Importing")}
          share={state.rows === 0 ? undefined : state.sent / state.rows}
          words={tCount(state.rows, "{done} of {n} row", "{done} of {n} rows", { done: state.sent })}
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
      <Callout
        tone={refused > 0 ? "caution" : "note"}
        title={tCount(texts, "{n} text was taken", "{n} texts were taken")}
      >
        {tCount(contents, "{n} content has changed.", "{n} contents have changed.")}{" "}
        {tCount(unchanged, "{n} line said nothing new.", "{n} lines said nothing new.")}
      </Callout>
      {refused > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{tCount(refused, "{n} line was refused", "{n} lines were refused")}</h3>
          <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-lg border border-line text-sm">
            {refusals.map(({ line, content, key, reason }) => (
              <li key={`${line}.${key}`} className="flex flex-col gap-0.5 px-3 py-2">
                <span className="text-xs text-ink-3">
                  {t("Line {line}", { line })} · <bdi dir="ltr" className="font-mono">{`${content} ${key}`}</bdi>
                </span>
                <ServerWords text={reason} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <DialogFoot>
        <Button look="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      </DialogFoot>
    </>
  );
}
