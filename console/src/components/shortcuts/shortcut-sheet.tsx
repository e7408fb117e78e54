import { useRef } from "react";
import { t } from "../../lib/i18n/t.ts";
import type { Shortcut } from "../../lib/shortcuts/chord.ts";
import { keyLabels } from "../../lib/shortcuts/chord-labels.ts";
import { EDITOR_SHORTCUTS } from "../../lib/shortcuts/editor-shortcuts.ts";
import { GLOBAL_SHORTCUTS, NAVIGATION_SHORTCUTS } from "../../lib/shortcuts/global-shortcuts.ts";
import { cx } from "../../ui/cx.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";

const visibleShortcuts = ({ chord, label }: Shortcut) => ({ keys: keyLabels(chord), label });

export function ShortcutSheet({ open, onOpenChange }: DialogState) {
  const first = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Keyboard shortcuts")}
      // Not the close icon, whose tooltip would consume the first Escape, and not the button, which may be below the
      // fold.
      initial_focus={first}
      actions={<Button onClick={() => onOpenChange(false)}>{t("Close")}</Button>}
      description={t("On a Mac, press Command instead of Ctrl. Single-letter shortcuts are off while you type.")}
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 sm:grid-rows-[auto_1fr]">
        <div ref={first} tabIndex={-1} className="outline-none">
          <Keys title={t("Anywhere")} rows={GLOBAL_SHORTCUTS.map(visibleShortcuts)} />
        </div>
        <Keys title={t("Go to")} rows={NAVIGATION_SHORTCUTS} className="sm:col-start-2 sm:row-span-2 sm:row-start-1" />
        <Keys title={t("In the editor")} rows={Object.values(EDITOR_SHORTCUTS).map(visibleShortcuts)} />
      </div>
    </Dialog>
  );
}

interface KeysProps {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly label: string }[];
  readonly className?: string;
}

function Keys({ title, rows, className }: KeysProps) {
  return (
    <section className={cx("flex flex-col gap-1.5", className)}>
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      <dl className="flex flex-col">
        {rows.map(({ keys, label }) => (
          <div
            key={label}
            className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
          >
            <dt className="text-sm">{label}</dt>
            <dd dir="ltr" className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-xs border border-line-strong bg-sunken px-1.5 text-center font-sans text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
