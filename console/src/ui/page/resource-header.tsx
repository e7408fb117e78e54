import type { ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { CopyButton } from "../elements/copy-button.tsx";

interface ResourceHeaderProps {
  /** Link to the list, styled with `BACK_LINK`. */
  readonly back: ReactNode;
  readonly art?: ReactNode;
  readonly name: string;
  readonly badges?: ReactNode;
  /** ID in the customer's own system. */
  readonly external_id: string;
  readonly actions: ReactNode;
  /** Tabs at the bottom edge. */
  readonly children?: ReactNode;
}

export function ResourceHeader({ back, art, name, badges, external_id, actions, children }: ResourceHeaderProps) {
  return (
    <header
      className={cx(
        "flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-line px-(--gutter) pt-5",
        children === undefined && "pb-5",
      )}
    >
      <div className={cx("flex min-w-0 flex-col", art === undefined ? "gap-1" : "gap-3")}>
        {back}
        <div className="flex min-w-0 items-center gap-4">
          {art}
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="text-lg font-semibold wrap-anywhere">
                <bdi>{name}</bdi>
              </h1>
              {badges}
            </div>
            <p className="flex flex-wrap items-center gap-x-1 text-xs text-ink-3">
              <bdi dir="ltr" className="font-mono wrap-anywhere">
                {external_id}
              </bdi>
              <CopyButton text={external_id} label={t("Copy ID")} />
            </p>
          </div>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
      {children}
    </header>
  );
}
