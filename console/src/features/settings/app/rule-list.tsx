import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { useRows } from "../use-rows.ts";

interface RuleListProps<Rule> {
  readonly initial: readonly Rule[];
  readonly fresh: Rule;
  readonly max: number;
  /** Sends all of them; resolves to whether they were taken. */
  readonly onSave: (rules: readonly Rule[]) => Promise<boolean>;
  readonly busy: boolean;
  /** Said where there is none. */
  readonly empty: ReactNode;
  readonly children: (rule: Rule, index: number, set: (rule: Rule) => void) => ReactNode;
}

/** Rules of which the first that fits decides: their order matters, so each can be moved. */
export function RuleList<Rule>({ initial, fresh, max, onSave, busy, empty, children }: RuleListProps<Rule>) {
  const [rows, edit] = useRows(initial);
  const [dirty, setDirty] = useState(false);
  useUnsaved(dirty);
  const change = (work: () => void): void => {
    setDirty(true);
    work();
  };
  const submit = async (): Promise<void> => {
    if (await onSave(rows.map(({ value }) => value))) setDirty(false);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {rows.length === 0 && <div className="text-sm text-ink-3">{empty}</div>}
      <ol className="flex flex-col gap-2">
        {rows.map(({ id, value }, index) => (
          <li key={id} className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3">
            <div className="flex min-w-0 flex-1 flex-wrap items-start gap-3">
              {children(value, index, (next) => change(() => edit.set(id, next)))}
            </div>
            <div className="flex flex-wrap justify-end max-sm:flex-col">
              <IconButton
                label={t("Move rule {n} up", { n: index + 1 })}
                size="sm"
                disabled={index === 0}
                onClick={() => change(() => edit.move(id, -1))}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                label={t("Move rule {n} down", { n: index + 1 })}
                size="sm"
                disabled={index === rows.length - 1}
                onClick={() => change(() => edit.move(id, 1))}
              >
                <ArrowDown />
              </IconButton>
              <IconButton
                label={t("Remove rule {n}", { n: index + 1 })}
                size="sm"
                onClick={() => change(() => edit.remove(id))}
              >
                <X />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Plus />} disabled={rows.length >= max} onClick={() => change(() => edit.add(fresh))}>
          {t("Add rule")}
        </Button>
        {dirty && (
          <Button type="submit" variant="primary" busy={busy}>
            {t("Save rules")}
          </Button>
        )}
      </div>
    </form>
  );
}
