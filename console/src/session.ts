import type { Me } from "@fanfare/contract/schema/api";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Api } from "./api.ts";
import { ApiProblem } from "./api-problem.ts";
import { useDoors } from "./doors.ts";
import { t } from "./language/t.ts";
import { asProblem, queries } from "./queries.ts";
import { returnPath } from "./return-path.ts";
import { toast } from "./ui/toast.tsx";

/** Takes in the member who just signed in, and goes where they wanted to go. */
export function useEnter(): (me: Me, back: string | undefined) => Promise<void> {
  const { api, client } = useDoors();
  const router = useRouter();
  return async (me, back) => {
    client.setQueryData(queries.me(api).queryKey, me);
    await router.navigate({ href: returnPath(back), replace: true });
  };
}

/** Ends the sign-in, forgets everything that was read, and returns to the door: by way of the provider, if it came by one. */
export function useSignOut(api: Api): () => void {
  const { client, guest } = useDoors();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => api.signOut(),
    onSuccess: async ({ provider_url }) => {
      guest.leave();
      // The provider sends the browser back to the door.
      if (provider_url !== null) return location.assign(provider_url);
      await navigate({ to: "/sign-in", search: {} });
      client.clear();
      return undefined;
    },
    onError: (error) => toast.problem(asProblem(error), t("You are still signed in"), () => mutate()),
  });
  return () => mutate();
}

/** True for the answer that means: nobody is signed in (any more). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "sign_in_required";
}
