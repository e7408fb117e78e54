import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { Placement, Strategy } from "@fanfare/contract/target";
import type { MissingTargetPolicy } from "@fanfare/contract/tour";
import { Plus } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { type AnchoredStep, advancingByClick, newStrategy } from "./steps.ts";
import { StrategyRow } from "./strategy-row.tsx";

const PLACEMENT_OPTIONS: readonly SelectOption<Placement>[] = [
  { value: "auto", label: "Wherever there is room" },
  { value: "top", label: "Above" },
  { value: "bottom", label: "Below" },
  { value: "start", label: "Before", hint: "Left; right in languages that read from the right" },
  { value: "end", label: "After", hint: "Right; left in languages that read from the right" },
];

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
  const { read_only } = useBuilder();
  const { strategies } = step.target;
  const set = (next: readonly Strategy[]): void => onChange({ ...step, target: { strategies: next } });
  const swap = (index: number, other: number): void => {
    const [one, two] = [strategies[index], strategies[other]];
    if (one !== undefined && two !== undefined) set(strategies.with(index, two).with(other, one));
  };
  return (
    <>
      <fieldset disabled={read_only} className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">How the element is found</legend>
        <p className="-mt-1 mb-1 text-xs text-ink-3 text-pretty">
          The first way that finds exactly one visible element wins. A second way keeps the tour working when the page
          changes.
        </p>
        <ol className="flex flex-col gap-2">
          {strategies.map((strategy, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a way of finding has no identity but its rank
            <li key={index}>
              <StrategyRow
                strategy={strategy}
                rank={index + 1}
                path={`${path}.target.strategies.${index}`}
                onChange={(next) => set(strategies.with(index, next))}
                onEarlier={index === 0 ? undefined : () => swap(index, index - 1)}
                onRemove={strategies.length === 1 ? undefined : () => set(strategies.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
        <Problem at={`${path}.target.strategies`} />
        {strategies.length < limits.target_strategies_max && (
          <Button
            look="ghost"
            size="sm"
            icon={<Plus />}
            className="self-start"
            onClick={() => set([...strategies, newStrategy("text")])}
          >
            Add another way
          </Button>
        )}
      </fieldset>
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
      </div>
      {step.interaction === "allow" && (
        <SwitchField
          label="A click on the element goes on"
          hint="As if the person had pressed the card’s button."
          checked={step.advance?.some(({ kind }) => kind === "click") ?? false}
          onChange={(on) => onChange(advancingByClick(step, on))}
        />
      )}
    </>
  );
}

function Problem({ at }: { readonly at: string }) {
  const problem = useProblemAt(at);
  return problem === undefined ? null : <Callout tone="problem">{problem}</Callout>;
}
