import { ruleSchema } from "@fanfare/contract/schema/content/rule";
import type { RuleLeaf } from "@fanfare/contract/targeting/rule";
import { X } from "lucide-react";
import { t, tKnown } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { useLeft } from "../../ui/forms/late-errors.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { CONDITIONS } from "./conditions.ts";

interface ConditionRowProps {
  readonly leaf: RuleLeaf;
  readonly negated: boolean;
  readonly onChange: (leaf: RuleLeaf, negated: boolean) => void;
  readonly onRemove: () => void;
}

/** One condition. Shows its problem after focus leaves it for the first time. */
export function ConditionRow({ leaf, negated, onChange, onRemove }: ConditionRowProps) {
  const { left, ...leaving } = useLeft();
  const { label, icon: Icon } = CONDITIONS[leaf.kind];
  const problem = left ? conditionProblem(leaf) : undefined;
  return (
    <fieldset
      data-row=""
      aria-label={label}
      {...leaving}
      className={cx(
        "flex min-w-0 flex-col gap-1.5 rounded-md border bg-surface p-2 shadow-edge",
        problem === undefined ? "border-line-strong" : "border-negative",
      )}
    >
      <div className="flex items-start gap-2">
        <button
          type="button"
          aria-pressed={negated}
          aria-label={t("Not {condition}", { condition: label.toLowerCase() })}
          title={negated ? t("Condition negated") : t("Negate condition")}
          onClick={() => onChange(leaf, !negated)}
          className={cx(
            "mt-0.5 flex h-8 shrink-0 cursor-default items-center gap-1.5 rounded-sm px-2 text-xs font-medium pointer-coarse:h-10 [&_svg]:size-4",
            negated ? "bg-negative-soft text-negative-text" : "bg-fill text-ink-2 hover:bg-fill-strong hover:text-ink",
          )}
        >
          <Icon />
          <span className="max-sm:sr-only">
            {negated ? t("Not {condition}", { condition: label.toLowerCase() }) : label}
          </span>
        </button>
        <div data-fields="" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          <ConditionFields leaf={leaf} onChange={(next) => onChange(next, negated)} />
        </div>
        <IconButton
          data-remove=""
          label={t("Remove condition: {label}", { label })}
          size="sm"
          className="mt-1"
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </div>
      {problem !== undefined && (
        <p className="ps-1 text-xs font-medium text-negative-text">
          <ServerText text={problem} />
        </p>
      )}
    </fieldset>
  );
}

const EMPTY_MESSAGES = t("Complete this condition.");

/** Returns the server's validation error for a condition. */
function conditionProblem(leaf: RuleLeaf): string | undefined {
  const { error } = ruleSchema.safeParse(leaf);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return undefined;
  return issue.code === "custom" || issue.code === "invalid_format" ? tKnown(issue.message) : EMPTY_MESSAGES;
}
