import type { Step } from "@fanfare/contract/tour";
import { ArrowDown, ArrowUp, Copy, Crosshair, Square, Trash2 } from "lucide-react";
import { useRef } from "react";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Input } from "../ui/input.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { stepsOf } from "./draft.ts";
import { FormSection } from "./form-section.tsx";
import { RichTextField } from "./rich-text-field.tsx";
import { type AnchoredStep, anchored, centered } from "./steps.ts";
import type { StepMoves } from "./steps-tab.tsx";
import { TargetFields } from "./target-fields.tsx";

interface StepFormProps {
  readonly step: Step;
  readonly index: number;
  readonly moves: StepMoves;
}

/** Everything about one step. */
export function StepForm({ step, index, moves }: StepFormProps) {
  const { state, dispatch, read_only } = useBuilder();
  const count = stepsOf(state.draft).length;
  const path = `body.steps.${index}`;
  const change = (next: Step): void => dispatch({ kind: "change_step", step: next });
  // What the step pointed at, for when somebody only tries the other choice.
  const earlier = useRef<AnchoredStep>(undefined);
  if (step.kind === "anchored") earlier.current = step;

  return (
    <form
      id="builder-form"
      onSubmit={(event) => event.preventDefault()}
      className="min-w-0 border-line max-md:px-4 max-md:py-5 md:border-s md:px-6 md:py-5 xl:border-e"
    >
      <div className="mx-auto flex max-w-152 flex-col gap-6">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-xs font-medium text-ink-3">
            Step {index + 1} of {count}
          </h2>
          {!read_only && (
            <div className="flex gap-0.5">
              <IconButton label="Move up" size="sm" disabled={index === 0} onClick={() => moves.move(step, -1)}>
                <ArrowUp />
              </IconButton>
              <IconButton
                label="Move down"
                size="sm"
                disabled={index === count - 1}
                onClick={() => moves.move(step, 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton label="Duplicate step" size="sm" onClick={() => moves.duplicate(step)}>
                <Copy />
              </IconButton>
              <IconButton label="Delete step" size="sm" onClick={() => moves.remove(step)}>
                <Trash2 />
              </IconButton>
            </div>
          )}
        </div>
        <fieldset disabled={read_only} className="contents">
          <FormSection title="Card">
            <Field label="Title" error={useProblemAt(`${path}.title`)}>
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
              label="Words on the button"
              optional
              error={useProblemAt(`${path}.next_label`)}
              hint="Left empty, it says “Next”, and “Done” on the last step."
              className="max-w-64"
            >
              <Input
                value={step.next_label ?? ""}
                placeholder={index === count - 1 ? "Done" : "Next"}
                onChange={(event) =>
                  change({ ...step, next_label: event.target.value === "" ? undefined : event.target.value })
                }
              />
            </Field>
          </FormSection>
          <FormSection title="Place">
            <ChoiceCards
              label="Where the card appears"
              value={step.kind}
              onChange={(kind) => change(kind === "anchored" ? anchored(step, earlier.current) : centered(step))}
              options={[
                {
                  value: "centered",
                  label: "Middle of the page",
                  hint: "For a welcome or a farewell.",
                  icon: <Square />,
                },
                {
                  value: "anchored",
                  label: "At an element",
                  hint: "Points at a button, a field, a menu.",
                  icon: <Crosshair />,
                },
              ]}
            />
            {step.kind === "anchored" && <TargetFields step={step} path={path} onChange={change} />}
          </FormSection>
        </fieldset>
      </div>
    </form>
  );
}
