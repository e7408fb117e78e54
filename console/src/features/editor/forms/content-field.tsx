import type { ContentType } from "@fanfare/contract/content/body";
import { useState } from "react";
import { ContentPicker } from "../../../components/content/content-picker.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

interface ContentFieldProps {
  readonly label: string;
  /** Accessible name. */
  readonly picker_label?: string;
  /** Only this type can be picked. All if omitted. */
  readonly type?: ContentType;
  /** Path in the draft. */
  readonly path: string;
  /** A slug; "" while none is chosen. */
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

/** Other content that a draft refers to. Shows no error before the author picked some or asks for issues. */
export function ContentField({ label, picker_label = label, type, path, value, onChange }: ContentFieldProps) {
  const { parts } = useEditor().revealed;
  const [parts_before] = useState(parts);
  const [empty_before] = useState(value === "");
  const invalid = useProblemAt(path) !== undefined && !(empty_before && value === "" && parts === parts_before);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <ContentPicker label={picker_label} by="slug" type={type} value={value} invalid={invalid} onChange={onChange} />
      {invalid && <p className="text-xs font-medium text-negative-text">{t("Select content.")}</p>}
    </div>
  );
}
