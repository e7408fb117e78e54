import type { AppDetail, UpdateAppRequest } from "@fanfare/contract/schema/app-settings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors } from "../doors.ts";
import { asProblem } from "../queries.ts";
import { toast } from "../ui/toast.tsx";
import { appOf, ME, settingsQueries } from "./queries.ts";

interface AppEditing {
  /** Sends a change of what was last read; resolves to whether it was taken. */
  readonly save: (edit: UpdateAppRequest) => Promise<boolean>;
  readonly busy: boolean;
  /** What the server said of the last change; undefined when it took it. */
  readonly problem: ApiProblem | undefined;
}

/** Changes the app that was read. Where somebody else was faster, their state is fetched and the change is to be made anew. */
export function useAppEdit(detail: AppDetail, done: string): AppEditing {
  const { api } = useDoors();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (edit: UpdateAppRequest) => api.updateApp(detail, edit),
    onSuccess: async (next) => {
      client.setQueryData(settingsQueries.app(api, detail.id).queryKey, next);
      toast.done({ title: done });
      await client.invalidateQueries(ME);
    },
    onError: async (error) => {
      const problem = asProblem(error);
      if (problem.fields.length === 0) toast.problem(problem);
      if (problem.code === "revision_stale") await client.invalidateQueries(appOf(detail.id));
    },
  });
  return {
    save: (edit) =>
      mutation.mutateAsync(edit).then(
        () => true,
        () => false,
      ),
    busy: mutation.isPending,
    problem: mutation.error === null ? undefined : asProblem(mutation.error),
  };
}

/** What a problem says of one field, by its pointer. */
export function wordsFor(problem: ApiProblem | undefined, pointer: string): string | undefined {
  return problem?.fields.find((field) => field.pointer === pointer)?.message;
}
