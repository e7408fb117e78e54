import type { Segment } from "@fanfare/contract/schema/responses/people/segment";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { RemovalLabels } from "../../components/resource-editor/used-by.tsx";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withoutItem } from "../../lib/optimistic-update.ts";
import { segmentQueries, segmentQueryFilter } from "../../lib/queries/segments.ts";
import { toast } from "../../lib/toast.ts";
import { copyName } from "./copy-name.ts";

export function useSegmentActions() {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const atOnce = useOptimisticUpdate();
  const all = segmentQueries.all(api);
  const duplicate = useMutation({
    async mutationFn({ name, rule }: Segment) {
      const { items } = await client.fetchQuery(all);
      const taken = items.map((each) => each.name);
      return api.call("POST /api/segments", { body: { name: copyName(name, taken), rule } });
    },
    onError: (error) => void toast.problem(asProblem(error), t("Couldn’t duplicate segment")),
    onSuccess(copy) {
      toast.done({ title: t("“{name}” created", { name: copy.name }) });
      void client.invalidateQueries(segmentQueryFilter);
      void navigate({ to: "/$app/segments/$id", params: { app: app.id, id: copy.id } });
    },
  });
  /** Resolves to whether the segment was deleted: live content and other segments that use it prevent it. */
  const remove = ({ id }: Pick<Segment, "id">, { done, back }: RemovalLabels): Promise<boolean> =>
    atOnce({
      shown: all,
      // Only the list: an open editor would otherwise refetch a deleted segment.
      stale: { ...all, exact: true },
      change: (list) => withoutItem(list, id),
      act: () => api.call("DELETE /api/segments/:id", { params: { id } }),
      done,
      undo: { act: () => api.call("POST /api/segments/:id/restore", { params: { id } }), done: back },
      refused: t("Couldn’t delete segment"),
    });
  return { duplicate: duplicate.mutate, remove };
}
