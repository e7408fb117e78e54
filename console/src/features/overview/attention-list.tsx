import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { ATTENTION_LIST, AttentionItemRow } from "../../components/attention/attention-item-row.tsx";
import { useAttention } from "../../components/attention/use-attention.ts";
import { useApp } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";

/** More are on the alerts page. */
const SHOWN_MAX = 5;

/** Issues that need attention with links to them, or a message that there are none. */
export function AttentionList() {
  const { query, items } = useAttention();
  return (
    <section aria-labelledby="attention" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="attention" className="text-md font-semibold">
          {t("Needs attention")}
        </h2>
        <AlertsLink count={items.length} />
      </div>
      {query.data === undefined ? (
        query.isError && <QueryProblem of={query} />
      ) : items.length === 0 ? (
        <p className="flex items-center gap-2 rounded-lg border border-line px-4 py-3 text-sm text-ink-2">
          <CircleCheck className="size-4 shrink-0 text-positive" />
          {t("No issues found with targets, webhooks, backups, or the app.")}
        </p>
      ) : (
        <ul aria-labelledby="attention" className={ATTENTION_LIST}>
          {items.slice(0, SHOWN_MAX).map((item) => (
            <AttentionItemRow key={item.key} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AlertsLink({ count }: { readonly count: number }) {
  const { id: app } = useApp();
  return (
    <Link
      to="/$app/alerts"
      params={{ app }}
      className="rounded-xs text-xs font-medium text-accent-text hover:underline"
    >
      {count === 0 ? t("View alerts") : tCount(count, "View {n} alert", "View all {n} alerts")}
    </Link>
  );
}
