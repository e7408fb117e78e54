import { limits } from "@fanfare/contract/limits";
import type { Placement, Strategy, Target } from "@fanfare/contract/target";
import type { Trial } from "@fanfare/contract/target-trial";
import { Plus } from "lucide-react";
import { useState } from "react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import type { SelectOption } from "../ui/select.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { sameValue } from "./merge.ts";
import { PasteTarget } from "./paste-target.tsx";
import type { PastedTarget } from "./pasted-target.ts";
import { ProposedTarget } from "./proposed-target.tsx";
import { newStrategy } from "./steps.ts";
import { StrategyRow } from "./strategy-row.tsx";

export const PLACEMENT_OPTIONS: readonly SelectOption<Placement>[] = [
  { value: "auto", label: t("Wherever there is room") },
  { value: "top", label: t("Above") },
  { value: "bottom", label: t("Below") },
  { value: "start", label: t("Before"), hint: t("Left; right in languages that read from the right") },
  { value: "end", label: t("After"), hint: t("Right; left in languages that read from the right") },
];

interface TargetEditorProps {
  readonly target: Target;
  readonly path: string;
  readonly onChange: (target: Target) => void;
  /** What a link from the page proposes is for this one. */
  readonly proposable?: boolean;
}

/** How an element of somebody's page is found: ways in the order in which they are tried. */
export function TargetEditor({ target, path, onChange, proposable = false }: TargetEditorProps) {
  const { read_only } = useBuilder();
  const { strategies, scope } = target;
  const problem = useProblemAt(`${path}.strategies`);
  /** What was taken from the page last: its trials are told beside the score for as long as a way is as it was tried. */
  const [taken, setTaken] = useState<PastedTarget>();
  const take = (found: PastedTarget): void => {
    setTaken(found);
    onChange(found.target);
  };
  const trialsOf = (strategy: Strategy): readonly Trial[] | undefined => {
    if (taken === undefined || !sameValue(taken.target.scope, scope)) return undefined;
    return taken.failed?.[taken.target.strategies.findIndex((each) => sameValue(each, strategy))];
  };
  const set = (next: readonly Strategy[]): void => onChange({ ...target, strategies: next });
  const swap = (index: number, other: number): void => {
    const [one, two] = [strategies[index], strategies[other]];
    if (one !== undefined && two !== undefined) set(strategies.with(index, two).with(other, one));
  };
  return (
    <fieldset disabled={read_only} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("How the element is found")}</legend>
      <p className="-mt-1 mb-1 text-xs text-ink-3 text-pretty">
        {t(
          "The first way that finds exactly one visible element wins. A second way keeps it working when the page changes.",
        )}
      </p>
      {proposable && <ProposedTarget target={target} onTake={take} />}
      <ol className="flex flex-col gap-2">
        {strategies.map((strategy, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way of finding has no identity but its rank
          <li key={index}>
            <StrategyRow
              strategy={strategy}
              rank={index + 1}
              trials={trialsOf(strategy)}
              path={`${path}.strategies.${index}`}
              onChange={(next) => set(strategies.with(index, next))}
              onEarlier={index === 0 ? undefined : () => swap(index, index - 1)}
              onRemove={strategies.length === 1 ? undefined : () => set(strategies.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      {strategies.length < limits.target_strategies_max && (
        <Button
          look="ghost"
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => set([...strategies, newStrategy("text")])}
        >
          {t("Add another way")}
        </Button>
      )}
      <PasteTarget onPaste={take} />
      <div className="mt-2 flex flex-col gap-2.5">
        <SwitchField
          label={t("Only inside one part of the page")}
          hint={t("Where the same element is there several times.")}
          checked={scope !== undefined}
          onChange={(on) => onChange(on ? { strategies, scope: newStrategy("test_id") } : { strategies })}
        />
        {scope !== undefined && (
          <StrategyRow
            strategy={scope}
            rank={undefined}
            path={`${path}.scope`}
            onChange={(next) => onChange({ strategies, scope: next })}
            onEarlier={undefined}
            onRemove={undefined}
          />
        )}
      </div>
    </fieldset>
  );
}
