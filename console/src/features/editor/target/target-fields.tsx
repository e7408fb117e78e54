import type { MissingTargetPolicy } from "@fanfare/contract/content/tour";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { getRouteApi } from "@tanstack/react-router";
import { t } from "../../../lib/i18n/t.ts";
import type { AnchoredStep } from "../../../model/draft/steps.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Select, type SelectOption } from "../../../ui/forms/select.tsx";
import { useProblemAt } from "../state/editor-context.ts";
import { HighlightsField } from "./highlights-field.tsx";
import { PLACEMENT_OPTIONS, TargetEditor } from "./target-editor.tsx";

const route = getRouteApi("/$app/content/$id");

const MISSING_OPTIONS: readonly SelectOption<MissingTargetPolicy>[] = [
  { value: "skip", label: t("Skip to the next step") },
  { value: "center", label: t("Show the card in the center") },
  { value: "end", label: t("End the tour") },
];

interface TargetFieldsProps {
  readonly step: AnchoredStep;
  readonly path: string;
  readonly onChange: (step: AnchoredStep) => void;
}

const YES_OR_NO = [
  { value: "yes", label: t("Yes") },
  { value: "no", label: t("No") },
] as const;

export function TargetFields({ step, path, onChange }: TargetFieldsProps) {
  const { step: selected_step } = route.useSearch();
  const { highlights, ...plain } = step;
  return (
    <>
      <TargetEditor
        target={step.target}
        path={`${path}.target`}
        onChange={(target) => onChange({ ...step, target })}
        proposable={selected_step === step.id}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-5">
        <Field label={t("Side")}>
          <Select
            value={step.placement}
            options={PLACEMENT_OPTIONS}
            onChange={(placement) => onChange({ ...step, placement })}
          />
        </Field>
        <Field label={t("If the target is missing")}>
          <Select
            value={step.on_missing}
            options={MISSING_OPTIONS}
            onChange={(on_missing) => onChange({ ...step, on_missing })}
          />
        </Field>
        <Field label={t("Wait for target")} error={useProblemAt(`${path}.wait_ms`)}>
          <NumberInput
            value={step.wait_ms / SECOND_MS}
            unit={t("seconds##unit")}
            max={limits.step_wait_ms_max / SECOND_MS}
            onChange={(seconds) => onChange({ ...step, wait_ms: Math.round(seconds * SECOND_MS) })}
          />
        </Field>
        <Field label={t("Allow interaction with the target")}>
          <Segmented
            label={t("Allow interaction with the target")}
            value={step.interaction === "allow" ? "yes" : "no"}
            options={YES_OR_NO}
            onChange={(on) => onChange({ ...step, interaction: on === "yes" ? "allow" : "block" })}
            className="w-36"
          />
        </Field>
        <ScrollFields step={step} path={path} onChange={onChange} />
      </div>
      <HighlightsField
        highlights={highlights ?? []}
        path={`${path}.highlights`}
        onChange={(next) => onChange(next.length === 0 ? plain : { ...step, highlights: next })}
      />
    </>
  );
}

/** Drafts omit default values. */
function ScrollFields({ step, path, onChange }: TargetFieldsProps) {
  const problem = useProblemAt(`${path}.scroll_margin_px`);
  const { scroll, ...scrolling } = step;
  const { scroll_margin_px: margin_px, ...without_margin } = step;
  return (
    <>
      <Field label={t("Scroll to target")}>
        <Segmented
          label={t("Scroll to target")}
          value={scroll === "none" ? "no" : "yes"}
          options={YES_OR_NO}
          onChange={(on) => onChange(on === "yes" ? scrolling : { ...step, scroll: "none" })}
          className="w-36"
        />
      </Field>
      {scroll !== "none" && (
        <Field label={t("Scroll margin")} error={problem} hint={t("For pages with a sticky header.")}>
          <NumberInput
            value={margin_px ?? 0}
            unit={t("pixels##unit")}
            min={0}
            max={limits.scroll_margin_px_max}
            onChange={(next) => onChange(next === 0 ? without_margin : { ...step, scroll_margin_px: next })}
          />
        </Field>
      )}
    </>
  );
}
