import { limits } from "@fanfare/contract/limits";
import type { Target } from "@fanfare/contract/target/target";
import { X } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { newStrategy } from "../../../model/draft/steps.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { useProblemAt } from "../state/editor-context.ts";
import { TargetEditor } from "./target-editor.tsx";

interface HighlightsFieldProps {
  readonly highlights: readonly Target[];
  readonly path: string;
  readonly onChange: (highlights: readonly Target[]) => void;
}

/** Additional elements to highlight with the step's target. */
export function HighlightsField({ highlights, path, onChange }: HighlightsFieldProps) {
  const problem = useProblemAt(path);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Additional highlights")}</legend>
      <p className="-mt-1 mb-1 text-xs text-ink-3 text-pretty">
        {t("Other elements to leave undimmed. Missing elements are skipped.")}
      </p>
      {highlights.map((target, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: highlights have no ID
          key={index}
          data-row=""
          className="relative flex min-w-0 flex-col gap-2 rounded-lg border border-line p-3"
        >
          <TargetEditor
            target={target}
            path={`${path}.${index}`}
            onChange={(next) => onChange(highlights.with(index, next))}
          />
          <IconButton
            label={t("Remove highlight {n}", { n: index + 1 })}
            size="sm"
            className="absolute end-2 top-2"
            onClick={() => onChange(highlights.toSpliced(index, 1))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      {highlights.length < limits.step_highlights_max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() => onChange([...highlights, { strategies: [newStrategy("test_id")] }])}
        >
          {t("Add highlight")}
        </AddButton>
      )}
    </fieldset>
  );
}
