import { useEffect, useRef, useState } from "react";
import { LanguageField } from "../builder/language-field.tsx";
import { useDoors } from "../doors.ts";
import { saveFile } from "../download.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { toast } from "../ui/toast.tsx";
import { translationFilePath } from "./calls.ts";

export interface LanguageDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The languages that contents are translated into. */
  readonly known: readonly string[];
  /** The one that is looked at; "" for none. */
  readonly chosen: string;
}

const SHOWN = [
  { value: "gaps", label: t("What is missing") },
  { value: "all", label: t("All texts") },
] as const;

/** The texts of all contents as a file for who translates. */
export function ExportDialog({ open, onOpenChange, known, chosen }: LanguageDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export for translation")}
      description={t("A CSV file with a text a line. Who translates fills in the last column; then it is imported.")}
    >
      <Export first={chosen === "" ? known[0] : chosen} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Unmounts with the dialog, and stops then. */
function Export({ first, onClose }: { readonly first: string | undefined; readonly onClose: () => void }) {
  const { api } = useDoors();
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
      const file = await api.download(translationFilePath(tag, show), control.signal, (read) => {
        lines = read.lines;
      });
      const texts = Math.max(0, lines - 1);
      if (texts === 0) return setState({ busy: false, wrong: t("Nothing is missing in this language.") });
      saveFile(file, `fanfare-${tag}.csv`);
      toast.done({ title: tCount(texts, "{n} text is in your downloads", "{n} texts are in your downloads") });
      onClose();
    } catch (error) {
      if (!control.signal.aborted) setState({ busy: false, wrong: asProblem(error).detail });
    }
  };

  return (
    <>
      {state.wrong !== undefined && <Callout>{state.wrong}</Callout>}
      <Field label={t("Language")} hint={t("One that nobody has begun is right as well.")}>
        <LanguageField
          label={t("Language")}
          value={language}
          placeholder={t("Choose a language")}
          onChange={setLanguage}
        />
      </Field>
      <Segmented label={t("Which texts")} value={show} options={SHOWN} onChange={setShow} className="self-start" />
      <DialogFoot>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button
          look="primary"
          busy={state.busy}
          disabled={language === undefined}
          onClick={() => language !== undefined && void begin(language)}
        >
          {t("Export")}
        </Button>
      </DialogFoot>
    </>
  );
}
