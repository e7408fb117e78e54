import { limits } from "@fanfare/contract/limits";
import { X } from "lucide-react";
import { t } from "../../lib/i18n/t.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { AddButton } from "../../ui/forms/add-button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";

interface UrlPatternsProps {
  readonly title: string;
  readonly placeholder: string;
  readonly path: string;
  /** Problem of one field, by its dot-separated path. */
  readonly problemAt: (path: string) => string | undefined;
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
}

/** Patterns of page URLs, one a row. */
export function UrlPatterns({ title, placeholder, path, problemAt, patterns, onChange }: UrlPatternsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      {patterns.map((pattern, index) => (
        <PatternRow
          // biome-ignore lint/suspicious/noArrayIndexKey: patterns have no ID
          key={index}
          label={t("{list}, pattern {n}", { list: title, n: index + 1 })}
          problem={problemAt(`${path}.${index}`)}
          value={pattern}
          placeholder={placeholder}
          onChange={(next) => onChange(patterns.with(index, next))}
          onRemove={() => onChange(patterns.toSpliced(index, 1))}
        />
      ))}
      {patterns.length < limits.url_patterns_max && (
        <AddButton
          variant={patterns.length === 0 ? "secondary" : "ghost"}
          size="sm"
          className="self-start"
          onAdd={() => onChange([...patterns, ""])}
        >
          {t("Add pattern")}
        </AddButton>
      )}
    </fieldset>
  );
}

interface PatternRowProps {
  readonly label: string;
  readonly problem: string | undefined;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
}

function PatternRow({ label, problem, value, placeholder, onChange, onRemove }: PatternRowProps) {
  return (
    <div data-row="" className="flex items-start gap-1.5">
      <Field label={label} hide_label error={problem} className="flex-1">
        <Input
          value={value}
          placeholder={placeholder}
          className="font-mono"
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <IconButton
        label={value === "" ? t("Remove pattern") : t("Remove {name}", { name: value })}
        className="mt-0.5"
        onClick={onRemove}
      >
        <X />
      </IconButton>
    </div>
  );
}
