import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useDismissals } from "../../lib/recent/dismissals.ts";
import { type AttentionItem, attentionItems, isDismissible } from "./attention-items.ts";

/** What needs attention in the app, without and with what was dismissed in this browser. Everything counts this. */
export function useAttention() {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(queries.attention(api, app.id));
  const isDismissed = useDismissals(app.id);
  const all = query.data === undefined ? [] : attentionItems(query.data);
  const now_ms = Date.now();
  const isHidden = (item: AttentionItem): boolean => isDismissible(item) && isDismissed(item.key, now_ms);
  return { query, items: all.filter((item) => !isHidden(item)), dismissed: all.filter(isHidden) };
}
