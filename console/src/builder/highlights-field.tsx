import { limits } from "@fanfare/contract/limits";
import type { Target } from "@fanfare/contract/target";
import { Plus, X } from "lucide-react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useProblemAt } from "./context.ts";
import { newStrategy } from "./steps.ts";
import { TargetEditor } from "./target-editor.tsx";

interface HighlightsFieldProps {
  readonly highlights: readonly Target[];
  readonly path: string;
  readonly onChange: (highlights: readonly Target[]) => void;
}

/** More elements that are lit up with the one that the step points at. */
export function HighlightsField({ highlights, path, onChange }: HighlightsFieldProps) {
  const problem = useProblemAt(path);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Also lit up")}</legend>
      <p className="-mt-1 mb-1 text-xs text-ink-3 text-pretty">
        {t("Further elements that the page does not dim meanwhile. One that is not there is left out.")}
      </p>
      {highlights.map((target, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a light has no identity but its place
          key={index}
          className="relative flex min-w-0 flex-col gap-2 rounded-lg border border-line p-3"
        >
          <TargetEditor
            target={target}
            path={`${path}.${index}`}
            onChange={(next) => onChange(highlights.with(index, next))}
          />
          <IconButton
            label={t("Remove light {n}", { n: index + 1 })}
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
        <Button
          look="ghost"
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => onChange([...highlights, { strategies: [newStrategy("test_id")] }])}
        >
          {t("Light up another element")}
        </Button>
      )}
    </fieldset>
  );
}
