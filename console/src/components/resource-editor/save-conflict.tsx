import { useEffect, useId, useRef } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { SideBySide } from "../../ui/page/side-by-side.tsx";

export interface SaveConflictProps {
  readonly title: string;
  /** What each changed since the form was opened. */
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  readonly busy: boolean;
  /** Continues editing from the other member's version. */
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  /** Keeps both changes if they're compatible. Undefined otherwise. */
  readonly merge?: { readonly onBoth: (() => void) | undefined };
}

/** Another member saved first. Shows both sets of changes and lets the member choose, without losing anything. */
export function SaveConflict({ title, theirs, mine, busy, onTheirs, onMine, merge }: SaveConflictProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onBoth = merge?.onBoth;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h3 id={id} ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {title}
      </h3>
      <SideBySide
        theirs={{ title: t("Their changes"), changes: theirs }}
        mine={{ title: t("Your changes"), changes: mine }}
      />
      {merge !== undefined && (
        <p className="text-sm text-ink-2 text-pretty">
          {onBoth === undefined
            ? t("You both changed the same part. Choose which changes to keep.")
            : t("You changed different parts, so you can keep both.")}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onTheirs}>{t("Use their changes")}</Button>
        <Button variant={onBoth === undefined ? "danger" : "secondary"} busy={busy} onClick={onMine}>
          {t("Use my changes")}
        </Button>
        {onBoth !== undefined && (
          <Button variant="primary" busy={busy} onClick={onBoth}>
            {t("Keep both changes")}
          </Button>
        )}
      </div>
    </section>
  );
}
