import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { BaseSyntheticEvent, ReactNode } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";

interface RuleListProps {
  /** Of `useFieldArray`. */
  readonly rules: {
    readonly fields: readonly { readonly id: string }[];
    readonly move: (from: number, to: number) => void;
    readonly remove: (index: number) => void;
  };
  readonly onAdd: () => void;
  readonly max: number;
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly onSubmit: (event: BaseSyntheticEvent) => void;
  readonly empty: ReactNode;
  readonly children: (index: number) => ReactNode;
}

/** Ordered rules, in which the first match applies. Each rule can be moved. */
export function RuleList({ rules, onAdd, max, dirty, busy, onSubmit, empty, children }: RuleListProps) {
  const { fields, move, remove } = rules;
  useUnsaved(dirty);
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={onSubmit}>
      {fields.length === 0 && <div className="text-sm text-ink-3">{empty}</div>}
      <ol className="flex flex-col gap-2">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3">
            <div className="flex min-w-0 flex-1 flex-wrap items-start gap-3">{children(index)}</div>
            <div className="flex flex-wrap justify-end max-sm:flex-col">
              <IconButton
                label={t("Move rule {n} up", { n: index + 1 })}
                size="sm"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                label={t("Move rule {n} down", { n: index + 1 })}
                size="sm"
                disabled={index === fields.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton label={t("Remove rule {n}", { n: index + 1 })} size="sm" onClick={() => remove(index)}>
                <X />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <AddButton disabled={fields.length >= max} onAdd={onAdd}>
          {t("Add rule")}
        </AddButton>
        {dirty && (
          <Button type="submit" variant="primary" busy={busy}>
            {t("Save rules")}
          </Button>
        )}
      </div>
    </form>
  );
}
