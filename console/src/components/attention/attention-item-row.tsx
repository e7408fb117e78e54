import { Info, TriangleAlert, X } from "lucide-react";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { dismiss, restoreDismissed } from "../../lib/recent/dismissals.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { AlertText } from "./alert-text.tsx";
import { type AttentionItem, isDismissible } from "./attention-items.ts";
import { NoticeText } from "./notice-text.tsx";

export const ATTENTION_LIST = "@container flex flex-col rounded-lg border border-line";
export const ATTENTION_ITEM =
  "flex flex-wrap items-start gap-x-3 gap-y-2.5 border-b border-line px-4 py-3 text-sm last:border-b-0";

interface AttentionItemRowProps {
  readonly item: AttentionItem;
  /** Whether it was dismissed in this browser. */
  readonly dismissed?: boolean;
}

/** What needs attention, where it's fixed, and a button to dismiss it if nothing is broken. */
export function AttentionItemRow({ item, dismissed = false }: AttentionItemRowProps) {
  const dismissible = isDismissible(item);
  const Icon = dismissible ? Info : TriangleAlert;
  return (
    <li className={ATTENTION_ITEM}>
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${dismissible ? "text-ink-3" : "text-caution-text"}`}
      />
      {item.kind === "alert" ? <AlertText alert={item.alert} /> : <NoticeText item={item.notice} />}
      {dismissible && <DismissButton item={item} dismissed={dismissed} />}
    </li>
  );
}

function DismissButton({ item, dismissed }: Required<AttentionItemRowProps>) {
  const app = useApp();
  if (dismissed) {
    return (
      <Button size="sm" variant="ghost" onClick={() => restoreDismissed(app.id, item.key)}>
        {t("Restore")}
      </Button>
    );
  }
  return (
    <IconButton
      size="sm"
      label={t("Dismiss for 30 days")}
      className="-me-1.5"
      onClick={() => {
        dismiss(app.id, item.key, Date.now());
        toast.note({
          title: t("Alert dismissed in this browser"),
          action: { label: t("Undo"), onClick: () => restoreDismissed(app.id, item.key) },
        });
      }}
    >
      <X />
    </IconButton>
  );
}
