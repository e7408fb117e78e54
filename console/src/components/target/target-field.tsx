import { limits } from "@fanfare/contract/limits";
import type { Strategy, Target, TargetScope } from "@fanfare/contract/target/target";
import type { Trial } from "@fanfare/contract/target/target-trial";
import type { ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { newStrategy } from "../../model/draft/steps.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { AddButton } from "../../ui/forms/add-button.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import { LocatorRow, type ProblemAt } from "./locator-row.tsx";

interface TargetFieldProps {
  readonly target: Target;
  readonly path: string;
  readonly problemAt: ProblemAt;
  readonly onChange: (target: Target) => void;
  readonly disabled: boolean;
  readonly trialsOf?: (strategy: Strategy) => readonly Trial[] | undefined;
  /** Above the locators. */
  readonly proposed?: ReactNode;
  /** Below the locators: other ways to set them. */
  readonly children?: ReactNode;
}

/** A target's locators, in the order in which the SDK tries them. */
export function TargetField(props: TargetFieldProps) {
  const { target, path, problemAt, onChange, disabled, trialsOf = () => undefined, proposed, children } = props;
  const { strategies, scope, outer_scopes = [] } = target;
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("Target element")}</legend>
      <p className="-mt-1 mb-1 text-xs text-ink-3 text-pretty">
        {t(
          "Fanfare uses the first locator that matches exactly one visible element. Add a fallback in case the page changes.",
        )}
      </p>
      {proposed}
      <LocatorList
        strategies={strategies}
        trialsOf={trialsOf}
        path={`${path}.strategies`}
        problemAt={problemAt}
        onChange={(next) => onChange(withStrategies(target, next))}
      />
      {children}
      <div className="mt-2 flex flex-col gap-2.5">
        <SwitchField
          label={t("Search within an element")}
          hint={t("Use when the page has several matching elements.")}
          checked={scope !== undefined}
          onChange={(on) => onChange(withScopes(strategies, on ? [newStrategy("test_id")] : []))}
        />
        {scope !== undefined && (
          <ScopeList
            scopes={[scope, ...outer_scopes.toReversed()]}
            pathOf={(index) => (index === 0 ? `${path}.scope` : `${path}.outer_scopes.${outer_scopes.length - index}`)}
            problemAt={problemAt}
            onChange={(next) => onChange(withScopes(strategies, next))}
          />
        )}
      </div>
    </fieldset>
  );
}

interface ScopeListProps {
  /** From the inside out. */
  readonly scopes: readonly TargetScope[];
  readonly pathOf: (index: number) => string;
  readonly problemAt: ProblemAt;
  readonly onChange: (scopes: readonly TargetScope[]) => void;
}

function ScopeList({ scopes, pathOf, problemAt, onChange }: ScopeListProps) {
  return (
    <>
      <ol className="flex flex-col gap-4">
        {scopes.map(({ optional, ...strategy }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: locators have no ID
          <li key={index} className="flex flex-col gap-2.5">
            <LocatorRow
              strategy={strategy}
              purpose="area"
              rank={index + 1}
              path={pathOf(index)}
              problemAt={problemAt}
              onChange={(next) => onChange(scopes.with(index, optional ? { ...next, optional } : next))}
              onEarlier={undefined}
              onRemove={() => onChange(scopes.toSpliced(index, 1))}
            />
            <SwitchField
              label={
                index === scopes.length - 1
                  ? t("Search the entire page if it’s missing")
                  : t("Search the next area if it’s missing")
              }
              checked={optional === true}
              onChange={(on) => onChange(scopes.with(index, on ? { ...strategy, optional: true } : strategy))}
            />
          </li>
        ))}
      </ol>
      {scopes.length <= limits.target_outer_scopes_max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() => onChange([...scopes, newStrategy("test_id")])}
        >
          {t("Add an area around it")}
        </AddButton>
      )}
    </>
  );
}

function withScopes(strategies: readonly Strategy[], [scope, ...around]: readonly TargetScope[]): Target {
  if (scope === undefined) return { strategies };
  return around.length === 0 ? { strategies, scope } : { strategies, scope, outer_scopes: around.toReversed() };
}

/** A locator that someone typed isn't the picked element's. */
function withStrategies({ picked, ...target }: Target, strategies: readonly Strategy[]): Target {
  const is_picked = picked === true && strategies.every((each) => target.strategies.includes(each));
  return { ...target, strategies, ...(is_picked && { picked }) };
}

interface LocatorListProps {
  readonly strategies: readonly Strategy[];
  readonly trialsOf: (strategy: Strategy) => readonly Trial[] | undefined;
  readonly path: string;
  readonly problemAt: ProblemAt;
  readonly onChange: (strategies: readonly Strategy[]) => void;
}

function LocatorList({ strategies, trialsOf, path, problemAt, onChange }: LocatorListProps) {
  const problem = problemAt(path);
  return (
    <>
      <ol className="flex flex-col gap-2">
        {strategies.map((strategy, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: locators have no ID
          <li key={index}>
            <LocatorRow
              strategy={strategy}
              purpose="target"
              rank={index + 1}
              trials={trialsOf(strategy)}
              path={`${path}.${index}`}
              problemAt={problemAt}
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
