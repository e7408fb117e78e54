import { partsIn } from "@fanfare/contract/content/parts";
import type { Corner, Step } from "@fanfare/contract/content/tour";
import { Crosshair, PanelBottom, PanelTop, Square } from "lucide-react";
import { useRef } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { type AnchoredStep, asAnchored, asUnanchored } from "../../../model/draft/steps.ts";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Select, type SelectOption } from "../../../ui/forms/select.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { PartFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import type { PartActions } from "../state/use-part-actions.ts";
import { TargetFields } from "../target/target-fields.tsx";
import { RichTextField } from "../text/rich-text-field.tsx";
import { StepAdvance } from "./step-advance.tsx";
import { StepConditions } from "./step-conditions.tsx";

const CORNER_OPTIONS: readonly SelectOption<Corner>[] = [
  { value: "bottom_end", label: t("Bottom right"), hint: t("Left in right-to-left languages") },
  { value: "bottom_start", label: t("Bottom left"), hint: t("Right in right-to-left languages") },
  { value: "top_end", label: t("Top right"), hint: t("Left in right-to-left languages") },
  { value: "top_start", label: t("Top left"), hint: t("Right in right-to-left languages") },
];

const EDGE_OPTIONS = [
  { value: "top", label: t("Top") },
  { value: "bottom", label: t("Bottom") },
] as const;

interface StepFormProps {
  readonly step: Step;
  readonly index: number;
  readonly moves: PartActions;
}

const POSITION_OPTIONS = [
  {
    value: "centered",
    label: t("Center of the page"),
    hint: t("For welcome or closing messages."),
    icon: <Square />,
  },
  {
    value: "anchored",
    label: t("Next to an element"),
    hint: t("For a button, field, or menu."),
    icon: <Crosshair />,
  },
  { value: "corner", label: t("Corner of the page"), hint: t("Doesn’t dim the page."), icon: <PanelBottom /> },
  { value: "banner", label: t("Banner"), hint: t("A bar that moves the page content."), icon: <PanelTop /> },
] as const;

export function StepForm({ step, index, moves }: StepFormProps) {
  const { dispatch } = useEditor();
  const path = `body.steps.${index}`;
  const change = (next: Step): void => dispatch({ kind: "change_part", part: next });
  return (
    <PartFrame part={step} moves={moves}>
      <StepCard step={step} index={index} path={path} onChange={change} />
      <StepPosition step={step} path={path} onChange={change} />
      <StepAdvance step={step} path={path} onChange={change} />
      <StepConditions step={step} path={path} onChange={change} />
    </PartFrame>
  );
}

interface StepSectionProps {
  readonly step: Step;
  readonly path: string;
  readonly onChange: (step: Step) => void;
}

function StepCard({ step, index, path, onChange }: StepSectionProps & { readonly index: number }) {
  const { state } = useEditor();
  const count = partsIn(state.draft.edition.body).length;
  return (
    <FormSection lead title={t("Card")}>
      <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
        <Input
          id="step-title"
          value={step.title}
          onChange={(event) => onChange({ ...step, title: event.target.value })}
        />
      </Field>
      <RichTextField
        blocks={step.blocks}
        path={`${path}.blocks`}
        onChange={(blocks) => onChange({ ...step, blocks })}
      />
      <Field
        label={t("Button label")}
        optional
        error={useProblemAt(`${path}.next_label`)}
        hint={t("Default: “Next”, or “Done” on the last step.")}
        className="max-w-64"
      >
        <Input
          value={step.next_label ?? ""}
          placeholder={index === count - 1 ? t("Done") : t("Next")}
          onChange={(event) =>
            onChange({ ...step, next_label: event.target.value === "" ? undefined : event.target.value })
          }
        />
      </Field>
    </FormSection>
  );
}

function StepPosition({ step, path, onChange }: StepSectionProps) {
  // Restores the target when the author tries another position and returns.
  const earlier = useRef<AnchoredStep>(undefined);
  if (step.kind === "anchored") earlier.current = step;
  return (
    <FormSection title={t("Position")}>
      <ChoiceCards
        label={t("Card position")}
        value={step.kind}
        onChange={(kind) =>
          onChange(kind === "anchored" ? asAnchored(step, earlier.current) : asUnanchored(step, kind))
        }
        options={POSITION_OPTIONS}
      />
      {step.kind === "corner" && (
        <Field label={t("Corner")} className="max-w-64">
          <Select value={step.corner} options={CORNER_OPTIONS} onChange={(corner) => onChange({ ...step, corner })} />
        </Field>
      )}
      {step.kind === "banner" && (
        <Segmented
          label={t("Edge")}
          value={step.edge}
          options={EDGE_OPTIONS}
          onChange={(edge) => onChange({ ...step, edge })}
          className="self-start"
        />
      )}
      {step.kind === "anchored" && <TargetFields step={step} path={path} onChange={onChange} />}
    </FormSection>
  );
}
