import { useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";

interface ValuesInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

const splitValues = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ),
];

/** Comma-separated values. Keeps the text as typed. */
export function ValuesInput({ label, placeholder, values, onChange }: ValuesInputProps) {
  const [text, setText] = useState(values.join(", "));
  const shown = splitValues(text).join() === values.join() ? text : values.join(", ");
  return (
    <div className="min-w-44 flex-1">
      <Field label={t("{label} (comma-separated)", { label })} hide_label>
        <Input
          dir="auto"
          value={shown}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => {
            setText(event.target.value);
            onChange(splitValues(event.target.value));
          }}
        />
      </Field>
    </div>
  );
}
