import { sameValue } from "@fanfare/contract/draft/draft-merge";
import { limits } from "@fanfare/contract/limits";
import type { Placement, Strategy, Target } from "@fanfare/contract/target/target";
import type { Trial } from "@fanfare/contract/target/target-trial";
import { getRouteApi } from "@tanstack/react-router";
import { MousePointerClick } from "lucide-react";
import { useState } from "react";
import { EditOnPage } from "../../../components/builder-link/edit-on-page.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { newStrategy } from "../../../model/draft/steps.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import type { SelectOption } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { LocatorRow } from "./locator-row.tsx";
import type { PastedTarget } from "./pasted-target.ts";
import { ProposedTarget } from "./proposed-target.tsx";

const route = getRouteApi("/$app/content/$id");

/** Opens the builder on the author's page at this part, where its element can be picked. */
function PickOnPage() {
  const { state, store } = useEditor();
  const { step } = route.useSearch();
  const [open, setOpen] = useState<boolean>();
  const { id, name } = state.server;
  return (
    <>
      <Button
        size="sm"
        icon={<MousePointerClick />}
        className="self-start"
        onClick={() => {
          // The builder starts with what the server has.
          void store.flush();
          setOpen(true);
        }}
      >
        {t("Pick on your page")}
      </Button>
      <EditOnPage
        content={open === undefined ? undefined : { id, name }}
        step_id={step}
        open={open ?? false}
        onOpenChange={setOpen}
      />
    </>
  );
}

export const PLACEMENT_OPTIONS: readonly SelectOption<Placement>[] = [
  { value: "auto", label: t("Automatic") },
  { value: "top", label: t("Above") },
  { value: "bottom", label: t("Below") },
  { value: "start", label: t("Before"), hint: t("Left, or right in right-to-left languages") },
  { value: "end", label: t("After"), hint: t("Right, or left in right-to-left languages") },
];

interface TargetEditorProps {
  readonly target: Target;
  readonly path: string;
  readonly onChange: (target: Target) => void;
  /** Whether a target in the URL belongs to this part. */
  readonly proposable?: boolean;
}

/** A target's locators, in the order in which the SDK tries them. */
export function TargetEditor({ target, path, onChange, proposable = false }: TargetEditorProps) {
  const { read_only } = useEditor();
  const { strategies, scope } = target;
  /** Last picked target. Its test results appear next to each locator that still matches. */
  const [picked, setPicked] = useState<PastedTarget>();
  const pick = (found: PastedTarget): void => {
    setPicked(found);
    onChange(found.target);
  };
  return (
    <fieldset disabled={read_only} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Target element")}</legend>
      <p className="-mt-1 mb-1 text-xs text-ink-3 text-pretty">
        {t(
          "Fanfare uses the first locator that matches exactly one visible element. Add a fallback in case the page changes.",
        )}
      </p>
      {proposable && <ProposedTarget target={target} onTake={pick} />}
      <LocatorList
        strategies={strategies}
        trialsOf={(strategy) => trialsOf(picked, target, strategy)}
        path={`${path}.strategies`}
        onChange={(next) => onChange({ ...target, strategies: next })}
      />
      <PickOnPage />
      <div className="mt-2 flex flex-col gap-2.5">
        <SwitchField
          label={t("Search within an element")}
          hint={t("Use when the page has several matching elements.")}
          checked={scope !== undefined}
          onChange={(on) => onChange(on ? { strategies, scope: newStrategy("test_id") } : { strategies })}
        />
        {scope !== undefined && (
          <LocatorRow
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

function trialsOf(
  picked: PastedTarget | undefined,
  { scope }: Target,
  strategy: Strategy,
): readonly Trial[] | undefined {
  if (picked === undefined || !sameValue(picked.target.scope, scope)) return undefined;
  return picked.failed?.[picked.target.strategies.findIndex((each) => sameValue(each, strategy))];
}

interface LocatorListProps {
  readonly strategies: readonly Strategy[];
  readonly trialsOf: (strategy: Strategy) => readonly Trial[] | undefined;
  readonly path: string;
  readonly onChange: (strategies: readonly Strategy[]) => void;
}

function LocatorList({ strategies, trialsOf, path, onChange }: LocatorListProps) {
  const problem = useProblemAt(path);
  return (
    <>
      <ol className="flex flex-col gap-2">
        {strategies.map((strategy, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: locators have no ID
          <li key={index}>
            <LocatorRow
              strategy={strategy}
              rank={index + 1}
              trials={trialsOf(strategy)}
              path={`${path}.${index}`}
              onChange={(next) => onChange(strategies.with(index, next))}
              onEarlier={
                index === 0
                  ? undefined
                  : () => onChange(strategies.toSpliced(index, 1).toSpliced(index - 1, 0, strategy))
              }
              onRemove={strategies.length === 1 ? undefined : () => onChange(strategies.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      {strategies.length < limits.target_strategies_max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() => onChange([...strategies, newStrategy("text")])}
        >
          {t("Add fallback locator")}
        </AddButton>
      )}
    </>
  );
}
