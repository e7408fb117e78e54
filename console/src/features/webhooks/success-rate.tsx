import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { percent } from "../../lib/i18n/format.ts";
import { tCount } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";

/** Share of deliveries that succeeded in the last 24 hours. Renders nothing without deliveries. */
export function SuccessRate({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(queries.deliveryRates(api, app.id));
  const rate = data?.items.find(({ receiver_id }) => receiver_id === id);
  if (rate === undefined) return null;
  const { delivered, dead } = rate;
  const n = delivered + dead;
  // Never 100% while something failed.
  const share = percent(Math.floor((delivered / n) * 1_000) / 1_000, 1);
  return (
    <span className={dead > 0 ? "text-xs text-caution-text tabular-nums" : "text-xs text-ink-3 tabular-nums"}>
      {delivered < limits.webhook_delivered_kept_max
        ? tCount(
            n,
            "{share} of {n} delivery succeeded in the last 24 hours",
            "{share} of {n} deliveries succeeded in the last 24 hours",
            { share },
          )
        : tCount(n, "{share} of the latest {n} delivery succeeded", "{share} of the latest {n} deliveries succeeded", {
            share,
          })}
    </span>
  );
}
