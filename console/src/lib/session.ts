import type { Me } from "@fanfare/contract/schema/accounts/sign-in";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Api } from "./api/api.ts";
import { asProblem } from "./api/api-problem.ts";
import { useAppContext } from "./app-context.ts";
import { t } from "./i18n/t.ts";
import { queries } from "./queries/queries.ts";
import { returnPath } from "./return-path.ts";
import { toast } from "./toast.ts";

/** Takes in the member who just signed in, and goes where they wanted to go. */
export function useCompleteSignIn(): (me: Me, back: string | undefined) => Promise<void> {
  const { api, client } = useAppContext();
  const router = useRouter();
  return async (me, back) => {
    client.setQueryData(queries.me(api).queryKey, me);
    await router.navigate({ href: returnPath(back), replace: true });
  };
}

/** Ends the sign-in, forgets everything that was read, and returns to the door: by way of the provider, if it came by one. */
export function useSignOut(api: Api): () => void {
  const { client, console_sdk } = useAppContext();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => api.call("POST /api/sign-out", { unkeyed: true }),
    onSuccess: async ({ provider_url }) => {
      console_sdk.leave();
      // The provider sends the browser back to the door.
      if (provider_url !== null) return location.assign(provider_url);
      await navigate({ to: "/sign-in", search: {} });
      client.clear();
      return undefined;
    },
    onError: (error) => toast.problem(asProblem(error), t("Sign-out failed"), () => mutate()),
  });
  return () => mutate();
}
