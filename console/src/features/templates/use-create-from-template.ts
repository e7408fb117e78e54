import type { Edition } from "@fanfare/contract/content/content";
import { nextSlug } from "@fanfare/contract/lib/next-slug";
import type { CreateContentRequest } from "@fanfare/contract/schema/accounts/sign-in";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Api } from "../../lib/api/api.ts";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";

/** Creates content under the next free slug, then opens its editor. */
export function useCreateFromTemplate() {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (content: NewContent) => createUnderFreeSlug(api, app.id, content),
    onSuccess({ id }) {
      void client.invalidateQueries(contentQueryFilter(app.id));
      void navigate({ to: "/$app/content/$id", params: { app: app.id, id } });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t create content")),
  });
  return { create: (content: NewContent) => mutate(content), busy: isPending };
}

interface NewContent {
  readonly slug: string;
  readonly name: string;
  readonly draft: Edition;
}

/** Slugs to try before the author sees that they are taken. */
const SLUG_TRIES_MAX = 20;

async function createUnderFreeSlug(api: Api, app_id: string, content: NewContent): Promise<ContentDetail> {
  for (let tries = 1, { slug } = content; ; tries++, slug = nextSlug(slug)) {
    try {
      // Cast: an edition is valid input, which only the type can't tell: its lists are readonly.
      const body = { ...content, slug } as CreateContentRequest;
      return await api.call("POST /api/contents", { query: { app_id }, body, lenient: true });
    } catch (error) {
      if (asProblem(error).code !== "slug_taken" || tries === SLUG_TRIES_MAX) throw error;
    }
  }
}
