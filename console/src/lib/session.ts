import type { Me } from "@fanfare/contract/schema/responses/content/content";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Api } from "./api/api.ts";
import { asProblem } from "./api/api-problem.ts";
import { useAppContext } from "./app-context.ts";
import { t } from "./i18n/t.ts";
import { queries } from "./queries/queries.ts";
import { returnPath } from "./return-path.ts";
import { toast } from "./toast.ts";

/** Caches the signed-in member and opens the return path. */
export function useCompleteSignIn(): (me: Me, back: string | undefined) => Promise<void> {
  const { api, client } = useAppContext();
  const router = useRouter();
  return async (me, back) => {
    client.setQueryData(queries.me(api).queryKey, me);
    await router.navigate({ href: returnPath(back), replace: true });
  };
}

/**
 * Ends the session, clears the cache, and opens the sign-in page, via the identity provider if the session came from
 * it.
 */
export function useSignOut(api: Api): () => void {
  const { client, console_sdk } = useAppContext();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => api.call("POST /api/sign-out", { unkeyed: true }),
    onSuccess: async ({ provider_url }) => {
      console_sdk.leave();
      // The provider redirects back to the sign-in page.
      if (provider_url !== null) return location.assign(provider_url);
      await navigate({ to: "/sign-in", search: {} });
      client.clear();
      return undefined;
    },
    onError: (error) => toast.problem(asProblem(error), t("Sign-out failed"), () => mutate()),
  });
  return () => mutate();
}
