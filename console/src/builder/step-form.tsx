import type { Corner, Step } from "@fanfare/contract/tour";
import { Crosshair, PanelBottom, PanelTop, Square } from "lucide-react";
import { useRef } from "react";
import { t } from "../language/t.ts";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { FormSection } from "./form-section.tsx";
import { PartFrame } from "./part-frame.tsx";
import type { PartMoves } from "./part-moves.ts";
import { partsOf } from "./parts.ts";
import { RichTextField } from "./rich-text-field.tsx";
import { StepConditions } from "./step-conditions.tsx";
import { StepWays } from "./step-ways.tsx";
import { type AnchoredStep, anchored, unanchored } from "./steps.ts";
import { TargetFields } from "./target-fields.tsx";

const CORNER_OPTIONS: readonly SelectOption<Corner>[] = [
  { value: "bottom_end", label: t("Below, at the end") },
  { value: "bottom_start", label: t("Below, at the start") },
  { value: "top_end", label: t("Above, at the end") },
  { value: "top_start", label: t("Above, at the start") },
];

const EDGE_OPTIONS = [
  { value: "top", label: t("Above the page") },
  { value: "bottom", label: t("Below the page") },
] as const;

interface StepFormProps {
  readonly step: Step;
  readonly index: number;
  readonly moves: PartMoves;
}

/** Everything about one step. */
export function StepForm({ step, index, moves }: StepFormProps) {
  const { state, dispatch } = useBuilder();
  const count = partsOf(state.draft.edition.body).length;
  const path = `body.steps.${index}`;
  const change = (next: Step): void => dispatch({ kind: "change_part", part: next });
  // What the step pointed at, for when somebody only tries the other choice.
  const earlier = useRef<AnchoredStep>(undefined);
  if (step.kind === "anchored") earlier.current = step;

  return (
    <PartFrame part={step} moves={moves}>
      <FormSection title={t("Card")}>
        <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
          <Input
            id="step-title"
            value={step.title}
            onChange={(event) => change({ ...step, title: event.target.value })}
          />
        </Field>
        <RichTextField
          blocks={step.blocks}
          path={`${path}.blocks`}
          onChange={(blocks) => change({ ...step, blocks })}
        />
        <Field
          label={t("Words on the button")}
          optional
          error={useProblemAt(`${path}.next_label`)}
          hint={t("Left empty, it says “Next”, and “Done” on the last step.")}
          className="max-w-64"
        >
          <Input
            value={step.next_label ?? ""}
            placeholder={index === count - 1 ? t("Done") : t("Next")}
            onChange={(event) =>
              change({ ...step, next_label: event.target.value === "" ? undefined : event.target.value })
            }
          />
        </Field>
      </FormSection>
      <FormSection title={t("Place")}>
        <ChoiceCards
          label={t("Where the card appears")}
          value={step.kind}
          onChange={(kind) => change(kind === "anchored" ? anchored(step, earlier.current) : unanchored(step, kind))}
          options={[
            {
              value: "centered",
              label: t("Middle of the page"),
              hint: t("For a welcome or a farewell."),
              icon: <Square />,
            },
            {
              value: "anchored",
              label: t("At an element"),
              hint: t("Points at a button, a field, a menu."),
              icon: <Crosshair />,
            },
            {
              value: "corner",
              label: t("Corner of the page"),
              hint: t("Beside what people do, which is not dimmed."),
              icon: <PanelBottom />,
            },
            {
              value: "banner",
              label: t("Bar along an edge"),
              hint: t("The page makes room for it."),
              icon: <PanelTop />,
            },
          ]}
        />
        {step.kind === "corner" && (
          <Field label={t("Corner")} className="max-w-64">
            <Select value={step.corner} options={CORNER_OPTIONS} onChange={(corner) => change({ ...step, corner })} />
          </Field>
        )}
        {step.kind === "banner" && (
          <Segmented
            label={t("Edge")}
            value={step.edge}
            options={EDGE_OPTIONS}
            onChange={(edge) => change({ ...step, edge })}
            className="self-start"
          />
        )}
        {step.kind === "anchored" && <TargetFields step={step} path={path} onChange={change} />}
      </FormSection>
      <StepWays step={step} path={path} onChange={change} />
      <StepConditions step={step} path={path} onChange={change} />
    </PartFrame>
  );
}
