import { limits } from "@fanfare/contract/limits";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";

type Original = Pick<ContentSummary, "id" | "name">;

/** Copies content as the server has it, then opens the copy. */
export function useDuplicateContent() {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, name }: Original) =>
      api.call("POST /api/contents/:id/duplicate", {
        ...{ params: { id }, query: { app_id: app.id } },
        body: { name: t("{name} copy", { name: shortened(name) }) },
      }),
    onSuccess(copy) {
      toast.done({ title: t("“{name}” created", { name: copy.name }) });
      void client.invalidateQueries(contentQueryFilter(app.id));
      void navigate({ to: "/$app/content/$id", params: { app: app.id, id: copy.id } });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t duplicate content")),
  });
  return { duplicate: (original: Original) => mutate(original), busy: isPending };
}

/** Leaves room for the word that marks a copy, in any language. */
const shortened = (name: string): string => name.slice(0, limits.content_name_chars_max - COPY_CHARS_MAX).trimEnd();
const COPY_CHARS_MAX = 20;
