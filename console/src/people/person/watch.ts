import { limits } from "@fanfare/contract/limits";
import type { PersonDetail } from "@fanfare/contract/schema/person";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApp, useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { toast } from "../../ui/toast.tsx";
import { personQueries } from "../queries.ts";

/** Watching: every decision about the person is kept, so that the past can be asked about. */
export function useWatch(person: PersonDetail): { readonly busy: boolean; readonly set: (watched: boolean) => void } {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (watched: boolean) =>
      api.updatePerson(app.id, person.external_id, { watch_days: watched ? limits.decision_log_days : 0 }),
    onSuccess: (after) => {
      client.setQueryData(personQueries.one(api, app.id, person.external_id).queryKey, after);
      toast.done(
        after.watched_until === null
          ? { title: t("No longer watched") }
          : {
              title: t("Watched for thirty days"),
              description: t("Every decision about this person is kept until then."),
            },
      );
    },
    onError: (error, watched) => toast.problem(asProblem(error), undefined, () => mutate(watched)),
  });
  return { busy: isPending, set: mutate };
}
