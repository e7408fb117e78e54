import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { MissingTargetPolicy } from "@fanfare/contract/tour";
import { getRouteApi } from "@tanstack/react-router";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { useProblemAt } from "./context.ts";
import { HighlightsField } from "./highlights-field.tsx";
import type { AnchoredStep } from "./steps.ts";
import { PLACEMENT_OPTIONS, TargetEditor } from "./target-editor.tsx";

const route = getRouteApi("/$app/content/$id");

const MISSING_OPTIONS: readonly SelectOption<MissingTargetPolicy>[] = [
  { value: "skip", label: t("Go to the next step") },
  { value: "center", label: t("Show the card in the middle") },
  { value: "end", label: t("End the tour") },
];

interface TargetFieldsProps {
  readonly step: AnchoredStep;
  readonly path: string;
  readonly onChange: (step: AnchoredStep) => void;
}

/** What a step points at, and what happens around it. */
export function TargetFields({ step, path, onChange }: TargetFieldsProps) {
  const { step: wanted } = route.useSearch();
  const margin_problem = useProblemAt(`${path}.scroll_margin_px`);
  // What is as it is anyway is not written.
  const { scroll: _, ...scrolled } = step;
  const { scroll_margin_px: __, ...tight } = step;
  const { highlights: ___, ...unlit } = step;
  return (
    <>
      <TargetEditor
        target={step.target}
        path={`${path}.target`}
        onChange={(target) => onChange({ ...step, target })}
        proposable={wanted === step.id}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-5">
        <Field label={t("Side")}>
          <Select
            value={step.placement}
            options={PLACEMENT_OPTIONS}
            onChange={(placement) => onChange({ ...step, placement })}
          />
        </Field>
        <Field label={t("When it is not there")}>
          <Select
            value={step.on_missing}
            options={MISSING_OPTIONS}
            onChange={(on_missing) => onChange({ ...step, on_missing })}
          />
        </Field>
        <Field label={t("Wait for it")} error={useProblemAt(`${path}.wait_ms`)}>
          <NumberInput
            value={step.wait_ms / SECOND_MS}
            unit={t("seconds##unit")}
            max={limits.step_wait_ms_max / SECOND_MS}
            onChange={(seconds) => onChange({ ...step, wait_ms: Math.round(seconds * SECOND_MS) })}
          />
        </Field>
        <Field label={t("People may use it meanwhile")}>
          <Segmented
            label={t("People may use it meanwhile")}
            value={step.interaction}
            options={[
              { value: "allow", label: t("Yes") },
              { value: "block", label: t("No") },
            ]}
            onChange={(interaction) => onChange({ ...step, interaction })}
            className="w-36"
          />
        </Field>
        <Field label={t("Scroll it into sight")}>
          <Segmented
            label={t("Scroll it into sight")}
            value={step.scroll ?? "auto"}
            options={[
              { value: "auto", label: t("Yes") },
              { value: "none", label: t("No") },
            ]}
            onChange={(scroll) => onChange(scroll === "auto" ? scrolled : { ...step, scroll })}
            className="w-36"
          />
        </Field>
        {step.scroll !== "none" && (
          <Field
            label={t("With so much around it")}
            error={margin_problem}
            hint={t("For pages whose header stays where it is.")}
          >
            <NumberInput
              value={step.scroll_margin_px ?? 0}
              unit={t("pixels##unit")}
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
