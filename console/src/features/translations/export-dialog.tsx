import { queryString } from "@fanfare/sdk/api-client/request";
import { useEffect, useRef, useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { saveFile } from "../../lib/api/download.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { LanguageField } from "../../ui/combobox/language-field.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";

export interface LanguageDialogProps extends DialogState {
  /** Languages of existing translations. */
  readonly known: readonly string[];
  /** Selected language. "" if none. */
  readonly chosen: string;
}

const SHOWN = [
  { value: "gaps", label: t("Missing texts") },
  { value: "all", label: t("All texts") },
] as const;

export function ExportDialog({ open, onOpenChange, known, chosen }: LanguageDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export for translation")}
      description={t("A CSV file with one text per row. Fill in the last column, then import the file.")}
    >
      <Export first={chosen === "" ? known[0] : chosen} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Closing the dialog unmounts this and aborts the download. */
function Export({ first, onClose }: { readonly first: string | undefined; readonly onClose: () => void }) {
  const { api } = useAppContext();
  const [language, setLanguage] = useState(first);
  const [show, setShow] = useState<"all" | "gaps">("gaps");
  const [state, setState] = useState<{ readonly busy: boolean; readonly wrong?: string }>({ busy: false });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const begin = async (tag: string): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    setState({ busy: true });
    try {
      let lines = 0;
      const file = await api.download(
        `translations/file?${queryString({ language: tag, show })}`,
        control.signal,
        (read) => {
          lines = read.lines;
        },
      );
      const texts = Math.max(0, lines - 1);
      if (texts === 0) return setState({ busy: false, wrong: t("No texts are missing in this language.") });
      saveFile(file, `fanfare-${tag}.csv`);
      toast.done({ title: tCount(texts, "{n} text exported", "{n} texts exported") });
      onClose();
    } catch (error) {
      if (!control.signal.aborted) setState({ busy: false, wrong: asProblem(error).detail });
    }
  };

  return (
    <>
      {state.wrong !== undefined && <Callout>{state.wrong}</Callout>}
      <Field label={t("Language")} hint={t("You can also select a language without translations.")}>
        <LanguageField
          label={t("Language")}
          value={language}
          placeholder={t("Select a language")}
          onChange={setLanguage}
        />
      </Field>
      <Segmented label={t("Texts")} value={show} options={SHOWN} onChange={setShow} className="self-start" />
      <DialogFooter>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button
          variant="primary"
          busy={state.busy}
          disabled={language === undefined}
          onClick={() => language !== undefined && void begin(language)}
        >
          {t("Export")}
        </Button>
      </DialogFooter>
    </>
  );
}
