import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { MissingTargetPolicy } from "@fanfare/contract/tour";
import { Field } from "../ui/field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { useProblemAt } from "./context.ts";
import { HighlightsField } from "./highlights-field.tsx";
import type { AnchoredStep } from "./steps.ts";
import { PLACEMENT_OPTIONS, TargetEditor } from "./target-editor.tsx";

const MISSING_OPTIONS: readonly SelectOption<MissingTargetPolicy>[] = [
  { value: "skip", label: "Go to the next step" },
  { value: "center", label: "Show the card in the middle" },
  { value: "end", label: "End the tour" },
];

interface TargetFieldsProps {
  readonly step: AnchoredStep;
  readonly path: string;
  readonly onChange: (step: AnchoredStep) => void;
}

/** What a step points at, and what happens around it. */
export function TargetFields({ step, path, onChange }: TargetFieldsProps) {
  const margin_problem = useProblemAt(`${path}.scroll_margin_px`);
  // What is as it is anyway is not written.
  const { scroll: _, ...scrolled } = step;
  const { scroll_margin_px: __, ...tight } = step;
  const { highlights: ___, ...unlit } = step;
  return (
    <>
      <TargetEditor target={step.target} path={`${path}.target`} onChange={(target) => onChange({ ...step, target })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Side">
          <Select
            value={step.placement}
            options={PLACEMENT_OPTIONS}
            onChange={(placement) => onChange({ ...step, placement })}
          />
        </Field>
        <Field label="When it is not there">
          <Select
            value={step.on_missing}
            options={MISSING_OPTIONS}
            onChange={(on_missing) => onChange({ ...step, on_missing })}
          />
        </Field>
        <Field label="Wait for it" error={useProblemAt(`${path}.wait_ms`)}>
          <NumberInput
            value={step.wait_ms / SECOND_MS}
            unit="seconds"
            max={limits.step_wait_ms_max / SECOND_MS}
            onChange={(seconds) => onChange({ ...step, wait_ms: Math.round(seconds * SECOND_MS) })}
          />
        </Field>
        <Field label="People may use it meanwhile">
          <Segmented
            label="People may use it meanwhile"
            value={step.interaction}
            options={[
              { value: "allow", label: "Yes" },
              { value: "block", label: "No" },
            ]}
            onChange={(interaction) => onChange({ ...step, interaction })}
            className="w-36"
          />
        </Field>
        <Field label="Scroll it into sight">
          <Segmented
            label="Scroll it into sight"
            value={step.scroll ?? "auto"}
            options={[
              { value: "auto", label: "Yes" },
              { value: "none", label: "No" },
            ]}
            onChange={(scroll) => onChange(scroll === "auto" ? scrolled : { ...step, scroll })}
            className="w-36"
          />
        </Field>
        {step.scroll !== "none" && (
          <Field label="With so much around it" error={margin_problem} hint="For pages whose header stays where it is.">
            <NumberInput
              value={step.scroll_margin_px ?? 0}
              unit="pixels"
              min={0}
              max={limits.scroll_margin_px_max}
              onChange={(scroll_margin_px) => onChange(scroll_margin_px === 0 ? tight : { ...step, scroll_margin_px })}
            />
          </Field>
        )}
      </div>
      <HighlightsField
        highlights={step.highlights ?? []}
        path={`${path}.highlights`}
        onChange={(highlights) => onChange(highlights.length === 0 ? unlit : { ...step, highlights })}
      />
    </>
  );
}
