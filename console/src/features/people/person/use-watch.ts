import { limits } from "@fanfare/contract/limits";
import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { personQueries } from "../../../lib/queries/people.ts";
import { toast } from "../../../lib/toast.ts";

/** Turns watching on or off. All decisions about a watched person are kept, so past ones can be explained. */
export function useWatch(person: PersonDetail): { readonly busy: boolean; readonly set: (watched: boolean) => void } {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (watched: boolean) =>
      api.call("PATCH /api/people/:external_id", {
        params: { external_id: person.external_id },
        query: { app_id: app.id },
        body: { watch_days: watched ? limits.decision_log_days : 0 },
      }),
    onSuccess: (after) => {
      client.setQueryData(personQueries.one(api, app.id, person.external_id).queryKey, after);
      toast.done(
        after.watched_until === null
          ? { title: t("Stopped watching") }
          : {
              title: t("Watching for 30 days"),
              description: t("Every decision about this person is logged."),
            },
      );
    },
    onError: (error, watched) => toast.problem(asProblem(error), undefined, () => mutate(watched)),
  });
  return { busy: isPending, set: mutate };
}
