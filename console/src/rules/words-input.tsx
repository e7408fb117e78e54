import { useState } from "react";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

interface WordsInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ),
];

/** Several words with commas between them; what is typed stays as it is typed. */
export function WordsInput({ label, placeholder, values, onChange }: WordsInputProps) {
  const [text, setText] = useState(values.join(", "));
  const shown = wordsIn(text).join() === values.join() ? text : values.join(", ");
  return (
    <div className="min-w-44 flex-1">
      <Field label={t("{label}, with commas between them", { label })} hide_label>
        <Input
          dir="auto"
          value={shown}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => {
            setText(event.target.value);
            onChange(wordsIn(event.target.value));
          }}
        />
      </Field>
    </div>
  );
}
