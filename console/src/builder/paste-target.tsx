import { ClipboardPaste } from "lucide-react";
import { useState } from "react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { type PastedTarget, pastedTarget } from "./pasted-target.ts";

interface PasteTargetProps {
  readonly onPaste: (found: PastedTarget) => void;
}

/** Takes what was picked in the page itself, by the debug panel. */
export function PasteTarget({ onPaste }: PasteTargetProps) {
  const [text, setText] = useState<string>();
  if (text === undefined) {
    return (
      <Button look="ghost" size="sm" icon={<ClipboardPaste />} className="self-start" onClick={() => setText("")}>
        {t("Paste what was picked in the page")}
      </Button>
    );
  }
  const take = (pasted: string): void => {
    const found = pastedTarget(pasted);
    setText(found === undefined ? pasted : undefined);
    if (found !== undefined) onPaste(found);
  };
  return (
    <Field
      label={t("What was picked")}
      hint={t("Open the page by a debug link, choose “Pick an element” there, and copy what it finds.")}
      error={text === "" ? undefined : t("This is no target. Copy it from the debug panel once more, whole.")}
    >
      <Input
        dir="ltr"
        value={text}
        spellCheck={false}
        autoFocus
        onChange={(event) => take(event.target.value)}
        onBlur={() => setText(text === "" ? undefined : text)}
      />
    </Field>
  );
}
