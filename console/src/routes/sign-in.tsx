import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { queries } from "../lib/queries/queries.ts";
import { returnPath } from "../lib/return-path.ts";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

interface SignInSearch {
  readonly return_to?: string;
  /** The code of the problem with which the provider's way back ended. */
  readonly problem?: string;
  /** Present: the way back ended here, for the code of an authenticator. */
  readonly code?: string;
}

/** `/sign-in?return_to=`: the door. Who is inside already goes on. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "sign-in",
  validateSearch: (search): SignInSearch => {
    const read = (name: keyof SignInSearch, length: number): SignInSearch => {
      const text = readText(search, name, length);
      return text === "" ? {} : { [name]: text };
    };
    return { ...read("return_to", 2_000), ...read("problem", 60), ...read("code", 10) };
  },
  beforeLoad: async ({ context: { api, client }, search }) => {
    const me = queries.me(api);
    if (client.getQueryData(me.queryKey) === undefined) return;
    // Known from before: only the server can say whether the sign-in still stands.
    const inside = await client.fetchQuery({ ...me, staleTime: 0 }).catch(() => undefined);
    if (inside !== undefined) throw redirect({ href: returnPath(search.return_to), replace: true });
  },
  component: lazyRouteComponent(() => import("../features/auth/sign-in.tsx"), "SignIn"),
});
